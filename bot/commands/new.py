"""/new."""

from types import MappingProxyType

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.base import AnyCommand
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions
from narrator.english import LEVELS
from puzzle.grid import SQUARE
from puzzle.symmetry import Symmetry
from puzzle.tilings.catalogue import TILINGS
from service.boards import Boards
from service.generation import SEEDS, TILING_NAMES, Generation, PuzzleOptions, suggested_sizes
from solver.explain.step import Difficulty
from store.records import AttemptKind
from texts import commands, generating

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
        tiling=commands.NEW_TILING.text,
        level=commands.NEW_LEVEL.text,
        symmetry=commands.NEW_SYMMETRY.text,
        seed=commands.NEW_SEED.text,
    )
    @app_commands.choices(
        tiling=[Choice(name=TILINGS[name].title.message, value=name) for name in TILING_NAMES],
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
        symmetry: str | None = None,
        seed: Range[int, 0, SEEDS - 1] | None = None,
    ) -> None:
        """Generate a puzzle and open its board."""
        person, claim = interaction.user.id, claim_of(interaction)
        async with interactions.answering(interaction, private=True) as viewer:
            options = PuzzleOptions.asked(
                size,
                tiling,
                Difficulty[level.upper()],
                None if symmetry is None else Symmetry(symmetry),
            )
            stored = await generation.generate(person, options, seed, claim=claim)
            loaded = await boards.open(
                person, stored, AttemptKind.ENDLESS, interaction.guild_id, claim=claim
            )
            caption = generating.made(viewer.localizer, stored)
            await display.show(interaction, viewer, loaded, caption=caption)

    @new.autocomplete("size")
    async def sizes(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Suggested sizes on the tiling chosen; any other within the bounds can be typed."""
        suggested = suggested_sizes(interaction.namespace.tiling)
        return [
            Choice(name=size, value=size) for size in suggested if size.startswith(typed.strip())
        ]

    return (new,)
