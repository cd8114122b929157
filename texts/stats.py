"""The texts of statistics and streaks."""

from collections.abc import Mapping, Sequence
from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.english import LEVELS
from narrator.outcomes import RatingNumbers, describe_rating, technique_title
from narrator.problems import localize
from play.calendar import closes, number_of
from play.clock import format_duration
from play.streaks import MAX_FREEZES, Streak
from play.tracks import Track
from puzzle.notation import parse_loopy
from puzzle.tilings.catalogue import BY_NUMBER
from service.dailies.streaks import StreakHistory
from service.people.stats import PlayerStats
from solver.explain.step import Difficulty
from store.records import AttemptKind, StoredPuzzle, TrackTotals
from texts.new_puzzles import NAMES
from texts.puzzles import puzzle_size, stored_rules
from texts.times import clock_time, relative
from texts.tracks import track_name

STATS = Message("What somebody has solved, how fast, and on how many days in a row")
STATS_PERSON = Message("Whose stats (default: yours)")

MAX_DAYS = 5
"""Maximum number of dates that are listed; earlier ones are only counted."""

NUMBERS = Message("### {person} in numbers")
NOTHING_RANKED = Message("No ranked daily.")
TRACK_LINE = Message("**{track}** · {solved} · best {best} · median {median}")
TRACK_LINE_WITHOUT_CLOCK = Message("**{track}** · {solved}")
DAILIES = Plural("{count:,} daily", "{count:,} dailies")
NO_HELP = Message("Without any help: {count:,} of {all:,} ({percent}\N{NO-BREAK SPACE}%)")
MISTAKES = Message("Wrong submissions: {count:,}")
OTHERS = {
    AttemptKind.ARCHIVE: Message("From the archive: {count:,}"),
    AttemptKind.ENDLESS: Message("Endless puzzles: {count:,}"),
    AttemptKind.PASTED: Message("Pasted puzzles: {count:,}"),
}
PUBLISHED = Message("Puzzles published: {count:,} · solves: {solved:,} · likes: {likes:,}")
HARDEST = Message("Hardest board solved (a daily counts from the next day on): {size}.")
NOTHING_OF_YOU = Message(
    "You have not played here. `/daily` shows today's puzzle, `/learn` walks you through a "
    "first one."
)
NOTHING_TO_SHOW = Message("{person} has not played here, or keeps their numbers to themselves.")

DAYS_IN_A_ROW = Plural("{count:,} day in a row", "{count:,} days in a row")
NO_STREAK = Message("No streak")
STILL_OPEN = Message("#{number} counts until {time}, {relative}.")
DONE_TODAY = Message("#{number} counts already. The next dailies open at {time}, {relative}.")
KEEP_IT = Message("Solve one of the three larger ones by then and it goes on.")
START_ONE = Message("Solve one of the three larger ones by then and it begins.")
LONGEST = Message("Longest: {count:,}")
SINCE = Message("Since {day}")
FREEZES = Message("Freezes kept: {count} of {most}")
NEXT_FREEZE = Plural("{count} more day solved earns one", "{count} more days solved earn one")
BRIDGED = Message("Missed, and bridged by a freeze: {days}")
SKIPPED = Message("Skipped because I was offline: {days}")
AND_MORE = Message("{days} and {count:,} earlier")
MINI_DAYS = Plural(
    "Minis: {count:,} day in a row · longest {longest:,}",
    "Minis: {count:,} days in a row · longest {longest:,}",
)
RULES = Message(
    "-# Easy, Normal or Hard, solved on its own day, counts; the mini has a streak of its own. "
    "A missed day uses a freeze automatically."
)
STRENGTHS = Message("Strong on the last boards: {techniques}")
STRENGTH_LEGEND = Message(
    "-# How many times as quickly as the middle of all you solved, after each board without help. "
    "The band is where it probably lies."
)
QUICKER = Message("{kind} {percent} quicker")
SLOWER = Message("{kind} {percent} slower")
DIFFERS = Message("Other than par on the last boards: {kinds}")
LEGEND = Message(
    "-# The loop encloses the days you solved. A ring marks a day bridged by a "
    "freeze, a cross a day I was offline."
)


def stats_text(localizer: Localizer, numbers: PlayerStats) -> str:
    """The heading of a player's statistics, and a line for each track."""
    heading = localizer.say(NUMBERS, person=f"<@{numbers.person}>")
    tracks = [_track_line(localizer, *track) for track in numbers.tracks]
    return "\n".join([heading, *(tracks or [localizer.say(NOTHING_RANKED)])])


