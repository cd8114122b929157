"""What sharing adds to the bot."""

from bot.boards.display import BoardDisplay
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.sharing.chat import ShareHandlers
from service.sharing import Sharing


def sharing(interactions: Interactions, sharing: Sharing, display: BoardDisplay) -> Feature:
    """Cards of results, without spoilers."""
    return Feature(handlers=(ShareHandlers(interactions, sharing, display),))
