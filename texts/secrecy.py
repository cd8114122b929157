"""The texts for a request to solve a live or future daily."""

from i18n.localizer import Localizer
from i18n.messages import Message
from play.identity import KnownDaily
from texts.dailies import title

IS_LIVE = Message(
    "### {title}\n"
    "This is a puzzle of today, or a copy of it. Its solution is never shown where others see it. "
    "You can have it for yourself; then your attempt is not ranked, and the day does not count "
    "for your streak by this puzzle."
)
YET_TO_COME = Message("This is a daily of a day to come. Nobody gets to see its solution before.")
REVEAL = Message("Show me the solution")


def this_is_live(localizer: Localizer, daily: KnownDaily) -> str:
    """The question whether to show the solution of a live daily, with the consequences."""
    heading = title(localizer, daily.number, daily.track, daily.puzzle.size)
    return localizer.say(IS_LIVE, title=heading)
