"""Strokes: the changes of marks by which a board was drawn, one after another, with their times."""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import lazy
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_changes

NAME = lazy("strokes")
MAX_STROKES = 10_000
"""Maximum number of strokes in a text."""

_STROKE = re.compile(r"\s*(\d{1,6}):([0-5]\d)\s+(\S.*)")


class Stroke(Struct, frozen=True):
    """Edges that change together.

    - `seconds`: the time since the board was first shown.
    - `states`: the states of the edges after it.
    - `own`: whether the player chose the marks; a hint, an undo and a redo bring others.
    """

    seconds: int
    states: Mapping[int, EdgeState]
    own: bool = True


def drawn(puzzle: Puzzle, strokes: Iterable[Stroke]) -> Board:
    """The board after all strokes.

    >>> from puzzle.grid import square_grid
    >>> strokes = [Stroke(1, {0: EdgeState.LINE}), Stroke(4, {0: EdgeState.CROSS})]
    >>> sorted(drawn(Puzzle(square_grid(1, 1), (4,)), strokes).crosses)
    [0]
    """
    board = Board.blank(puzzle)
    for stroke in strokes:
        board = board.mark(stroke.states)
    return board


def parse_strokes(text: str, grid: Grid) -> tuple[Stroke, ...]:
    """The strokes of a text, one in a line: minutes and seconds, and the marks as in moves.

    Blank lines are skipped. Raises `NotationError` for any other line, and for a time that goes
    back.

    >>> from puzzle.grid import square_grid
    >>> text = "0:04 A1 top\\n1:09 x A1 left, erase A1 top"
    >>> for stroke in parse_strokes(text, square_grid(1, 1)):
    ...     print(stroke.seconds, {edge: state.name for edge, state in stroke.states.items()})
    4 {0: 'LINE'}
    69 {0: 'UNKNOWN', 2: 'CROSS'}
    """
    strokes: list[Stroke] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = _STROKE.fullmatch(line)
        if match is None or len(strokes) == MAX_STROKES:
            problem = lazy("line {number} is no stroke", number=number)
            raise NotationError(NAME, problem, remedy=lazy("write 1:05 D2 top, x D2 left"))
        seconds = 60 * int(match[1]) + int(match[2])
        if strokes and seconds < strokes[-1].seconds:
            problem = lazy("the time in line {number} goes back", number=number)
            raise NotationError(NAME, problem, remedy=lazy("write the strokes in their order"))
        strokes.append(Stroke(seconds, parse_changes(match[3], grid)))
    return tuple(strokes)
