"""Strokes: the changes of marks by which a board was drawn, one after another, with their times."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from puzzle.model import Board, EdgeState, Puzzle


@dataclass(frozen=True, slots=True)
class Stroke:
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
