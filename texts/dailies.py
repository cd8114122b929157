"""The texts of dailies, their posts, their secrecy, and of the archive."""

from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from play.calendar import number_of
from play.tracks import Track
from service.dailies.archive import ArchiveDay, ArchiveMonth
from texts.puzzles import stored_size
from texts.tracks import track_name

PLAY_TRACK = Message("Play {track}")
DAILY = Message("Today's puzzle, the same for everyone, or one of an earlier day")
DAILY_TRACK = Message("A difficulty, the mini for a minute, or the special (default: Normal)")
DAILY_DAY = Message("An earlier one, unranked: a number such as 62, or a date such as 2027-01-01")
CALENDAR_CHOICE = Message("All days: the calendar")

TITLE = Message("Daily #{number} · {track} {size}")
SOLVED_BY = Plural("Solved by {count:,} person so far", "Solved by {count:,} people so far")
SOLVED_BY_NOBODY = Message("Nobody has solved it yet. Be the first!")
UNSOLVED = Message("Nobody solved it on its day.")
OPEN_UNTIL = Message("Open until {time}, {relative}.")
CLOSED = Message("Its day is over: you can still play it for fun, but it no longer counts.")
NEXT_SPECIAL = Message("The next Sunday special opens {relative}.")
PICTURE = Message("Daily #{number}, {track}. {picture}")

PLAY = Message("Play")
HINT = Message("Hint")
LEADERBOARD = Message("Leaderboard")

CHANNEL_GONE = Message(
    "I was posting the daily puzzles in **{server}**, but the channel {channel} no "
    "longer exists, so I have stopped. Use `/setup` there to choose another one."
)
CHANNEL_REFUSES = Message(
    "I am set to post the daily puzzles in **{server}**, but I am not allowed to "
    "post in {channel}. Please let me see the channel, send messages and attach "
    "files there, or choose another one with `/setup`. I will try again every day "
    "for a week without writing to you again."
)

NUMBERED = Message("#{number}, {day}")
THREAD = Message("Daily #{number} · {track} · {day}")


def title(localizer: Localizer, number: int, track: Track, size: str) -> str:
    """The heading of a daily.

    >>> title(Localizer(), 62, Track.NORMAL, "10x10")
    'Daily #62 · Normal 10x10'
    """
    return localizer.say(TITLE, number=number, track=track_name(localizer, track), size=size)


def solved_by(localizer: Localizer, count: int, *, over: bool = False) -> str:
    """The number of players who solved a daily, whose day may be over, as a sentence.

    >>> [solved_by(Localizer(), count) for count in (0, 1, 1200)][1:]
    ['Solved by 1 person so far', 'Solved by 1,200 people so far']
    >>> solved_by(Localizer(), 0, over=True)
    'Nobody solved it on its day.'
    """
    if count:
        return localizer.say(SOLVED_BY, count, count=count)
    return localizer.say(UNSOLVED if over else SOLVED_BY_NOBODY)


ARCHIVE_TITLE = Message("Archive · {month} · {track}")
SOLVED_DAYS = Message("Solved: {count} of {total}")
UNRANKED = Message("Choose a day to play. Dailies of past days do not count.")
SOME_MADE_LATER = Message(
    "The days marked “made later” had no such daily. Their puzzles are made when you open them."
)
MADE_LATER_CAPTION = Message("There was no such daily on {day}. This puzzle was made later.")

EARLIER = Message("Earlier month")
LATER = Message("Later month")
CHOOSE_TRACK = Message("Choose a track")
CHOOSE_DAY = Message("Choose a day, #{first} to #{last}")
SOLVED = Message("solved")
BEGUN = Message("opened")
MADE_LATER = Message("made later")


def month_text(localizer: Localizer, month: ArchiveMonth) -> str:
    """The text above the calendar of a month."""
    say, query = localizer.say, month.query
    name = track_name(localizer, query.track)
    title = say(ARCHIVE_TITLE, month=f"{query.month:%Y-%m}", track=name)
    solved = sum(day.solved for day in month.days)
    counted = say(SOLVED_DAYS, count=solved, total=len(month.days))
    notes = [say(UNRANKED)]
    if any(day.made_later for day in month.days):
        notes.append(say(SOME_MADE_LATER))
    return f"### {title}\n{counted}\n-# {localizer.gap.join(notes)}"


def day_text(localizer: Localizer, day: ArchiveDay) -> str:
    """What is known of a day; empty if nothing is."""
    states = (
        (day.solved, SOLVED),
        (day.opened and not day.solved, BEGUN),
        (day.made_later, MADE_LATER),
    )
    return " · ".join(localizer.say(message) for holds, message in states if holds)


IS_LIVE = Message(
    "### {title}\n"
    "This is one of today's puzzles, or a copy of one. I never show its solution "
    "where others can see it. I can show it to you alone; then your attempt is "
    "unranked, and this puzzle does not count for your streak."
)
REVEAL = Message("Show me the solution")


def this_is_live(localizer: Localizer, day: date, track: Track, size: str) -> str:
    """The question whether to show the solution of a live daily, with the consequences."""
    heading = title(localizer, number_of(day), track, stored_size(localizer, size))
    return localizer.say(IS_LIVE, title=heading)