def stats_details(localizer: Localizer, numbers: PlayerStats) -> str:
    """Further statistics of a player: help, mistakes, other puzzles, hardest board."""
    lines = []
    ranked = numbers.ranked
    if ranked:
        percent = round(100 * numbers.unaided / ranked)
        lines.append(localizer.say(NO_HELP, count=numbers.unaided, all=ranked, percent=percent))
        lines.append(localizer.say(MISTAKES, count=numbers.mistakes))
    for kind, message in OTHERS.items():
        if numbers.solved.get(kind):
            lines.append(localizer.say(message, count=numbers.solved[kind]))
    count, solved, likes = numbers.published
    if count:
        lines.append(localizer.say(PUBLISHED, count=count, solved=solved, likes=likes))
    if numbers.hardest is not None:
        lines.append(_hardest(localizer, numbers.hardest))
    return "\n".join(lines)


def strengths_text(localizer: Localizer, techniques: Sequence[str]) -> str:
    """The techniques that a player took quickest on their last boards."""
    titles = [technique_title(name, localizer) for name in techniques]
    return localizer.say(STRENGTHS, techniques=localizer.join(titles))


def strength_text(localizer: Localizer, shares: Mapping[str, float]) -> str:
    """What is below the plot of a strength: what it shows, and which boards differ."""
    kinds = [
        localizer.say(
            SLOWER if share > 0 else QUICKER,
            kind=_kind(localizer, kind),
            percent=f"{abs(round(100 * share))}\N{NO-BREAK SPACE}%",
        )
        for kind, share in shares.items()
    ]
    lines = [localizer.say(DIFFERS, kinds=localizer.join(kinds))] if kinds else []
    return "\n".join([localizer.say(STRENGTH_LEGEND), *lines])


def _kind(localizer: Localizer, kind: str) -> str:
    """The name of a level, or of the tiling or rules of a size without its sides."""
    if kind in NAMES:
        return localizer.say(LEVELS[NAMES.index(kind)])
    rules, number = stored_rules(kind), kind.partition("t")[2]
    title = rules.title if not rules.is_plain else BY_NUMBER[int(number)].title
    return localize(title, localizer)


def _track_line(localizer: Localizer, track: Track, numbers: TrackTotals) -> str:
    name = track_name(localizer, track)
    solved = localizer.say(DAILIES, numbers.count, count=numbers.count)
    if not localizer.clock:
        return localizer.say(TRACK_LINE_WITHOUT_CLOCK, track=name, solved=solved)
    return localizer.say(
        TRACK_LINE,
        track=name,
        solved=solved,
        best=format_duration(numbers.best),
        median=format_duration(numbers.median),
    )


def _hardest(localizer: Localizer, puzzle: StoredPuzzle) -> str:
    size = puzzle_size(localizer, parse_loopy(puzzle.notation))
    text = localizer.say(HARDEST, size=size)
    if puzzle.level is None or puzzle.hardest is None:
        return text
    level = Difficulty[puzzle.level.upper()]
    numbers = RatingNumbers(level, puzzle.hardest, puzzle.techniques)
    rating = describe_rating(numbers, localizer)
    return text + localizer.gap + rating


def streak_heading(localizer: Localizer, streak: Streak) -> str:
    """A heading with the length of the streak."""
    if not streak.current:
        return f"### {localizer.say(NO_STREAK)}"
    return f"### 🔥 {localizer.say(DAYS_IN_A_ROW, streak.current, count=streak.current)}"


def streak_today(localizer: Localizer, history: StreakHistory) -> str:
    """Whether the user can still solve a daily today, and until when."""
    streak, end = history.streak, closes(history.on)
    when = {"number": number_of(history.on), "time": clock_time(end), "relative": relative(end)}
    if not streak.open_today:
        return localizer.say(DONE_TODAY, **when)
    text = localizer.say(STILL_OPEN, **when)
    return text + localizer.gap + localizer.say(KEEP_IT if streak.current else START_ONE)


def streak_text(localizer: Localizer, history: StreakHistory, mini: StreakHistory) -> str:
    """The details of a streak: longest, freezes, bridged and skipped dates, and a line about the
    streak of minis, if the user has solved one."""
    streak = history.streak
    longest = [localizer.say(LONGEST, count=streak.longest)]
    if streak.since is not None:
        longest.append(localizer.say(SINCE, day=streak.since))
    freezes = [localizer.say(FREEZES, count=streak.freezes, most=MAX_FREEZES)]
    if streak.to_next_freeze:
        freezes.append(
            localizer.say(NEXT_FREEZE, streak.to_next_freeze, count=streak.to_next_freeze)
        )
    lines = [" · ".join(longest), " · ".join(freezes)]
    for message, days in (
        (BRIDGED, streak.frozen),
        (SKIPPED, history.skipped_since(streak.since)),
    ):
        if days:
            lines.append(localizer.say(message, days=_days(localizer, days)))
    if mini.solved:
        now, most = mini.streak.current, mini.streak.longest
        lines.append(localizer.say(MINI_DAYS, now, count=now, longest=most))
    return "\n".join(lines)


def _days(localizer: Localizer, days: Sequence[date]) -> str:
    text = localizer.join([str(day) for day in days[-MAX_DAYS:]])
    before = len(days) - MAX_DAYS
    return text if before <= 0 else localizer.say(AND_MORE, days=text, count=before)
