"""The texts of ratings."""

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs import RateAnswer
from narrator.outcomes import RatingNumbers, describe_rating, explain_not_rated
from solver.rating import NotRated
from texts.sizes import stored_size

TITLE = Message("How hard is this {size} puzzle?")


def rating_text(localizer: Localizer, rated: RateAnswer) -> str:
    """What the level of a puzzle means, its techniques, or why it has no rating."""
    size = stored_size(localizer, rated.size)
    title, found = localizer.say(TITLE, size=size), rated.found
    if isinstance(found, NotRated):
        return f"### {title}\n{explain_not_rated(found, localizer)}"
    rating = describe_rating(RatingNumbers.of(found), localizer)
    return f"### {title}\n{rating}"
