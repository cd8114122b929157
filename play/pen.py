"""A board drawn with a pen, as in chat: the pen walks along edges, and draws as it goes.

A `Pad` never changes: `apply` returns the next one. `play.history` keeps the marks and the way
back; here is where the pen is, and what it does to the edges that it walks along.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from play.history import Clear, Edit, History, HistoryStep, Mark, Redo, UnchangedReason, Undo
from puzzle.errors import PuzzleError
from puzzle.grid import dot_name
from puzzle.model import Board, EdgeState, Puzzle


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


@dataclass(frozen=True, slots=True)
class SetMode:
    """From now on the pen does this."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class MoveTo:
    """The pen jumps to a dot."""

    dot: int


Action: TypeAlias = Arrow | SetMode | MoveTo | Edit

_STATES = MappingProxyType(
    {Mode.LINE: EdgeState.LINE, Mode.CROSS: EdgeState.CROSS, Mode.ERASE: EdgeState.UNKNOWN}
)


@dataclass(frozen=True, slots=True)
class Pad:
    """The board of an attempt with its history, and a pen on a dot.

    Raises `PuzzleError` for a pen that is not on the board.

    >>> from puzzle.grid import square_grid
    >>> pad = Pad.fresh(Puzzle(square_grid(1, 1), (4,)))
    >>> pad = pad.apply(Arrow.RIGHT).apply(SetMode(Mode.CROSS)).apply(Arrow.DOWN)
    >>> sorted(pad.board.lines), sorted(pad.board.crosses), pad.pen_name
    ([0], [3], 'B2')
    >>> pad.apply(Arrow.DOWN).notice
    <UnchangedReason.EDGE_OF_BOARD: 'edge-of-board'>
    """

    history: History
    pen: int = 0
    mode: Mode = Mode.LINE

    def __post_init__(self) -> None:
        if not 0 <= self.pen < len(self.board.puzzle.grid.dots):
            raise PuzzleError(f"the pen cannot be on dot {self.pen}; the board ends before it")

    @classmethod
    def fresh(cls, puzzle: Puzzle) -> Pad:
        """The pad before the first mark: the pen draws lines, from the dot at the top left."""
        return cls(History.blank(puzzle))

    @property
    def board(self) -> Board:
        """The marks as they are now."""
        return self.history.board

    @property
    def done(self) -> tuple[HistoryStep, ...]:
        """The steps that can be undone, the last one last."""
        return self.history.done

    @property
    def undone(self) -> tuple[HistoryStep, ...]:
        """The steps that can be made again, the next one last."""
        return self.history.undone

    @property
    def notice(self) -> UnchangedReason | None:
        """Why the last action changed nothing; None when it did something."""
        return self.history.notice

    @property
    def pen_name(self) -> str:
        """The pen's dot as people read it."""
        return dot_name(self.board.puzzle.grid, self.pen)

    @property
    def possible_arrows(self) -> frozenset[Arrow]:
        """The arrows that do not lead off the board."""
        return frozenset(arrow for arrow in Arrow if self._neighbour(arrow) is not None)

    def apply(self, action: Action) -> Pad:
        """The pad after an action. What cannot be done sets `notice` and nothing else.

        The edges of a `Mark` and the dot of a `MoveTo` have to be on the board (`PuzzleError`).
        """
        history = replace(self.history, notice=None)
        match action:
            case Arrow():
                return self._walk(history, action)
            case SetMode(mode):
                return Pad(history, self.pen, mode)
            case MoveTo(dot):
                return Pad(history, dot, self.mode)
            case Mark() | Clear() | Undo() | Redo():
                return Pad(*self._apply_edit(history, action), self.mode)

    def _apply_edit(self, history: History, edit: Edit) -> tuple[History, int]:
        """The history after an edit, and where the pen is then."""
        match edit:
            case Mark(states, pen):
                end = self.pen if pen is None else pen
                return history.mark(states, self.pen, end), end
            case Clear():
                return history.clear(self.pen), self.pen
            case Undo():
                return history.undo(), self.done[-1].start if self.done else self.pen
            case Redo():
                return history.redo(), self.undone[-1].end if self.undone else self.pen

    def _neighbour(self, arrow: Arrow) -> int | None:
        grid = self.board.puzzle.grid
        row, col = grid.dots[self.pen]
        down, right = arrow.value
        return grid.dot_index.get((row + down, col + right))

    def _walk(self, history: History, arrow: Arrow) -> Pad:
        dot = self._neighbour(arrow)
        edge = None if dot is None else self.board.puzzle.grid.edge_between(self.pen, dot)
        if dot is None or edge is None:
            return replace(self, history=replace(history, notice=UnchangedReason.EDGE_OF_BOARD))
        if self.mode is not Mode.MOVE:
            # Going over a mark as it is moves the pen, which is no reason for a notice.
            history = replace(history.mark({edge: _STATES[self.mode]}, self.pen, dot), notice=None)
        return Pad(history, dot, self.mode)
