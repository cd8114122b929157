"""What races add to the bot."""

from bot.core.feature import Feature
from bot.races.chat import RaceHandlers


def races(handlers: RaceHandlers) -> Feature:
    """The buttons of races, which `/new` begins."""
    return Feature(handlers=(handlers,))
