"""A board with undo and redo.

A `History` is immutable: each method returns the next one. Any change of marks, whether of one
edge, by a line of text or by a hint, is one step that `undo` reverts as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState, Puzzle

MAX_STEPS = 1_000
"""Maximum number of steps that can be undone; older ones are dropped."""
MAX_CHANGES = 10_000
"""Maximum number of edge changes in the steps that can be undone, without the last step."""


class UnchangedReason(Enum):
    """Why an action left the board as it was."""

    EDGE_OF_BOARD = "edge-of-board"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOTHING_CHANGED = "nothing-changed"


@dataclass(frozen=True, slots=True)
class Mark:
    """Set the states of edges, in one step, and move the pen to the dot `pen` unless it is None.

    A line of text is such an action, and so are the deductions of a hint.
    """

    states: Mapping[int, EdgeState]
    pen: int | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """Remove all marks, in one step."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Revert the last step."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Repeat the step that was last undone."""


Edit: TypeAlias = Mark | Clear | Undo | Redo
"""An edit of a board, in any front end."""


@dataclass(frozen=True, slots=True)
class Change:
    """An edge and its states before and after."""

    edge: int
    before: EdgeState
    after: EdgeState


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """The edge changes of one action, and the pen's dot before (`start`) and after it (`end`)."""

    changes: tuple[Change, ...]
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """A board with the steps that can be undone and redone, the next one last.

    `notice` is the reason why the last action changed nothing, None if it changed something.

    >>> from puzzle.grid import square_grid
    >>> history = History.blank(Puzzle(square_grid(1, 1), (4,))).mark({0: EdgeState.LINE})
    >>> sorted(history.board.lines), sorted(history.undo().board.lines)
    ([0], [])
    >>> history.redo().notice
    <UnchangedReason.NOTHING_TO_REDO: 'nothing-to-redo'>
    """

    board: Board
    done: tuple[HistoryStep, ...] = ()
    undone: tuple[HistoryStep, ...] = ()
    notice: UnchangedReason | None = None

    @classmethod
    def blank(cls, puzzle: Puzzle) -> History:
        """The history of a blank board."""
        return cls(Board.blank(puzzle))

    def mark(self, states: Mapping[int, EdgeState], start: int = 0, end: int = 0) -> History:
        """Set edge states in one step, while the pen moves from the dot `start` to the dot `end`.

        Raises `PuzzleError` for an edge that is not on the board.
        """
        marks = self.board.marks
        if beyond := [edge for edge in states if not 0 <= edge < len(marks)]:
            raise PuzzleError(f"there is no edge {beyond[0]}; the board has {len(marks)} edges")
        changes = tuple(
            Change(edge, marks[edge], state)
            for edge, state in sorted(states.items())
            if marks[edge] is not state
        )
        if not changes:
            return replace(self, notice=UnchangedReason.NOTHING_CHANGED)
        return History(
            self.board.mark(states), _keep_recent((*self.done, HistoryStep(changes, start, end)))
        )

    def clear(self, pen: int = 0) -> History:
        """Remove all marks in one step; the pen stays on the dot `pen`."""
        marked = sorted(self.board.lines | self.board.crosses)
        return self.mark(dict.fromkeys(marked, EdgeState.UNKNOWN), pen, pen)

    def undo(self) -> History:
        """Revert the last step."""
        if not self.done:
            return replace(self, notice=UnchangedReason.NOTHING_TO_UNDO)
        *done, step = self.done
        board = self.board.mark({change.edge: change.before for change in step.changes})
        return History(board, tuple(done), (*self.undone, step))

    def redo(self) -> History:
        """Repeat the step that was last undone."""
        if not self.undone:
            return replace(self, notice=UnchangedReason.NOTHING_TO_REDO)
        *undone, step = self.undone
        board = self.board.mark({change.edge: change.after for change in step.changes})
        return History(board, (*self.done, step), tuple(undone))


def _keep_recent(steps: tuple[HistoryStep, ...]) -> tuple[HistoryStep, ...]:
    """The last steps, as many as `MAX_STEPS` and `MAX_CHANGES` allow, and at least one."""
    steps = steps[-MAX_STEPS:]
    spare = MAX_CHANGES - sum(len(step.changes) for step in steps[:-1])
    first = 0
    while spare < 0:
        spare += len(steps[first].changes)
        first += 1
    return steps[first:]
