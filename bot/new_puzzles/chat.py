"""/new, /race, and the button that makes another puzzle like one."""

from collections.abc import Awaitable, Callable
from types import MappingProxyType
from typing import TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering.commands import AnyCommand, named_choices
from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.new_puzzles.components import NewPuzzle
from i18n.localizer import Localizer
from narrator.english import LEVELS
from puzzle.grid import SQUARE
from puzzle.rules import PLAIN, Capability
from puzzle.symmetry import Symmetry
from puzzle.tilings.catalogue import TILINGS
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
from texts import new_puzzles as texts

Invite: TypeAlias = Callable[
    [Interaction, Callable[[], PuzzleOptions], bool | None], Awaitable[None]
]
"""Posts the message of a race on a new puzzle, which ranks by par or by time if that is asked."""


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

    async def new_puzzle(self, interaction: Interaction, button: NewPuzzle) -> None:
        """Generate a puzzle and open its board, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as reader:
            model = await self._boards.stored_puzzle(button.puzzle)
            options = PuzzleOptions.like(model)
            stored = await self._generation.generate(reader, options)
            loaded = await self._boards.open(reader, stored, AttemptKind.ENDLESS)
            caption = texts.made(reader.localizer, stored, options.level)
            await self._display.show(interaction, reader, loaded, caption=caption)


NORMAL = Difficulty.NORMAL.name.lower()
OPTIONS = MappingProxyType(
    {
        "size": texts.NEW_SIZE.text,
        "tiling": texts.NEW_TILING.text,
        "rules": texts.NEW_RULES.text,
    }
)
"""The descriptions of the options of both commands."""
CHOICES = MappingProxyType(
    {
        "level": [
            Choice(name=LEVELS[each - 1].text, value=each.name.lower()) for each in Difficulty
        ],
        "tiling": [Choice(name=TILINGS[name].title.message, value=name) for name in TILING_NAMES],
        "rules": [Choice(name=each.title.message, value=name) for name, each in RULES_MADE.items()],
    }
)
"""Their choices."""


def new_commands(chat: Chat, invite: Invite) -> tuple[AnyCommand, ...]:
    """The commands /new and /race; `invite` posts a race."""

    @app_commands.command(name="new", description=texts.NEW.text)
    @app_commands.describe(
        **OPTIONS,
        level=texts.NEW_LEVEL_USUAL.text,
        symmetry=texts.NEW_SYMMETRY.text,
        seed=texts.NEW_SEED.text,
    )
    @app_commands.choices(**CHOICES, symmetry=named_choices(texts.SYMMETRIES))
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        size: Range[str, 1, 20] | None = None,
        level: str | None = None,
        tiling: str = SQUARE,
        rules: str = PLAIN.name,
        symmetry: str | None = None,
        seed: Range[int, 0, SEEDS - 1] | None = None,
    ) -> None:
        """Generate a puzzle and open its board."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            asked = None if symmetry is None else Symmetry(symmetry)
            wanted, why = options(size, level or NORMAL, tiling, rules, asked), ""
            if (level, tiling, rules, symmetry, seed) == (None, SQUARE, PLAIN.name, None, None):
                usual = await chat.use.pars.usual(reader, size)
                if usual is not None:
                    wanted, why = usual[0], texts.as_usual(reader.localizer, usual[1])
            stored = await chat.use.generation.generate(reader, wanted, seed)
            loaded = await chat.use.boards.open(reader, stored, AttemptKind.ENDLESS)
            made = texts.made(reader.localizer, stored, wanted.level)
            caption = reader.localizer.gap.join(filter(None, (made, why)))
            await chat.display.show(interaction, reader, loaded, caption=caption)

    @app_commands.command(name="race", description=texts.RACE.text)
    @app_commands.describe(**OPTIONS, level=texts.NEW_LEVEL.text, handicap=texts.RACE_HANDICAP.text)
    @app_commands.choices(**CHOICES)
    async def race(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        size: Range[str, 1, 20] | None = None,
        level: str = NORMAL,
        tiling: str = SQUARE,
        rules: str = PLAIN.name,
        handicap: bool | None = None,
    ) -> None:
        """Invite everybody in the channel to a race on a new puzzle."""
        await invite(interaction, lambda: options(size, level, tiling, rules), handicap)

    def options(
        size: str | None, level: str, tiling: str, rules: str, symmetry: Symmetry | None = None
    ) -> PuzzleOptions:
        difficulty, named = Difficulty[level.upper()], RULES_MADE[rules]
        return PuzzleOptions.asked(size, tiling, difficulty, symmetry, named)

    @new.autocomplete("size")
    @race.autocomplete("size")
    async def sizes(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Suggested sizes for the choices made; any other within the bounds can be typed."""
        chosen = interaction.namespace
        suggested = suggested_sizes(chosen.tiling, chosen.rules)
        return [
            Choice(name=size, value=size) for size in suggested if size.startswith(typed.strip())
        ]

    return new, race
