"""A board drawn with a pen, as in chat: the pen moves along edges and draws on them.

A `Pad` is immutable: `apply` returns the next one. `play.history` has the marks and the steps to
undo; this module adds the pen's dot, and what the pen does to the edges it moves along. A press
draws one edge, or several in a direction; a line then goes on where the marks leave one way only.

A way is excluded by a cross, by two lines at the dot to which it leads, and by a finished clue
beside it. Nothing else is deduced, and the solution is not used: after a wrong mark, the line goes
on wrongly. A line never closes a loop by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from play.history import (
    Clear,
    DrawRest,
    Edit,
    History,
    Mark,
    Redo,
    ShadeCells,
    Trial,
    UnchangedReason,
    Undo,
)
from play.steps import Steps
from puzzle.errors import PuzzleError
from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.names import Direction
from puzzle.places import ways


class Mode(Enum):
    """What the pen does to the edge that it moves along."""

    LINE = "line"
    CROSS = "cross"
    ERASE = "erase"
    MOVE = "move"


class Arrow(Enum):
    """A direction of the pen; on squares, edges leave a dot in four of them."""

    UP = Direction.TOP
    UP_RIGHT = Direction.TOP_RIGHT
    RIGHT = Direction.RIGHT
    DOWN_RIGHT = Direction.BOTTOM_RIGHT
    DOWN = Direction.BOTTOM
    DOWN_LEFT = Direction.BOTTOM_LEFT
    LEFT = Direction.LEFT
    UP_LEFT = Direction.TOP_LEFT


class Far(Struct, frozen=True):
    """Move the pen as many edges as its stride; further edges only up to a cross or a line."""

    arrow: Arrow


class SetStride(Struct, frozen=True):
    """Change the stride of the pen to one of `STRIDES`."""

    edges: int


class SetMode(Struct, frozen=True):
    """Change the mode of the pen."""

    mode: Mode


class MoveTo(Struct, frozen=True):
    """Move the pen to a dot without drawing."""

    dot: int


Action: TypeAlias = Arrow | Far | SetStride | SetMode | MoveTo | Edit
"""An action on a pad: a press of an arrow, a stride, a mode, a jump of the pen, or an edit of the
board."""

STRAIGHT = Arrow.UP, Arrow.DOWN, Arrow.LEFT, Arrow.RIGHT
"""The directions of edges on squares, in which several edges can follow each other."""
STRIDES = range(2, 6)
"""The numbers of edges that one press can draw."""

_STATES = MappingProxyType(
    {Mode.LINE: EdgeState.LINE, Mode.CROSS: EdgeState.CROSS, Mode.ERASE: EdgeState.UNKNOWN}
)


class Pad(Struct, frozen=True):
    """A board with its history, and a pen on one of its dots.

    Raises `PuzzleError` for a pen that is not on the board.

    >>> from puzzle.grid import square_grid
    >>> pad = Pad.fresh(Puzzle(square_grid(1, 2), (None, None)))
    >>> pad = pad.apply(Arrow.RIGHT).apply(SetMode(Mode.CROSS)).apply(Arrow.DOWN)
    >>> sorted(pad.board.lines), sorted(pad.board.crosses), pad.pen
    ([0], [5], 4)
    >>> pad.apply(Arrow.DOWN).notice
    <UnchangedReason.NO_EDGE: 'no-edge'>
    >>> pad = pad.apply(Clear()).apply(SetMode(Mode.LINE)).apply(Arrow.RIGHT)
    >>> sorted(pad.board.lines), pad.pen  # around the corner
    ([1, 3, 6], 1)
    """

    history: History
    pen: int = 0
    mode: Mode = Mode.LINE
    stride: int = STRIDES[0]

    def __post_init__(self) -> None:
        if self.stride not in STRIDES:
            raise PuzzleError(f"the pen cannot draw {self.stride} edges at a press")
        if not 0 <= self.pen < len(self.board.puzzle.grid.dots):
            raise PuzzleError(f"the pen cannot be on dot {self.pen}; the board ends before it")

    @classmethod
    def fresh(cls, puzzle: Puzzle) -> Pad:
        """The pad of a blank board: the pen draws lines and is on the dot at the top left."""
        return cls(History.blank(puzzle))

    @property
    def board(self) -> Board:
        """The board with its current marks."""
        return self.history.board

    @property
    def done(self) -> Steps:
        """The steps that can be undone, the next one last."""
        return self.history.done

    @property
    def undone(self) -> Steps:
        """The steps that can be redone, the next one last."""
        return self.history.undone

    @property
    def notice(self) -> UnchangedReason | None:
        """Why the last action changed nothing; None when it did something."""
        return self.history.notice

    def without_notice(self) -> Pad:
        """This pad without the reason why the last action changed nothing."""
        if self.notice is None:
            return self
        return replace(self, history=replace(self.history, notice=None))

    def without_steps(self) -> Pad:
        """This pad without its steps, as for a board that is finished."""
        return replace(self, history=self.history.without_steps())

    def apply(self, action: Action) -> Pad:
        """The pad after an action; an action that is not possible only sets `notice`.

        Raises `PuzzleError` for an edge of a `Mark`, or a dot of a `MoveTo`, that is not on the
        board, and for a stored step that does not lead to the marks.
        """
        history = replace(self.history, notice=None)
        match action:
            case Arrow():
                return self._walk(history, action, 1)
            case Far(arrow):
                return self._walk(history, arrow, self.stride)
            case SetStride(edges):
                return replace(self, history=history, stride=edges)
            case SetMode(mode):
                return replace(self, history=history, mode=mode)
            case MoveTo(dot):
                return replace(self, history=history, pen=dot)
            case Mark() | Clear() | ShadeCells() | Trial() | DrawRest() | Undo() | Redo():
                history, pen = self._apply_edit(history, action)
                return replace(self, history=history, pen=pen)

    def _apply_edit(self, history: History, edit: Edit) -> tuple[History, int]:
        """The history after an edit, and the pen's dot."""
        match edit:
            case Mark(states, pen, goes_on):
                end = self.pen if pen is None else pen
                if goes_on and pen is not None:
                    states, end = self._going_on(states, pen)
                return history.mark(states, self.pen, end), end
            case Clear() | ShadeCells() | Trial() | DrawRest():
                return history.edit(edit, self.pen), self.pen
            case Undo():
                return history.undo(), self.done[-1].start if self.done else self.pen
            case Redo():
                return history.redo(), self.undone[-1].end if self.undone else self.pen

    def _going_on(
        self, states: Mapping[int, EdgeState], dot: int
    ) -> tuple[Mapping[int, EdgeState], int]:
        """These states with the lines on which a new line goes on from a dot, and its end then."""
        grid = self.board.puzzle.grid
        new = [edge for edge, state in states.items() if state is EdgeState.LINE]
        last = [edge for edge in new if dot in grid.edge_dots[edge]]
        if len(last) != 1 or not self.board.lines.isdisjoint(new):
            return states, dot
        lines, end = go_on(self.board.mark(states), last[0], dot)
        return {**states, **dict.fromkeys(lines, EdgeState.LINE)}, end

    def _ahead(self, pen: int, arrow: Arrow) -> tuple[int, int] | None:
        """The edge in a direction from a dot, and the dot at its other end."""
        grid = self.board.puzzle.grid
        edge = ways(grid, pen).get(arrow.value)
        return None if edge is None else (edge, grid.other_end(edge, pen))

    def _walk(self, history: History, arrow: Arrow, most: int) -> Pad:
        """Move the pen by at most `most` edges in a direction."""
        pen, edges = self.pen, list[int]()
        while len(edges) < most and (ahead := self._ahead(pen, arrow)) is not None:
            edge, dot = ahead
            if edges and (self.board.marks[edge] is not EdgeState.UNKNOWN or self._has_line(pen)):
                break
            edges.append(edge)
            pen = dot
        if not edges:
            return replace(self, history=replace(history, notice=UnchangedReason.NO_EDGE))
        if self.mode is Mode.MOVE:
            return replace(self, history=history, pen=pen)
        states = dict.fromkeys(edges, _STATES[self.mode])
        if self.mode is Mode.LINE and self.board.lines.isdisjoint(edges):
            lines, pen = go_on(self.board.mark(states), edges[-1], pen)
            states |= dict.fromkeys(lines, EdgeState.LINE)
        # Drawing a mark that is there still moves the pen, so it sets no notice.
        history = replace(history.mark(states, self.pen, pen), notice=None)
        return replace(self, history=history, pen=pen)

    def _has_line(self, dot: int) -> bool:
        return not self.board.lines.isdisjoint(self.board.puzzle.grid.dot_edges[dot])


