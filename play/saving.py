"""Formats a pad as a short text to be stored, and parses it.

The format is `1;PEN;MODE;MARKS;DONE;UNDONE`, where 1 is the version of the format, PEN the pen's
dot in base 36, MODE the first letter of the mode and the stride unless that is the first one, MARKS
the states of the edges, three per character, and DONE and UNDONE the steps as `play.steps` encodes
them. They are copied, not encoded again, and only decoded when they are undone.
"""

import re
from itertools import product
from types import MappingProxyType

from play.history import MAX_BYTES, History
from play.pen import STRIDES, Mode, Pad
from play.steps import base36, checked_steps
from puzzle.errors import NotationError
from puzzle.model import Board, EdgeState, Puzzle

NAME = "a stored pad"
VERSION = "1"

_TRIPLES = MappingProxyType(
    dict(zip("abcdefghijklmnopqrstuvwxyz_", product(EdgeState, repeat=3), strict=True))
)
_LETTERS = MappingProxyType({triple: letter for letter, triple in _TRIPLES.items()})
_MODES = MappingProxyType(
    {
        mode.value[0] + ("" if stride == STRIDES[0] else str(stride)): (mode, stride)
        for mode, stride in product(Mode, STRIDES)
    }
)
_MODE_TEXTS = MappingProxyType({mode: text for text, mode in _MODES.items()})
_PEN = re.compile("[0-9a-z]{1,5}")


def to_text(pad: Pad) -> str:
    """A pad as ASCII text without spaces; its notice is left out.

    >>> from play.pen import Arrow
    >>> from puzzle.grid import square_grid
    >>> to_text(Pad.fresh(Puzzle(square_grid(1, 2), (4, 4))).apply(Arrow.RIGHT))
    '1;1;l;jaa;0-1=A;'
    """
    parts = (base36(pad.pen), _MODE_TEXTS[pad.mode, pad.stride], _marks_text(pad.board))
    return ";".join((VERSION, *parts, pad.done.text, pad.undone.text))


def from_text(puzzle: Puzzle, text: str) -> Pad:
    """The pad that `to_text` formatted for this puzzle.

    Raises `NotationError` for any other text: too long, of another version or size, or with steps
    that cannot be decoded. Whether steps lead to the marks is checked when they are undone.

    >>> from puzzle.grid import square_grid
    >>> pad = from_text(Puzzle(square_grid(1, 1), (4,)), "1;1;l;ja;0-1=A;")
    >>> sorted(pad.board.lines), pad.pen
    ([0], 1)
    """
    edges = len(puzzle.grid.edge_dots)
    longest = MAX_BYTES + 7 * edges + 40  # the marks, and one step that may be longer than others
    if len(text) > longest:
        raise NotationError(NAME, f"it has {len(text)} characters", remedy=f"at most {longest}")
    parts = text.split(";")
    if parts[0] != VERSION or len(parts) != 6:
        raise NotationError(NAME, f"it does not have the six parts of version {VERSION}")
    pen, mode, marks, done_text, undone_text = parts[1:]
    if not _PEN.fullmatch(pen) or int(pen, 36) >= len(puzzle.grid.dots):
        raise NotationError(NAME, "its pen is not on the board")
    if mode not in _MODES:
        raise NotationError(NAME, "its mode or stride is not known")
    board = Board(puzzle, _read_marks(marks, edges))
    history = History(board, checked_steps(done_text), checked_steps(undone_text))
    return Pad(history, int(pen, 36), *_MODES[mode])


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
