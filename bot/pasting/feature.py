"""What puzzles of people's own add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.pasting.chat import PasteHandlers, play_commands, rate_commands
from service.boards import Boards


def pasting(
    interactions: Interactions, boards: Boards, handlers: PasteHandlers, input_bytes: int
) -> Feature:
    """/play, its form, and Play and Rate in the Apps menu."""
    commands = (
        *play_commands(interactions, boards, handlers, input_bytes),
        *rate_commands(interactions, handlers, input_bytes),
    )
    return Feature(commands, (handlers,))
