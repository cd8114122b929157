"""A board in somebody's hands: marks, a pen on a dot, what it draws, and the way back.

A `Pad` never changes: `apply` returns the next one. The pen walks along edges and draws,
crosses out or erases them as it goes. Whatever changes marks, be it an arrow, a line of
text or a hint, is one step that `Undo` takes back as a whole, the pen with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from puzzle.errors import PuzzleError
from puzzle.grid import dot_name
from puzzle.model import Board, EdgeState, Puzzle

MAX_STEPS = 1_000
"""So many steps can be undone; older ones are forgotten."""
MAX_CHANGES = 10_000
"""The steps that can be undone change so many edges in all, the last one set aside."""


class Mode(Enum):
    """What the pen does to the edge it walks along."""

    LINE = "line"
    CROSS = "cross"
    ERASE = "erase"
    MOVE = "move"


class Arrow(Enum):
    """Where the pen goes, as (rows down, columns to the right)."""

    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


class Notice(Enum):
    """Why an action left the board as it was."""

    EDGE_OF_BOARD = "edge-of-board"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOTHING_CHANGED = "nothing-changed"


@dataclass(frozen=True, slots=True)
class SetMode:
    """From now on the pen does this."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class Go:
    """The pen jumps to a dot."""

    dot: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Edges get states, in one step; the pen goes to `pen` if that is a dot.

    A line of text is such an action, and so are the deductions of a hint.
    """

    states: Mapping[int, EdgeState]
    pen: int | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """All marks go, in one step."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last step is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The last step that was taken back is made again."""


Action: TypeAlias = Arrow | SetMode | Go | Mark | Clear | Undo | Redo

_STATES = MappingProxyType(
    {Mode.LINE: EdgeState.LINE, Mode.CROSS: EdgeState.CROSS, Mode.ERASE: EdgeState.UNKNOWN}
)


@dataclass(frozen=True, slots=True)
class Change:
    """An edge and its states before and after."""

    edge: int
    before: EdgeState
    after: EdgeState


@dataclass(frozen=True, slots=True)
class Step:
    """The edges that one action changed, and the pen's dot before and after it."""

    changes: tuple[Change, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pad:
    """The board of an attempt. `done` and `undone` end with the step nearest to now.

    `notice` tells why the last action changed nothing; None when it did something.
    Raises `PuzzleError` for a pen that is not on the board.

    >>> from puzzle.grid import square_grid
    >>> pad = Pad.fresh(Puzzle(square_grid(1, 1), (4,)))
    >>> pad = pad.apply(Arrow.RIGHT).apply(SetMode(Mode.CROSS)).apply(Arrow.DOWN)
    >>> sorted(pad.board.lines), sorted(pad.board.crosses), pad.pen_name
    ([0], [3], 'B2')
    >>> pad.apply(Arrow.DOWN).notice
    <Notice.EDGE_OF_BOARD: 'edge-of-board'>
    """

    board: Board
    pen: int = 0
    mode: Mode = Mode.LINE
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    notice: Notice | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.pen < len(self.board.puzzle.grid.dots):
            raise PuzzleError(f"the pen cannot be on dot {self.pen}; the board ends before it")

    @classmethod
    def fresh(cls, puzzle: Puzzle) -> Pad:
        """The pad before the first mark: the pen draws lines, from the dot at the top left."""
        return cls(Board.blank(puzzle))

    @property
    def pen_name(self) -> str:
        """The pen's dot as people read it."""
        return dot_name(self.board.puzzle.grid, self.pen)

    @property
    def ways(self) -> frozenset[Arrow]:
        """The arrows that do not lead off the board."""
        return frozenset(arrow for arrow in Arrow if self._neighbour(arrow) is not None)

    def apply(self, action: Action) -> Pad:
        """The pad after an action. What cannot be done sets `notice` and nothing else.

        The edges of a `Mark` and the dot of a `Go` have to be on the board (`PuzzleError`).
        """
        pad = replace(self, notice=None)
        match action:
            case Arrow():
                pad = pad._walk(action)
            case SetMode(mode):
                pad = replace(pad, mode=mode)
            case Go(dot):
                pad = replace(pad, pen=dot)
            case Mark(states, pen):
                pad = pad._mark(states, pad.pen if pen is None else pen)
            case Clear():
                marked = sorted(pad.board.lines | pad.board.crosses)
                pad = pad._mark(dict.fromkeys(marked, EdgeState.UNKNOWN), pad.pen)
            case Undo():
                pad = pad._undo()
            case Redo():
                pad = pad._redo()
        return pad

    def _neighbour(self, arrow: Arrow) -> int | None:
        grid = self.board.puzzle.grid
        row, col = grid.dots[self.pen]
        down, right = arrow.value
        return grid.dot_index.get((row + down, col + right))

    def _walk(self, arrow: Arrow) -> Pad:
        dot = self._neighbour(arrow)
        edge = None if dot is None else self.board.puzzle.grid.edge_between(self.pen, dot)
        if dot is None or edge is None:
            return replace(self, notice=Notice.EDGE_OF_BOARD)
        if self.mode is Mode.MOVE:
            return replace(self, pen=dot)
        return replace(self._mark({edge: _STATES[self.mode]}, dot), notice=None)

    def _mark(self, states: Mapping[int, EdgeState], pen: int) -> Pad:
        """Changed edges become a step; going over marks as they are moves only the pen."""
        marks = self.board.marks
        if beyond := [edge for edge in states if not 0 <= edge < len(marks)]:
            raise PuzzleError(f"there is no edge {beyond[0]}; the board has {len(marks)} edges")
        changes = tuple(
            Change(edge, marks[edge], state)
            for edge, state in sorted(states.items())
            if marks[edge] is not state
        )
        if not changes:
            return replace(self, pen=pen, notice=Notice.NOTHING_CHANGED)
        done = _remembered((*self.done, Step(changes, self.pen, pen)))
        return replace(self, board=self.board.mark(states), pen=pen, done=done, undone=())

    def _undo(self) -> Pad:
        if not self.done:
            return replace(self, notice=Notice.NOTHING_TO_UNDO)
        *done, step = self.done
        board = self.board.mark({change.edge: change.before for change in step.changes})
        undone = (*self.undone, step)
        return replace(self, board=board, pen=step.start, done=tuple(done), undone=undone)

    def _redo(self) -> Pad:
        if not self.undone:
            return replace(self, notice=Notice.NOTHING_TO_REDO)
        *undone, step = self.undone
        board = self.board.mark({change.edge: change.after for change in step.changes})
        done = (*self.done, step)
        return replace(self, board=board, pen=step.end, done=done, undone=tuple(undone))


def _remembered(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The last steps, as many as `MAX_STEPS` and `MAX_CHANGES` allow; at least one."""
    steps = steps[-MAX_STEPS:]
    spare = MAX_CHANGES - sum(len(step.changes) for step in steps[:-1])
    first = 0
    while spare < 0:
        spare += len(steps[first].changes)
        first += 1
    return steps[first:]
