"""What new puzzles add to the bot."""

from bot.boards.display import BoardDisplay
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.new_puzzles.chat import EnterClues, Invite, NewPuzzleHandlers, new_commands
from service.boards import Boards
from service.generation import Generation


def new_puzzles(  # noqa: PLR0913, PLR0917 - what the command can do
    interactions: Interactions,
    generation: Generation,
    boards: Boards,
    display: BoardDisplay,
    invite: Invite,
    enter: EnterClues,
) -> Feature:
    """/new, and another puzzle like it; `invite` posts a race, `enter` shows an empty board."""
    return Feature(
        new_commands(interactions, generation, boards, display, invite, enter),
        (NewPuzzleHandlers(interactions, generation, boards, display),),
    )
