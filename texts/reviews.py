"""The texts of reviews of solved boards."""

from math import ceil

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.reviewing import ReviewAnswer, ReviewedMoment
from narrator.outcomes import technique_title
from play.clock import format_duration
from service.learning.gaps import Gap

MAX_MOMENT_LENGTH = 550
"""Maximum number of characters of a moment; five fit into a message with the counts."""

REVIEW = Message("Review")
REPLAY = Message("Replay")
TITLE = Message("How you solved it")
REPLAY_TITLE = Message("How you drew it")
TIMED = Message("{title} \N{MIDDLE DOT} {time}")
OVER_PAR = Message("Most time over par on the last boards: {title}, {time} a board.")
NO_MOMENTS = Message("Nothing stands out: a clean solve.")
TOO_LONG = Message("This replay does not fit into a file here.")


def summary(localizer: Localizer, found: ReviewAnswer, dearest: Gap | None = None) -> str:
    """The counts of a review as Markdown, below a heading, and what takes most time over par."""
    lines = [f"### {localizer.say(TITLE)}", *(f"- {count}" for count in found.counts)]
    if dearest is not None:
        title = technique_title(dearest.technique, localizer)
        time = format_duration(ceil(dearest.over))
        lines.append(f"- {localizer.say(OVER_PAR, title=title, time=time)}")
    if not found.moments:
        lines.append(localizer.say(NO_MOMENTS))
    return "\n".join(lines)


def moment(localizer: Localizer, found: ReviewedMoment, number: int) -> str:
    """A moment of a review as Markdown, with its number and its time.

    >>> from jobs.playing import Drawing
    >>> found = ReviewedMoment("A long pause", "1:05 passed.", Drawing(b"", ""), 130)
    >>> print(moment(Localizer(), found, 2))
    **2. A long pause · 2:10**
    1:05 passed.
    """
    title = found.title
    if found.seconds is not None:
        title = localizer.say(TIMED, title=title, time=format_duration(found.seconds))
    return f"**{number}. {title}**\n{found.text[:MAX_MOMENT_LENGTH]}"
