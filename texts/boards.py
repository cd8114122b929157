"""The texts of boards, and of /submit."""

from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.places import Places
from narrator.problems import localize
from play.calendar import number_of
from play.clock import format_duration
from play.history import UnchangedReason
from play.moves import go_example
from play.pen import Mode, Pad
from play.tracks import StreakKind, Track
from puzzle.grid import Grid
from puzzle.moves import examples
from puzzle.notation.loopy import size_and_rules
from puzzle.places import dot_name
from service.playing.boards import Remark
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.sharing import card_of
from store.records import Attempt, AttemptKind, BoardSummary
from texts.puzzles import rules_line, stored_rules, stored_size
from texts.sharing import facts
from texts.times import relative
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
TOGETHER = Message("Together")

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
REPLAYED = Message(
    "It is unranked: you had opened it before you deleted your data, or you draw it with others."
)
UNDER_PAR = Message("{percent} under your par of {par}")
OVER_PAR = Message("{percent} over your par of {par}")
AT_PAR = Message("At your par of {par}")
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


COURSE_DONE = Message("That was the course. Now try an Easy daily!")


def solved(localizer: Localizer, loaded: LoadedAttempt, streak: int = 0) -> str:
    """The result of a solved board, and for a daily whether it is ranked; after the course, where
    marks may be done for the learner, what to do next."""
    attempt = loaded.attempt
    if attempt.kind is AttemptKind.LEARN:
        return localizer.say(COURSE_DONE)
    lines = facts(localizer, card_of(loaded, streak, clock=localizer.clock)).splitlines()[1:]
    if localizer.clock:
        lines[0] = f"**{lines[0]}**"
        if result := par_result(localizer, loaded):
            lines.insert(1, result)
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


SUBMIT_COMMAND = Message("A verdict on your whole answer for the board you are playing")
SUBMIT_MOVES = Message("The moves of the loop, A1-A4-C4, or the loop as another site writes it")
SUBMIT_FILE = Message("Or a file with the answer, as puzz.link saves it (pzprv3)")
SEVERAL = Message("This puzzle has more than one solution; any of them counts.")
IS_A_DAILY = Message("That puzzle is one of today's dailies, so here is the daily itself.")
REMARKS = {Remark.IS_A_DAILY: IS_A_DAILY, Remark.SEVERAL_SOLUTIONS: SEVERAL}

OPEN = Message("Open")
DRAW = Message("Draw here")

EITHER = Message("{first} or {other}")
PEN = {
    Mode.LINE: Message("The pen is at **{dot}** and draws lines."),
    Mode.CROSS: Message("The pen is at **{dot}** and draws crosses."),
    Mode.ERASE: Message("The pen is at **{dot}** and erases."),
    Mode.MOVE: Message("The pen is at **{dot}** and moves without drawing."),
}
NO_EDGE_THERE = Message("No edge leads from the pen in that direction.")
BEGUN = Message("-# Begun {time}.")
BEGUN_WITH_PAR = Message("-# Begun {time} · {par}.")
PAR = Message("par {time}")
PAR_ON_PAGE = Message("par {time} on the board page")
"""Before the first mark: drawn in chat alone, a board takes longer, and then its par is another."""
NOTICES = {
    UnchangedReason.NO_EDGE: Message("The board ends here."),
    UnchangedReason.NOTHING_TO_UNDO: Message("There is nothing left to undo."),
    UnchangedReason.NOTHING_TO_REDO: Message("There is nothing to redo."),
    UnchangedReason.NOTHING_CHANGED: Message("Nothing has changed."),
    UnchangedReason.NO_TRIAL: Message("Nothing is on trial."),
    UnchangedReason.TOO_MANY_TRIALS: Message("There are no more trials within each other."),
}
USE_MODE = {
    Mode.MOVE: Message("Move the pen without drawing"),
    Mode.ERASE: Message("Erase marks"),
}
USE_STRIDE = Message("Far arrows: {edges} edges")
MENU = Message("Hint, check and more")
TYPE_TITLE = Message("Type your moves")
TYPE_LABEL = Message("Moves")
TYPE_DESCRIPTION = Message("Lines: {lines}, crosses: {crosses}, and {others}")
TYPE = Message("Type moves")
CLEAR = Message("Remove all marks")
PLAY = Message("Play")
BACK_BUTTON = Message("Back to the board")


def type_description(localizer: Localizer, grid: Grid) -> str:
    """The description of the form's field: examples of what can be typed on a board.

    >>> from puzzle.grid import square_grid
    >>> type_description(Localizer(), square_grid(4, 4))
    'Lines: D2 top or A1-A4-C4, crosses: x D2 left, and erase D2 top, go C3, clear'
    """
    line, path, cross = examples(grid)
    lines = localizer.say(EITHER, first=line, other=path)
    others = f"erase {line}, go {go_example(grid)}, clear"
    return localizer.say(TYPE_DESCRIPTION, lines=lines, crosses=f"x {cross}", others=others)


def type_placeholder(grid: Grid) -> str:
    """What stands in the empty field: an example of moves on a board.

    >>> from puzzle.grid import square_grid
    >>> type_placeholder(square_grid(4, 4))
    'A1-A4-C4 x A1-B1'
    """
    if grid.is_square:
        return "A1-A4-C4 x A1-B1"
    _, path, cross = examples(grid)
    return f"{path} x {cross}"


def notice(localizer: Localizer, loaded: LoadedAttempt) -> str:
    """Why the last action had no effect; an empty text when it had one."""
    notice = loaded.pad.notice
    if notice is UnchangedReason.NO_EDGE and not loaded.puzzle.grid.is_square:
        return localizer.say(NO_EDGE_THERE)
    return "" if notice is None else localizer.say(NOTICES[notice])


def state(
    localizer: Localizer, loaded: LoadedAttempt, *, pen: bool = True, dots: bool = False
) -> str:
    """The position and mode of the pen, if it is shown, and when the board was begun.

    With `dots` the labels of the picture name the dots, and so does the text.
    """
    pad, shown = loaded.pad, loaded.attempt.shown_at or loaded.attempt.begun_at
    lines = [localizer.say(PEN[pad.mode], dot=_pen(localizer, pad, dots=dots))] if pen else []
    if localizer.clock:
        par = par_text(localizer, loaded, PAR if loaded.attempt.surfaces else PAR_ON_PAGE)
        begun = BEGUN_WITH_PAR if par else BEGUN
        lines.append(localizer.say(begun, time=relative(shown), par=par))
    if loaded.attempt.replayed:
        lines.append(localizer.say(REPLAYED))
    return "\n".join(lines)


def par_text(localizer: Localizer, loaded: LoadedAttempt, told: Message = PAR) -> str:
    """The par of a board for its player; an empty text if none is told."""
    if loaded.par is None or not localizer.par:
        return ""
    return localizer.say(told, time=format_duration(round(loaded.par)))


def par_result(localizer: Localizer, loaded: LoadedAttempt) -> str:
    """How the time of a solved board, without what mistakes add, compares with its par."""
    percent = loaded.over_par
    if loaded.par is None or percent is None or not localizer.par:
        return ""
    result = OVER_PAR if percent > 0 else UNDER_PAR if percent < 0 else AT_PAR
    par = format_duration(round(loaded.par))
    return localizer.say(result, percent=f"{abs(percent)}%", par=par)


def _pen(localizer: Localizer, pad: Pad, *, dots: bool) -> str:
    """The dot of the pen by its own name, or as a corner of a cell."""
    if dots:
        return dot_name(pad.board.puzzle.grid, pad.pen)
    return Places(pad.board.puzzle, localizer).dots([pad.pen])
