"""What the manual adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.manual.chat import ManualHandlers, about_commands, manual_commands


def manual(interactions: Interactions, handlers: ManualHandlers) -> Feature:
    """/help and /about."""
    commands = (*manual_commands(interactions, handlers), *about_commands(interactions))
    return Feature(commands, (handlers,))
