"""The texts of dailies, their posts, their secrecy, and of the archive."""

from datetime import date

from i18n.localizer import GROUPS, Localizer
from i18n.messages import Message, Plural
from play.calendar import number_of, opens
from play.clock import format_duration
from play.tracks import Track, next_of
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from service.dailies.archive import ArchiveDay, ArchiveMonth
from service.dailies.dailies import DayView
from service.dailies.day_ends import DayEnd
from store.records import StandingRecord
from texts.leaderboards import player_text
from texts.pasting import DAILY_LINE
from texts.puzzles import puzzle_size, rules_line, stored_size
from texts.times import full
from texts.tracks import track_name

PLAY_TRACK = Message("Play {track}")
DAILY = Message("Today's puzzles, the same for everyone, or one of an earlier day")
DAILY_TRACK = Message("One alone: a difficulty, the mini for a minute, or the special")
DAILY_DAY = Message("An earlier one, unranked: a number such as 62, or a date such as 2027-01-01")
CALENDAR_CHOICE = Message("All days: the calendar")

TITLE = Message("Daily #{number} · {track} {size}")
DAY_TITLE = Message("### Dailies #{number} · {day}")
SOLVED_BY = Plural("solved by {count:,} person everywhere", "solved by {count:,} people everywhere")
COUNTS_UNTIL = Message("-# A solution counts until {time}.")
DAY_CLOSED = Message("### Dailies #{number} · closed")
NEXT = Message("**{track}**: the next one is #{number}, from {time}.")
SOLVED_EVERYWHERE = Message("Solved everywhere: {counts}")
SOLVED_TRACK = Message("{track} {count:,}")
ENDED = Message("**#{number} in this server**")
SERVER_STREAK = Plural("streak: {count:,} day", "streak: {count:,} days")
WEEK_ENDED = Message("**The week**, by dailies solved")
SOLVED_HERE = Plural("{track} · {count:,} solved", "{track} · {count:,} solved")
MEDALS = "🥇🥈🥉"
POSTED = Message("The post of the day: {link}.")
PICTURE = Message("Boards of dailies #{number}: {boards}. Play tells each of their clues.")
BOARD = Message("{track}, {size}")

PLAY = Message("Play")
HINT = Message("Hint")
LEADERBOARD = Message("Leaderboard")

CHANNEL_GONE = Message(
    "I was posting the daily puzzles in **{server}**, but the channel {channel} no "
    "longer exists, so I have stopped. Use `/setup` there to choose another one."
)
CHANNEL_REFUSES = Message(
    "I am set to post the daily puzzles in **{server}**, but {channel} takes no posts from me. "
    "`/setup` there says what is missing, or chooses another channel. I will try again every day "
    "for a week without writing to you again."
)
CHANNEL_UNREADABLE = Message(
    "I could not find out whether a post of daily puzzles arrived in {channel} of **{server}**, "
    "where I may not read, so I did not send it again. `/setup` there says what is missing."
)

NUMBERED = Message("#{number}, {day}")
ONE_POST = Message(
    "From now on I post the daily puzzles of a day in **{server}** as one message with a picture "
    "of all boards, in {channel} as before. `/setup` there chooses which ones."
)

THREAD = Message("Dailies #{number} · {day}")


def title(localizer: Localizer, number: int, track: Track, size: str) -> str:
    """The heading of a daily.

    >>> title(Localizer(), 62, Track.NORMAL, "10x10")
    'Daily #62 · Normal 10x10'
    """
    return localizer.say(TITLE, number=number, track=track_name(localizer, track), size=size)


def day_line(localizer: Localizer, view: DayView, track: Track) -> str:
    """A daily: its track and size, how many people solved it if any did, and other rules."""
    puzzle, count = parse_loopy(view.puzzles[track].notation), view.solvers.get(track.value, 0)
    size = puzzle_size(localizer, puzzle)
    title = localizer.say(DAILY_LINE, track=track_name(localizer, track), size=size)
    solved = localizer.say(SOLVED_BY, count, count=count) if count else ""
    notes = filter(None, (solved, rules_line(localizer, puzzle.rules)))
    return "\n".join([title, *(f"-# {note}" for note in notes)])


def picture_text(localizer: Localizer, view: DayView) -> str:
    """What is on the picture of the boards, without their clues, for which there is no room."""

    def board(track: Track, puzzle: Puzzle) -> str:
        size = puzzle_size(localizer, puzzle)
        return localizer.say(BOARD, track=track_name(localizer, track), size=size)

    found = {track: parse_loopy(each.notation) for track, each in view.puzzles.items()}
    boards = localizer.chain([board(*each) for each in found.items()], GROUPS)
    return localizer.say(PICTURE, number=number_of(view.day), boards=boards)


def ended_text(localizer: Localizer, end: DayEnd) -> str:
    """How a day ended for the people of a server: the first of each track, how many solved it, and
    their streak; perhaps also the week."""
    heading = [localizer.say(ENDED, number=number_of(end.day))]
    if end.streak > 1:
        heading.append(localizer.say(SERVER_STREAK, end.streak, count=end.streak))
    lines = [" · ".join(heading)]
    for track, count in end.solved.items():
        named = [
            _place(localizer, it, format_duration(it.seconds)) for it in end.first.get(track, ())
        ]
        name = track_name(localizer, track)
        solved = localizer.say(SOLVED_HERE, count, track=name, count=count)
        lines.append(" · ".join(filter(None, (solved, " ".join(named)))))
    if end.week:
        lines.append(localizer.say(WEEK_ENDED))
    for track, places in end.week.items():
        named = [_place(localizer, it, localizer.figure(it.solved)) for it in places]
        lines.append(f"{track_name(localizer, track)} · {' '.join(named)}")
    return "\n".join(lines)


def _place(localizer: Localizer, line: StandingRecord, reached: str) -> str:
    """A medal, the player, and what they reached, on one line."""
    parts = (MEDALS[line.rank - 1], player_text(localizer, line), reached)
    return "\N{NO-BREAK SPACE}".join(parts)


def closed_text(localizer: Localizer, view: DayView) -> str:
    """The dailies of a day that is over: one heading, and how many people solved each."""
    say = localizer.say
    counts = " · ".join(
        say(
            SOLVED_TRACK, track=track_name(localizer, track), count=view.solvers.get(track.value, 0)
        )
        for track in view.puzzles
    )
    heading = say(DAY_CLOSED, number=number_of(view.day))
    return f"{heading}\n{say(SOLVED_EVERYWHERE, counts=counts)}"


def next_text(localizer: Localizer, track: Track, on: date) -> str:
    """When the next daily of a track is that has none on a day."""
    day, name = next_of(track, on), track_name(localizer, track)
    return localizer.say(NEXT, track=name, number=number_of(day), time=full(opens(day)))


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
