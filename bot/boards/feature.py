"""What boards add to the bot."""

from bot.boards.chat import PlayHandlers, submit_commands
from bot.boards.display import BoardDisplay
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from service.attempts import Attempts
from service.boards import Boards


def boards(  # noqa: PLR0913 - all by name
    *,
    interactions: Interactions,
    attempts: Attempts,
    boards: Boards,
    display: BoardDisplay,
    playing: PlayHandlers,
    input_bytes: int,
) -> Feature:
    """The pad and /submit."""
    commands = submit_commands(
        interactions=interactions,
        attempts=attempts,
        boards=boards,
        display=display,
        playing=playing,
        input_bytes=input_bytes,
    )
    return Feature(commands, (playing,))
