"""The texts of storms."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.storm import MISS_SECONDS, SECONDS
from service.storms import StormPage
from store.records import Visibility
from texts.leaderboards import ANONYMOUS
from texts.timestamps import relative

BEGIN = Message(
    "### Storm\n"
    "{minutes} minutes of small boards: on each, one of four edges is decided. They grow harder "
    "with each right answer; a wrong one takes {seconds} seconds away. The score is the number of "
    "right answers. Your first storm of the day (UTC) counts for the board of this server, the "
    "others are practice."
)
BEGIN_BUTTON = Message("Begin")
AGAIN_BUTTON = Message("Again")
STORM = Message("### Storm · {right} right · ends {end}")
WAS_RIGHT = Message("✅ Right.")
WAS_WRONG = Message("❌ Wrong: {seconds} seconds less.")
WHICH = Message("**One edge is decided. Which one, and is it a line or a cross?**")
OVER = Plural("### The storm is over: {count} right", "### The storm is over: {count} right")
MISSED = Plural("{count} wrong answer.", "{count} wrong answers.")
COUNTS = Message("This was your first storm of the day, so it counts.")
PRACTICE = Message("Your first storm of the day counts, so this was practice.")
BOARD = Message("**Today in this server**")
LINE = Message("{rank}. {person} · {score}")


def begin_text(localizer: Localizer) -> str:
    """What a storm is."""
    return localizer.say(BEGIN, minutes=SECONDS // 60, seconds=MISS_SECONDS)


def storm_text(localizer: Localizer, page: StormPage) -> str:
    """The text above a drill of a storm."""
    storm = page.storm
    lines = [localizer.say(STORM, right=storm.right, end=relative(storm.ends_at))]
    if page.was_right is not None:
        message = WAS_RIGHT if page.was_right else WAS_WRONG
        lines.append(localizer.say(message, seconds=MISS_SECONDS))
    return "\n".join([*lines, localizer.say(WHICH)])


def result_text(localizer: Localizer, page: StormPage) -> str:
    """The result of a storm, and the board of the server."""
    storm, say = page.storm, localizer.say
    sentences = [say(COUNTS if page.counts else PRACTICE)]
    if storm.missed:
        sentences.insert(0, say(MISSED, storm.missed, count=storm.missed))
    lines = [say(OVER, storm.right, count=storm.right), localizer.gap.join(sentences)]
    if page.best:
        lines.append(say(BOARD))
    for each in page.best:
        rank = 1 + sum(other.score > each.score for other in page.best)
        named = each.visibility is Visibility.NAMED
        person = f"<@{each.player_id}>" if named else say(ANONYMOUS)
        lines.append(say(LINE, rank=rank, person=person, score=each.score))
    return "\n".join(lines)
