"""The texts of /play's menu of boards, of puzzles of the user's own, and of ratings."""

from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs.solving import RateAnswer
from narrator.outcomes import RatingNumbers, describe_rating, explain_not_rated
from play.clock import format_duration
from play.tracks import size as size_of
from service.playing.boards import DailyPlace
from solver.rating import NotRated
from store.records import BoardSummary
from texts.boards import summary_title
from texts.puzzles import size_on, stored_size
from texts.times import relative
from texts.tracks import track_name

PLAY = Message("Your boards, today's puzzles, and puzzles of your own to play")
PLAY_PUZZLE = Message("A puzzle up to 30x30: a Loopy ID, a puzz.link address, or rows")

DAILIES = Message("### Daily #{number}")
UNFINISHED = Message("### Your unfinished boards")
DAILY_LINE = Message("**{track}** {size}")
BOARD_LINE = Message("**{title}** · {lines}")
LINES_AT = Message("{lines}, {time}")
LINES = Plural("{count} line drawn", "{count} lines drawn")
SOLVED_IN = Message("{title} · solved in {time}")
SOLVED_BEFORE = Message("{title} · solved")
GIVEN_UP = Message("{title} · given up")
BEGUN_AT = Message("{title} · begun {time}")
BEGUN_BEFORE = Message("{title} · begun")
ENTER = Message("Enter a puzzle")
TITLE = Message("A puzzle of your own")
PUZZLE = Message("Puzzle")
PUZZLE_NOTE = Message("Rows of digits and dots on lines of their own, a Loopy ID, or an address")
TOO_LONG = Message("That puzzle is too long for this field. Please mend it as a file below.")
FILE = Message("Or a file")
FILE_NOTE = Message("A picture of a board, or text: rows, CSV, or a file saved by puzz.link")
PURPOSE = Message("What I do with it")
TO_PLAY = Message("Open a board to play it")
TO_SOLVE = Message("Solve it and show its loop")
TO_RATE = Message("Rate its difficulty")

READ_AS = Message("-# Read as {notation}, {size}.")
RECOGNISED = Message("-# Recognised: a picture of mine, {size}.")
LEFT_OPEN = Message("-# Please check: {remark}.")
SEVERAL = Plural(
    "-# There is {count} other puzzle in the same text:",
    "-# There are {count} other puzzles in the same text:",
)
MEND = Message("That is not it")

RATING_TITLE = Message("How hard is this {size} puzzle?")


def daily_line(localizer: Localizer, day: date, daily: DailyPlace) -> str:
    """The line of a daily in a list, with the state of the user's attempt."""
    track, attempt, size = daily.track, daily.attempt, size_of(daily.track, day)
    shown = size_on(localizer, size.tiling, f"{size}", size.rules)
    if daily.size is not None:  # generated, perhaps by another version
        shown = stored_size(localizer, daily.size)
    title = localizer.say(DAILY_LINE, track=track_name(localizer, track), size=shown)
    if attempt is None:
        return title
    if attempt.revealed:
        return localizer.say(GIVEN_UP, title=title)
    if not localizer.clock:
        solved_it = attempt.solved_at is not None
        return localizer.say(SOLVED_BEFORE if solved_it else BEGUN_BEFORE, title=title)
    if attempt.solved_at is not None:
        time = format_duration((attempt.seconds or 0) + attempt.penalty)
        return localizer.say(SOLVED_IN, title=title, time=time)
    return localizer.say(BEGUN_AT, title=title, time=relative(attempt.shown_at or attempt.begun_at))


def board_line(localizer: Localizer, board: BoardSummary) -> str:
    """The line of an unfinished board in a list."""
    lines = localizer.say(LINES, board.lines, count=board.lines)
    if localizer.clock:
        lines = localizer.say(LINES_AT, lines=lines, time=relative(board.touched_at))
    return localizer.say(BOARD_LINE, title=summary_title(localizer, board), lines=lines)


def rating_text(localizer: Localizer, rated: RateAnswer) -> str:
    """What the level of a puzzle means, its techniques, or why it has no rating."""
    size = stored_size(localizer, rated.size)
    title, found = localizer.say(RATING_TITLE, size=size), rated.found
    if isinstance(found, NotRated):
        return f"### {title}\n{explain_not_rated(found, localizer)}"
    rating = describe_rating(RatingNumbers.of(found), localizer)
    return f"### {title}\n{rating}"
