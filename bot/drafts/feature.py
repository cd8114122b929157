"""What drafts add to the bot."""

from bot.core.feature import Feature
from bot.drafts.chat import DraftHandlers


def drafts(handlers: DraftHandlers) -> Feature:
    """The buttons and the form of puzzles that people enter or mend; `/new` begins empty ones."""
    return Feature(handlers=(handlers,))
