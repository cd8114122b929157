"""The texts of boards, and of /submit."""

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.places import Places
from play.history import UnchangedReason
from play.moves import go_example
from play.pen import Mode, Pad
from puzzle.grid import Grid
from puzzle.moves import examples
from puzzle.places import dot_name
from service.playing.boards import Remark
from service.playing.loaded_attempt import LoadedAttempt
from texts.playing import REPLAYED
from texts.times import relative

SUBMIT_COMMAND = Message("Submit your whole answer for the board you are playing")
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
