"""What new puzzles add to the bot."""

from bot.boards.display import BoardDisplay
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.new_puzzles.chat import Invite, NewPuzzleHandlers, new_commands
from service.boards import Boards
from service.generation import Generation


def new_puzzles(
    interactions: Interactions,
    generation: Generation,
    boards: Boards,
    display: BoardDisplay,
    invite: Invite,
) -> Feature:
    """/new, and another puzzle like it; `invite` posts a race."""
    return Feature(
        new_commands(interactions, generation, boards, display, invite),
        (NewPuzzleHandlers(interactions, generation, boards, display),),
    )
