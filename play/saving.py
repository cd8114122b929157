"""Formats a pad as a short text to be stored, and parses it.

The format is `1;PEN;MODE;MARKS;DONE;UNDONE`, where 1 is the version of the format, PEN the pen's
dot, MODE the first letter of the mode, MARKS the states of the edges, three per character, and DONE
and UNDONE the steps, separated by dots. A step is `START-END:`, followed by each changed edge with
a letter for its states before and after. Numbers are in base 36.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from types import MappingProxyType

from play.history import MAX_CHANGES, MAX_STEPS, Change, History, HistoryStep
from play.pen import Mode, Pad
from puzzle.errors import NotationError
from puzzle.model import Board, EdgeState, Puzzle

NAME = "a stored pad"
VERSION = "1"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TRIPLES = MappingProxyType(
    dict(zip("abcdefghijklmnopqrstuvwxyz_", product(EdgeState, repeat=3), strict=True))
)
_LETTERS = MappingProxyType({triple: letter for letter, triple in _TRIPLES.items()})
_TRANSITIONS = MappingProxyType(dict(zip("ABCDEF", permutations(EdgeState, 2), strict=True)))
_TRANSITION_LETTERS = MappingProxyType({turn: letter for letter, turn in _TRANSITIONS.items()})
_MODES = MappingProxyType({mode.value[0]: mode for mode in Mode})

_NUMBER = "[0-9a-z]{1,5}"
_PEN = re.compile(_NUMBER)
_STEP = re.compile(f"({_NUMBER})-({_NUMBER}):((?:{_NUMBER}[A-F])+)")
_CHANGE = re.compile(f"({_NUMBER})([A-F])")


def to_text(pad: Pad) -> str:
    """A pad as ASCII text without spaces; its notice is left out.

    >>> from play.pen import Arrow
    >>> from puzzle.grid import square_grid
    >>> to_text(Pad.fresh(Puzzle(square_grid(1, 1), (4,))).apply(Arrow.RIGHT))
    '1;1;l;ja;0-1:0A;'
    """
    parts = (_to_base36(pad.pen), pad.mode.value[0], _marks_text(pad.board))
    return ";".join((VERSION, *parts, _steps_text(pad.done), _steps_text(pad.undone)))


def from_text(puzzle: Puzzle, text: str) -> Pad:
    """The pad that `to_text` formatted for this puzzle.

    Raises `NotationError` for any other text: too long, of another version or size, or with steps
    that do not lead to its marks.

    >>> from puzzle.grid import square_grid
    >>> pad = from_text(Puzzle(square_grid(1, 1), (4,)), "1;1;l;ja;0-1:0A;")
    >>> sorted(pad.board.lines), pad.pen_name
    ([0], 'B1')
    """
    edges = len(puzzle.grid.edge_dots)
    if len(text) > (longest := edges + 12 * MAX_STEPS + 6 * (MAX_CHANGES + edges) + 20):
        raise NotationError(NAME, f"it has {len(text)} characters", remedy=f"at most {longest}")
    parts = text.split(";")
    if parts[0] != VERSION or len(parts) != 6:
        raise NotationError(NAME, f"it does not have the six parts of version {VERSION}")
    pen, mode, marks, done, undone = parts[1:]
    if not _PEN.fullmatch(pen) or int(pen, 36) >= len(puzzle.grid.dots):
        raise NotationError(NAME, "its pen is not on the board")
    if mode not in _MODES:
        raise NotationError(NAME, "its mode is not known")
    board = Board(puzzle, _read_marks(marks, edges))
    history = History(board, tuple(_read_steps(done)), tuple(_read_steps(undone)))
    pad = Pad(history, int(pen, 36), _MODES[mode])
    _check_history(pad)
    return pad


def _to_base36(value: int) -> str:
    text = ""
    while True:
        value, digit = divmod(value, 36)
        text = _DIGITS[digit] + text
        if not value:
            return text


def _marks_text(board: Board) -> str:
    marks = board.marks + (EdgeState.UNKNOWN,) * (-len(board.marks) % 3)
    return "".join(
        _LETTERS[marks[at], marks[at + 1], marks[at + 2]] for at in range(0, len(marks), 3)
    )


def _read_marks(text: str, edges: int) -> tuple[EdgeState, ...]:
    if len(text) != -(-edges // 3) or not set(text) <= _TRIPLES.keys():
        raise NotationError(NAME, f"its marks are not those of {edges} edges")
    marks = tuple(state for letter in text for state in _TRIPLES[letter])
    if any(marks[edges:]):
        raise NotationError(NAME, f"it marks more than {edges} edges")
    return marks[:edges]


def _steps_text(steps: Iterable[HistoryStep]) -> str:
    return ".".join(
        f"{_to_base36(step.start)}-{_to_base36(step.end)}:"
        + "".join(
            _to_base36(change.edge) + _TRANSITION_LETTERS[change.before, change.after]
            for change in step.changes
        )
        for step in steps
    )


def _read_steps(text: str) -> Iterator[HistoryStep]:
    for part in text.split(".") if text else ():
        match = _STEP.fullmatch(part)
        if match is None:
            raise NotationError(NAME, "one of its steps cannot be read")
        changes = (
            Change(int(edge, 36), *_TRANSITIONS[turn]) for edge, turn in _CHANGE.findall(match[3])
        )
        yield HistoryStep(tuple(changes), int(match[1], 36), int(match[2], 36))


def _check_history(pad: Pad) -> None:
    """Raises `NotationError` unless the steps lead from and to the marks, on dots of the board."""
    if len(pad.done) + len(pad.undone) > MAX_STEPS:
        raise NotationError(NAME, f"it has more than {MAX_STEPS} steps")
    dots = len(pad.board.puzzle.grid.dots)
    for step in pad.done + pad.undone:
        if max(step.start, step.end) >= dots:
            raise NotationError(NAME, "a step begins or ends beyond the board")
    _check_replay(pad.board, (_inverse(step) for step in reversed(pad.done)))
    _check_replay(pad.board, reversed(pad.undone))


def _inverse(step: HistoryStep) -> HistoryStep:
    changes = (Change(change.edge, change.after, change.before) for change in step.changes)
    return HistoryStep(tuple(changes), step.end, step.start)


def _check_replay(board: Board, steps: Iterable[HistoryStep]) -> None:
    marks = list(board.marks)
    for step in steps:
        last = -1
        for change in step.changes:
            if not last < change.edge < len(marks) or marks[change.edge] is not change.before:
                raise NotationError(NAME, "its steps do not lead to its marks")
            marks[change.edge] = change.after
            last = change.edge
