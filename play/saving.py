"""Formats a pad as a short text to be stored, and parses it.

The format is `1;PEN;MODE;MARKS;DONE;UNDONE`, where 1 is the version of the format, PEN the pen's
dot in base 36, MODE the first letter of the mode and the stride unless that is the first one, MARKS
the states of the edges, three per character, and DONE and UNDONE the steps as `play.steps` encodes
them. They are copied, not encoded again, and only decoded when they are undone. A board with notes
is `2;PEN;MODE;MARKS;DONE;UNDONE;SHADES;TRIALS`: the shades of the cells as the marks, or nothing,
and the numbers of steps in base 36, separated by dots.
"""

import re
from itertools import product
from types import MappingProxyType

from msgspec.structs import replace

from play.history import MAX_BYTES, MAX_TRIALS, History, Shade
from play.pen import STRIDES, Mode, Pad
from play.steps import base36, checked_steps
from puzzle.errors import NotationError
from puzzle.model import Board, EdgeState, Puzzle

NAME = "a stored pad"
VERSION, NOTED = "1", "2"
"""The versions of a board without and with notes."""

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
_TRIALS = re.compile(r"(?:[0-9a-z]{1,2}(?:\.[0-9a-z]{1,2})*)?")


def to_text(pad: Pad) -> str:
    """A pad as ASCII text without spaces; its notice is left out.

    >>> from play.pen import Arrow
    >>> from puzzle.grid import square_grid
    >>> to_text(Pad.fresh(Puzzle(square_grid(1, 2), (4, 4))).apply(Arrow.RIGHT))
    '1;1;l;jaa;0-1=A;'
    """
    history, marks = pad.history, states_text(pad.board.marks)
    parts = base36(pad.pen), _MODE_TEXTS[pad.mode, pad.stride], marks, pad.done.text
    if not history.shades and not history.trials:
        return ";".join((VERSION, *parts, pad.undone.text))
    shades = states_text(tuple(shade.value for shade in history.shades))
    trials = ".".join(map(base36, history.trials))
    return ";".join((NOTED, *parts, pad.undone.text, shades, trials))


def from_text(puzzle: Puzzle, text: str) -> Pad:
    """The pad that `to_text` formatted for this puzzle.

    Raises `NotationError` for any other text: too long, of another version or size, or with steps
    that cannot be decoded. Whether steps lead to the marks is checked when they are undone.

    >>> from puzzle.grid import square_grid
    >>> pad = from_text(Puzzle(square_grid(1, 1), (4,)), "1;1;l;ja;0-1=A;")
    >>> sorted(pad.board.lines), pad.pen
    ([0], 1)
    """
    edges, cells = len(puzzle.grid.edge_dots), len(puzzle.clues)
    # the marks, and one step that may be longer than others
    longest = MAX_BYTES + 7 * (edges + cells) + 100
    if len(text) > longest:
        raise NotationError(NAME, f"it has {len(text)} characters", remedy=f"at most {longest}")
    parts = text.split(";")
    if (parts[0], len(parts)) not in {(VERSION, 6), (NOTED, 8)}:
        raise NotationError(NAME, f"it does not have the parts of version {VERSION} or {NOTED}")
    pen, mode, marks, done_text, undone_text = parts[1:6]
    if not _PEN.fullmatch(pen) or int(pen, 36) >= len(puzzle.grid.dots):
        raise NotationError(NAME, "its pen is not on the board")
    if mode not in _MODES:
        raise NotationError(NAME, "its mode or stride is not known")
    board = Board(puzzle, read_states(marks, edges))
    done, undone = checked_steps(done_text), checked_steps(undone_text)
    history = History(board, done, undone)
    if parts[0] == NOTED:
        shades = tuple(map(Shade, read_states(parts[6], cells))) if parts[6] else ()
        history = replace(history, shades=shades, trials=_read_trials(parts[7], len(done)))
    return Pad(history, int(pen, 36), *_MODES[mode])


def states_text(states: tuple[EdgeState, ...]) -> str:
    """The states of edges or cells as text, three per character."""
    padded = states + (EdgeState.UNKNOWN,) * (-len(states) % 3)
    return "".join(
        _LETTERS[padded[at], padded[at + 1], padded[at + 2]] for at in range(0, len(padded), 3)
    )


def read_states(text: str, count: int) -> tuple[EdgeState, ...]:
    """So many states from a text; raises `NotationError` for one that is not of them."""
    if len(text) != -(-count // 3) or not set(text) <= _TRIPLES.keys():
        raise NotationError(NAME, f"its marks are not those of {count} edges or cells")
    states = tuple(state for letter in text for state in _TRIPLES[letter])
    if any(states[count:]):
        raise NotationError(NAME, f"it marks more than {count} edges or cells")
    return states[:count]


def _read_trials(text: str, steps: int) -> tuple[int, ...]:
    if not _TRIALS.fullmatch(text):
        raise NotationError(NAME, "its trials cannot be read")
    trials = tuple(int(part, 36) for part in text.split(".") if part)
    if len(trials) > MAX_TRIALS or sorted(trials) != [*trials] or max(trials, default=0) > steps:
        raise NotationError(NAME, "its trials do not begin at its steps")
    return trials
