"""/hint and /check."""

from types import MappingProxyType

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.base import MAX_PASTE_LENGTH, AnyCommand
from bot.handlers.helping import HelpHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from jobs import PastedText
from narrator.checks import Detail
from narrator.narration import Level
from service.boards import Boards
from service.errors import InputError, Problem
from texts import commands

LEVELS = MappingProxyType(
    {
        Level.NUDGE: commands.HINT_NUDGE,
        Level.HINT: commands.HINT_HINT,
        Level.STEP: commands.HINT_STEP,
    }
)
"""Names of the choices of `level`."""
DETAILS = MappingProxyType(
    {
        Detail.COUNT: commands.CHECK_COUNT,
        Detail.WHERE: commands.CHECK_WHERE,
        Detail.WHY: commands.CHECK_WHY,
    }
)
"""Names of the choices of `detail`."""


def help_commands(
    interactions: Interactions, boards: Boards, helping: HelpHandlers
) -> tuple[AnyCommand, ...]:
    """The commands /hint and /check."""

    @app_commands.command(name="hint", description=commands.HINT.text)
    @app_commands.describe(
        level=commands.HINT_LEVEL.text,
        puzzle=commands.HINT_PUZZLE.text,
        moves=commands.HINT_MOVES.text,
    )
    @app_commands.choices(
        level=[Choice(name=message.text, value=level.value) for level, message in LEVELS.items()]
    )
    async def hint(
        interaction: Interaction,
        level: str = Level.NUDGE.value,
        puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        moves: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
    ) -> None:
        """Give a hint on the user's current board, or on a pasted puzzle and moves."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            if puzzle is not None:
                loaded = await boards.open_with_moves(
                    person, PastedText(puzzle), moves, claim=claim_of(interaction)
                )
            elif moves is not None:
                raise InputError(Problem.MOVES_WITHOUT_PUZZLE)
            else:
                loaded = await boards.current(person)
            post = await helping.hint_post(interaction, viewer, loaded, Level(level))
            await reply(interaction, post)

    @app_commands.command(name="check", description=commands.CHECK.text)
    @app_commands.describe(detail=commands.CHECK_DETAIL.text)
    @app_commands.choices(
        detail=[
            Choice(name=message.text, value=detail.value) for detail, message in DETAILS.items()
        ]
    )
    async def check(interaction: Interaction, detail: str = Detail.COUNT.value) -> None:
        """Check the marks on the user's current board."""
        async with interactions.answering(interaction, private=True) as viewer:
            loaded = await boards.current(interaction.user.id)
            post = await helping.check_post(interaction, viewer, loaded, Detail(detail))
            await reply(interaction, post)

    return hint, check
