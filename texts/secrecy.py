"""The texts for a request to solve a live or future daily."""

from i18n.localizer import Localizer
from i18n.messages import Message
from play.calendar import Track
from service.dailies import LiveDaily
from texts.dailies import title
from texts.sizes import stored_size

IS_LIVE = Message(
    "### {title}\n"
    "This is one of today's puzzles, or a copy of one. I never show its solution "
    "where others can see it. I can show it to you alone; then your attempt is "
    "unranked, and this puzzle does not count for your streak."
)
YET_TO_COME = Message(
    "This puzzle is reserved for a future daily. Nobody gets to see its solution before then."
)
REVEAL = Message("Show me the solution")


def this_is_live(localizer: Localizer, live: LiveDaily) -> str:
    """The question whether to show the solution of a live daily, with the consequences."""
    daily = live.daily
    size = stored_size(localizer, live.size)
    heading = title(localizer, daily.number, Track(daily.track), size)
    return localizer.say(IS_LIVE, title=heading)
