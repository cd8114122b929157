"""The texts of ratings."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs import RateAnswer
from narrator.outcomes import RatingNumbers, describe_rating
from solver.rating import NotRated

TITLE = Message("How hard is this {size} puzzle?")
WHY_NOT = MappingProxyType(
    {
        NotRated.SEVERAL_SOLUTIONS: Message(
            "It has several solutions, so it cannot be solved by logic alone and has no level."
        ),
        NotRated.NO_SOLUTION: Message(
            "It has no solution, so it has no level. Perhaps a clue was mistyped?"
        ),
        NotRated.TOO_HARD: Message(
            "I could not work it out step by step in time. For a person it is at least Extreme."
        ),
    }
)


def rating_text(localizer: Localizer, rated: RateAnswer) -> str:
    """The level, score and techniques of a puzzle, or why it has no rating."""
    title, found = localizer.say(TITLE, size=rated.size), rated.found
    if isinstance(found, NotRated):
        return f"### {title}\n{localizer.say(WHY_NOT[found])}"
    rating = describe_rating(RatingNumbers.of(found), localizer)
    return f"### {title}\n{rating}"
