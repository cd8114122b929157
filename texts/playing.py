"""The texts of boards."""

from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from play.calendar import number_of
from play.pen import Mode
from play.tracks import StreakKind, Track
from puzzle.notation.loopy import size_and_rules
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.sharing import card_of
from store.records import Attempt, BoardSummary
from texts.puzzles import rules_line, stored_rules, stored_size
from texts.sharing import shared
from texts.tracks import track_name

DAILY_TITLE = Message("Daily #{number} · {track} {size}")
PUZZLE_TITLE = Message("Slitherlink {size}")
RULES_TITLE = Message("{rules} {size}")
ANONYMOUS = Message("Anonymous")

MODES = {
    Mode.LINE: Message("Line"),
    Mode.CROSS: Message("Cross"),
    Mode.ERASE: Message("Erase"),
    Mode.MOVE: Message("Move"),
}
HINT = Message("Hint")
CHECK = Message("Check")
SUBMIT = Message("Submit")
GIVE_UP = Message("Give up")

SOLVED = Message("**Solved!** The loop is closed and meets every clue.")
COUNTS = Message("It counts for the leaderboard and for your streak.")
COUNTS_WITHOUT_CLOCK = Message("It counts for your streak.")
MINI_COUNTS = Message("It counts for the leaderboard and for your streak of minis.")
MINI_COUNTS_WITHOUT_CLOCK = Message("It counts for your streak of minis.")
SPECIAL_COUNTS = Message("It counts for the leaderboard, but for no streak.")
SPECIAL_COUNTS_WITHOUT_CLOCK = Message("It counts, but for no streak.")
COUNTS_FOR = {
    StreakKind.LARGE: (COUNTS, COUNTS_WITHOUT_CLOCK),
    StreakKind.MINI: (MINI_COUNTS, MINI_COUNTS_WITHOUT_CLOCK),
    None: (SPECIAL_COUNTS, SPECIAL_COUNTS_WITHOUT_CLOCK),
}
"""What a ranked attempt counts for by the streak of its track, with a clock and without."""
TOO_LATE = Message("It is unranked: it was not started and solved on the daily's own day.")
REVEALED = Message("It is unranked: you had seen the solution.")
REPLAYED = Message("It is unranked: you had opened it before you deleted your data.")
CLOSED = Message("You gave this board up and have seen its solution, so it is closed.")


def board_title(localizer: Localizer, loaded: LoadedAttempt) -> str:
    """The title of a board: daily, track and size, or the size alone."""
    size = size_and_rules(loaded.puzzle)
    return _title(localizer, loaded.attempt.day, loaded.attempt.track, size)


def board_heading(localizer: Localizer, loaded: LoadedAttempt) -> str:
    """The title of a board as Markdown, with a line that tells other rules than the plain ones."""
    title = f"### {board_title(localizer, loaded)}"
    return "\n".join(filter(None, (title, rules_line(localizer, loaded.puzzle.rules))))


def summary_title(localizer: Localizer, board: BoardSummary) -> str:
    """The title of an unfinished board in a list."""
    return _title(localizer, board.day, board.track, board.size)


def _title(localizer: Localizer, day: date | None, track: str | None, size: str) -> str:
    """The title of a puzzle with a size as its ID begins."""
    if day is not None and track is not None:
        values = {"number": number_of(day), "track": track_name(localizer, track)}
        return localizer.say(DAILY_TITLE, **values, size=stored_size(localizer, size))
    rules = stored_rules(size)
    if not rules.is_plain:
        sides, _, _ = size.partition(":")
        return localizer.say(RULES_TITLE, rules=localize(rules.title, localizer), size=sides)
    return localizer.say(PUZZLE_TITLE, size=stored_size(localizer, size))


def solved(localizer: Localizer, loaded: LoadedAttempt, streak: int = 0) -> str:
    """The result of a solved board, and for a daily whether it is ranked."""
    attempt = loaded.attempt
    lines = shared(localizer, card_of(loaded, streak, clock=localizer.clock)).splitlines()[1:]
    if localizer.clock:
        lines[0] = f"**{lines[0]}**"
    if attempt.ranked:
        lines.append(localizer.say(_counts(attempt, clock=localizer.clock)))
    elif attempt.day is not None:
        lines.append(localizer.say(_unranked_reason(attempt)))
    return "\n".join(lines)


def _counts(attempt: Attempt, *, clock: bool) -> Message:
    """What a ranked attempt counts for."""
    timed, untimed = COUNTS_FOR[Track(attempt.track).rules.streak]
    return timed if clock else untimed


def _unranked_reason(attempt: Attempt) -> Message:
    """Why an attempt at a daily is not ranked."""
    if attempt.revealed:
        return REVEALED
    return REPLAYED if attempt.replayed else TOO_LATE
