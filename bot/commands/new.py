"""/new."""

from types import MappingProxyType

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.base import AnyCommand
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions
from narrator.english import LEVELS
from puzzle.symmetry import Symmetry
from service.boards import Boards
from service.generation import SEEDS, Generation, PuzzleOptions, parse_size
from solver.explain.step import Difficulty
from store.records import AttemptKind
from texts import commands, generating

SIZES = ("5x5", "7x7", "8x8", "10x10", "12x12", "15x15", "20x20", "10x15")
"""Suggested sizes, columns x rows."""
SYMMETRIES = MappingProxyType(
    {
        Symmetry.ROT180: commands.NEW_ROT180,
        Symmetry.ROT90: commands.NEW_ROT90,
        Symmetry.MIRROR: commands.NEW_MIRROR,
        Symmetry.NONE: commands.NEW_NONE,
    }
)
"""Names of the choices of `symmetry`."""


def new_commands(
    interactions: Interactions, generation: Generation, boards: Boards, display: BoardDisplay
) -> tuple[AnyCommand, ...]:
    """The command /new."""

    @app_commands.command(name="new", description=commands.NEW.text)
    @app_commands.describe(
        size=commands.NEW_SIZE.text,
        level=commands.NEW_LEVEL.text,
        symmetry=commands.NEW_SYMMETRY.text,
        seed=commands.NEW_SEED.text,
    )
    @app_commands.choices(
        level=[
            Choice(name=LEVELS[level - 1].text, value=level.name.lower()) for level in Difficulty
        ],
        symmetry=[
            Choice(name=message.text, value=kind.value) for kind, message in SYMMETRIES.items()
        ],
    )
    async def new(
        interaction: Interaction,
        size: Range[str, 1, 20] = "10x10",
        level: str = Difficulty.NORMAL.name.lower(),
        symmetry: str = Symmetry.ROT180.value,
        seed: Range[int, 0, SEEDS - 1] | None = None,
    ) -> None:
        """Generate a puzzle and open its board."""
        person, claim = interaction.user.id, claim_of(interaction)
        async with interactions.answering(interaction, private=True) as viewer:
            cols, rows = parse_size(size)
            options = PuzzleOptions(cols, rows, Difficulty[level.upper()], Symmetry(symmetry))
            stored = await generation.generate(person, options, seed, claim=claim)
            loaded = await boards.open(
                person, stored, AttemptKind.ENDLESS, interaction.guild_id, claim=claim
            )
            caption = generating.made(viewer.localizer, stored)
            await display.show(interaction, viewer, loaded, caption=caption)

    @new.autocomplete("size")
    async def sizes(_: Interaction, typed: str) -> list[Choice[str]]:
        """Suggested sizes; any other size within the bounds can be typed."""
        return [Choice(name=size, value=size) for size in SIZES if size.startswith(typed.strip())]

    return (new,)
