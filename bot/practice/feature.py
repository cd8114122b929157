"""What practice adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.practice.chat import PracticeHandlers, practice_commands
from bot.practice.storms import StormHandlers, storm_commands
from service.storms import Storms
from service.training import Training


def practice(interactions: Interactions, training: Training, storms: Storms) -> Feature:
    """/practice and /storm, their questions and answers."""
    handlers = PracticeHandlers(interactions, training)
    return Feature(
        (*practice_commands(interactions, handlers), *storm_commands(interactions)),
        (handlers, StormHandlers(interactions, storms)),
    )
