"""What help adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.helping.commands import help_commands, solution_commands
from bot.helping.handlers import HelpHandlers
from service.attempts import Attempts
from service.boards import Boards


def helping(
    interactions: Interactions, attempts: Attempts, boards: Boards, handlers: HelpHandlers
) -> Feature:
    """/hint, /check and /solution."""
    commands = (
        *help_commands(interactions, boards, handlers),
        *solution_commands(interactions, attempts, boards, handlers),
    )
    return Feature(commands, (handlers,))
