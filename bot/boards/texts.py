"""The texts of boards, of /play's menu of them, and of /submit."""

from datetime import date

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.places import Places
from play.clock import format_duration
from play.history import UnchangedReason
from play.moves import go_example
from play.pen import Mode, Pad
from play.tracks import size as size_of
from puzzle.grid import Grid
from puzzle.moves import examples
from puzzle.places import dot_name
from service.boards import DailyPlace, Remark
from service.loaded_attempt import LoadedAttempt
from store.records import BoardSummary
from texts.playing import REPLAYED, summary_title
from texts.puzzles import size_on, stored_size
from texts.times import relative
from texts.tracks import track_name

SUBMIT_COMMAND = Message("Submit your whole answer for the board you are playing")
SUBMIT_MOVES = Message("The moves of the loop, A1-A4-C4, or the loop as another site writes it")
SUBMIT_FILE = Message("Or a file with the answer, as puzz.link saves it (pzprv3)")
SEVERAL = Message("This puzzle has more than one solution; any of them counts.")
IS_A_DAILY = Message("That puzzle is one of today's dailies, so here is the daily itself.")
REMARKS = {Remark.IS_A_DAILY: IS_A_DAILY, Remark.SEVERAL_SOLUTIONS: SEVERAL}

TODAY = Message("### Today's puzzles: daily #{number}")
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
        lines.append(localizer.say(BEGUN, time=relative(shown)))
    if loaded.attempt.replayed:
        lines.append(localizer.say(REPLAYED))
    return "\n".join(lines)


def _pen(localizer: Localizer, pad: Pad, *, dots: bool) -> str:
    """The dot of the pen by its own name, or as a corner of a cell."""
    if dots:
        return dot_name(pad.board.puzzle.grid, pad.pen)
    return Places(pad.board.puzzle, localizer).dots([pad.pen])


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
