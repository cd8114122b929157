"""What settings add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.settings.chat import SettingsHandlers, settings_commands
from service.board_links import BoardLinks
from service.preferences import Preferences, Previews


def settings(
    interactions: Interactions,
    preferences: Preferences,
    previews: Previews,
    links: BoardLinks | None,
) -> Feature:
    """/settings; `links` are those to board pages, None without one."""
    handlers = SettingsHandlers(interactions, preferences, previews, links)
    return Feature(settings_commands(interactions, preferences, handlers), (handlers,))
