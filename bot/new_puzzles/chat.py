"""/new, and the button that makes another puzzle like it."""

from collections.abc import Awaitable, Callable
from types import MappingProxyType
from typing import TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction
from bot.answering.router import Router
from bot.chat import Chat
from bot.new_puzzles.components import NewPuzzle
from i18n.localizer import Localizer
from narrator.english import LEVELS
from puzzle.grid import SQUARE
from puzzle.rules import PLAIN, Capability
from puzzle.symmetry import Symmetry
from puzzle.tilings.catalogue import TILINGS
from service.errors import InputError, Problem
from service.generating.generation import (
    RULES_MADE,
    SEEDS,
    TILING_NAMES,
    PuzzleOptions,
    suggested_sizes,
)
from service.playing.loaded_attempt import LoadedAttempt
from solver.explain.step import Difficulty
from store.records import AttemptKind
from texts import new_puzzles as generating
from texts import new_puzzles as texts

Invite: TypeAlias = Callable[[Interaction, Callable[[], PuzzleOptions]], Awaitable[None]]
"""Posts the message of a race on a new puzzle."""
EnterClues: TypeAlias = Callable[[Interaction, Callable[[], str | None]], Awaitable[None]]
"""Shows an empty board of a size, on which the user enters clues."""


def another_button(localizer: Localizer, loaded: LoadedAttempt) -> NewPuzzle | None:
    """The button below a solved board of rules for which puzzles can be generated."""
    attempt, generated = loaded.attempt, loaded.puzzle.rules.supports(Capability.GENERATING)
    if attempt.kind is AttemptKind.LEARN or not (generated and loaded.solved):
        return None
    return NewPuzzle(attempt.puzzle_id, localizer)


class NewPuzzleHandlers:
    """Generates puzzles with the options of an earlier one."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._generation = chat.use.generation
        self._boards = chat.use.boards
        self._display = chat.display

    def add_to(self, router: Router) -> None:
        """Register the handler of the button."""
        router.add(NewPuzzle, self.new_puzzle)

    async def new_puzzle(self, interaction: Interaction, button: NewPuzzle) -> None:
        """Generate a puzzle and open its board, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as reader:
            model = await self._boards.stored_puzzle(button.puzzle)
            options = PuzzleOptions.like(model)
            stored = await self._generation.generate(reader, options)
            loaded = await self._boards.open(reader, stored, AttemptKind.ENDLESS)
            caption = texts.made(reader.localizer, stored)
            await self._display.show(interaction, reader, loaded, caption=caption)


SYMMETRIES = MappingProxyType(
    {
        Symmetry.ROT180: generating.NEW_ROT180,
        Symmetry.ROT90: generating.NEW_ROT90,
        Symmetry.MIRROR: generating.NEW_MIRROR,
        Symmetry.NONE: generating.NEW_NONE,
    }
)
"""Names of the choices of `symmetry`."""


def new_commands(chat: Chat, invite: Invite, enter: EnterClues) -> tuple[AnyCommand, ...]:
    """The command /new; `invite` posts a race, `enter` shows an empty board."""

    @app_commands.command(name="new", description=texts.NEW.text)
    @app_commands.describe(
        size=texts.NEW_SIZE.text,
        tiling=texts.NEW_TILING.text,
        rules=texts.NEW_RULES.text,
        level=texts.NEW_LEVEL.text,
        symmetry=texts.NEW_SYMMETRY.text,
        seed=texts.NEW_SEED.text,
        race=texts.NEW_RACE.text,
        clues=texts.NEW_CLUES.text,
    )
    @app_commands.choices(
        tiling=[Choice(name=TILINGS[name].title.message, value=name) for name in TILING_NAMES],
        rules=[Choice(name=rules.title.message, value=name) for name, rules in RULES_MADE.items()],
        level=[
            Choice(name=LEVELS[level - 1].text, value=level.name.lower()) for level in Difficulty
        ],
        symmetry=[
            Choice(name=message.text, value=kind.value) for kind, message in SYMMETRIES.items()
        ],
    )
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        size: Range[str, 1, 20] | None = None,
        level: str = Difficulty.NORMAL.name.lower(),
        tiling: str = SQUARE,
        rules: str = PLAIN.name,
        symmetry: str | None = None,
        seed: Range[int, 0, SEEDS - 1] | None = None,
        race: bool = False,
        clues: bool = False,
    ) -> None:
        """Generate a puzzle and open its board, post a race on it, or show an empty board."""

        def wanted() -> PuzzleOptions:
            if race and seed is not None:
                raise InputError(Problem.RACE_WITH_SEED)
            asked = None if symmetry is None else Symmetry(symmetry)
            named = RULES_MADE[rules]
            return PuzzleOptions.asked(size, tiling, Difficulty[level.upper()], asked, named)

        def empty() -> str | None:
            others = race, seed, symmetry, tiling, rules
            if others != (False, None, None, SQUARE, PLAIN.name):
                raise InputError(Problem.CLUES_ALONE)
            return size

        if race and not clues:
            await invite(interaction, wanted)
            return
        if clues:
            await enter(interaction, empty)
            return
        async with chat.interactions.answering(interaction, private=True) as reader:
            stored = await chat.use.generation.generate(reader, wanted(), seed)
            loaded = await chat.use.boards.open(reader, stored, AttemptKind.ENDLESS)
            caption = texts.made(reader.localizer, stored)
            await chat.display.show(interaction, reader, loaded, caption=caption)

    @new.autocomplete("size")
    async def sizes(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Suggested sizes for the choices made; any other within the bounds can be typed."""
        chosen = interaction.namespace
        suggested = suggested_sizes(chosen.tiling, chosen.rules)
        return [
            Choice(name=size, value=size) for size in suggested if size.startswith(typed.strip())
        ]

    return (new,)