def go_on(board: Board, edge: int, dot: int) -> tuple[list[int], int]:
    """The edges along which a line continues that reaches a dot by an edge, and its end then.

    Where it meets the end of another line, it continues from the other end of that.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> grid = square_grid(1, 2)
    >>> first = grid.edge_between(1, 0)
    >>> board = Board.of_lines(Puzzle(grid, (None, 3)), frozenset({first}))
    >>> edges, end = go_on(board, first, 0)
    >>> [grid.edge_dots[edge] for edge in edges], end  # at 4 it may close the loop, or go on
    ([(0, 3), (3, 4)], 4)
    """
    lines, new = _LineEnds(board), list[int]()
    while True:
        edge, dot = lines.follow(edge, dot)
        ways = lines.ways_on(dot)
        if len(ways) != 1 or lines.closes(ways[0], edge, dot):
            return new, dot
        edge = ways[0]
        dot = lines.add(edge, dot)
        new.append(edge)


class _LineEnds:
    """The lines on a board, with those that are added."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.puzzle.grid
        self._lines = set(board.lines)

    def add(self, edge: int, dot: int) -> int:
        """Add a line that begins at a dot; returns the dot at its other end."""
        self._lines.add(edge)
        return self._grid.other_end(edge, dot)

    def follow(self, edge: int, dot: int) -> tuple[int, int]:
        """Follow a line that reaches a dot by an edge, once around if it is a loop.

        Returns its last edge, and the dot where that ends.
        """
        first = dot
        while len(lines := self._at(dot)) == 2:
            edge = lines[0] if lines[1] == edge else lines[1]
            dot = self._grid.other_end(edge, dot)
            if dot == first:
                break
        return edge, dot

    def ways_on(self, dot: int) -> list[int]:
        """The edges along which a line can continue that ends at a dot."""
        if len(self._at(dot)) != 1:
            return []
        return [
            way
            for way in self._grid.dot_edges[dot]
            if self._is_free(way) and len(self._at(self._grid.other_end(way, dot))) < 2
        ]

    def closes(self, way: int, edge: int, dot: int) -> bool:
        """Whether a way on closes the line that ends at a dot with its last edge."""
        _, start = self.follow(edge, self._grid.other_end(edge, dot))
        return self._grid.other_end(way, dot) == start

    def _at(self, dot: int) -> list[int]:
        return [edge for edge in self._grid.dot_edges[dot] if edge in self._lines]

    def _is_free(self, edge: int) -> bool:
        """Whether an edge has no mark, and no finished clue beside it."""
        if edge in self._lines or self._board.marks[edge] is not EdgeState.UNKNOWN:
            return False
        return not any(map(self._is_finished, self._grid.edge_cells[edge]))

    def _is_finished(self, cell: int) -> bool:
        if cell == OUTSIDE:
            return False
        puzzle = self._board.puzzle
        count = puzzle.rules.variant.line_count(puzzle.clues[cell])
        around = self._lines.intersection(self._grid.cell_edges[cell])
        return count is not None and count <= len(around)
