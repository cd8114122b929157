"""The texts of daily posts, their buttons, and dates without a daily."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import Track
from texts.tracks import track_name

TITLE = Message("Daily #{number} · {track} {size}")
SOLVED_BY = Plural("Solved by {count:,} person so far", "Solved by {count:,} people so far")
SOLVED_BY_NOBODY = Message("Nobody has solved it yet. Be the first!")
OPEN_UNTIL = Message("Open until {time}, {relative}.")
CLOSED = Message("Its day is over: you can still play it for fun, but it no longer counts.")
NEXT_SPECIAL = Message("The next Sunday special opens {relative}.")
PICTURE = Message("Daily #{number}, {track}. {picture}")

PLAY = Message("Play")
HINT = Message("Hint")
SUBMIT = Message("Submit")
LEADERBOARD = Message("Leaderboard")

NUMBERED = Message("#{number}, {day}")
THREAD = Message("Daily #{number} · {track} · {day}")

NOT_YET = Message("Daily #{number} is for {day}, which has not begun yet.")
ONLY_ON_SUNDAYS = Message(
    "There is a Sunday special only on Sundays; the last one before that day is #{number}, of "
    "{day}."
)


def title(localizer: Localizer, number: int, track: Track, size: str) -> str:
    """The heading of a daily.

    >>> title(Localizer(), 62, Track.NORMAL, "10x10")
    'Daily #62 · Normal 10x10'
    """
    return localizer.say(TITLE, number=number, track=track_name(localizer, track), size=size)


def solved_by(localizer: Localizer, count: int) -> str:
    """The number of players who solved a daily, as a sentence.

    >>> [solved_by(Localizer(), count) for count in (0, 1, 1200)][1:]
    ['Solved by 1 person so far', 'Solved by 1,200 people so far']
    """
    return (
        localizer.say(SOLVED_BY, count, count=count) if count else localizer.say(SOLVED_BY_NOBODY)
    )
