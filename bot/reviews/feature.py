"""What reviews add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.reviews.chat import ReviewHandlers
from service.reviews import Reviews


def reviews(interactions: Interactions, reviews: Reviews) -> Feature:
    """Reviews and replays of solved boards."""
    return Feature(handlers=(ReviewHandlers(interactions, reviews),))
