"""What dailies add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.dailies.chat import ArchiveHandlers, DailyHandlers, daily_commands
from service.dailies import Dailies


def dailies(
    interactions: Interactions, dailies: Dailies, handlers: DailyHandlers, archive: ArchiveHandlers
) -> Feature:
    """/daily, the buttons below a daily, and the archive."""
    return Feature(daily_commands(interactions, dailies, archive), (handlers, archive))
