"""A board with undo and redo.

A `History` is immutable: each method returns the next one. Any change of marks, whether of one
edge, by a line of text or by a hint, is one step that `undo` reverts as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from play.steps import Change, HistoryStep, Steps
from puzzle.errors import NotationError, PuzzleError
from puzzle.model import Board, EdgeState, Puzzle

MAX_STEPS = 1_000
"""Maximum number of steps that can be undone; older ones are dropped."""
MAX_BYTES = 12_000
"""Maximum length in bytes of the text of all steps; the last step is kept, however long it is.

1,000 moves of the pen on a board of 30x30 fit, and so does removing all marks from it.
"""
NAME = "a stored board"

_NO_STEPS = Steps()


class UnchangedReason(Enum):
    """Why an action left the board as it was."""

    NO_EDGE = "no-edge"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOTHING_CHANGED = "nothing-changed"


class Mark(Struct, frozen=True):
    """Set the states of edges, in one step, and move the pen to the dot `pen` unless it is None.

    A line of text is such an action, and so are the deductions of a hint.
    """

    states: Mapping[int, EdgeState]
    pen: int | None = None


class Clear(Struct, frozen=True):
    """Remove all marks, in one step."""


class Undo(Struct, frozen=True):
    """Revert the last step."""


class Redo(Struct, frozen=True):
    """Repeat the step that was last undone."""


Edit: TypeAlias = Mark | Clear | Undo | Redo
"""An edit of a board, in any front end."""


class History(Struct, frozen=True):
    """A board with the steps that can be undone and redone, the next one last.

    The steps stay encoded until they are undone or redone, so any action takes time only for the
    edges that it changes. `notice` is the reason why the last action changed nothing, None if it
    changed something.

    >>> from puzzle.grid import square_grid
    >>> history = History.blank(Puzzle(square_grid(1, 1), (4,))).mark({0: EdgeState.LINE})
    >>> sorted(history.board.lines), sorted(history.undo().board.lines)
    ([0], [])
    >>> history.redo().notice
    <UnchangedReason.NOTHING_TO_REDO: 'nothing-to-redo'>
    """

    board: Board
    done: Steps = _NO_STEPS
    undone: Steps = _NO_STEPS
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
        done = self.done.plus(HistoryStep(changes, start, end)).recent(MAX_STEPS, MAX_BYTES)
        return History(self.board.mark(states), done)

    def clear(self, pen: int = 0) -> History:
        """Remove all marks in one step; the pen stays on the dot `pen`."""
        marked = sorted(self.board.lines | self.board.crosses)
        return self.mark(dict.fromkeys(marked, EdgeState.UNKNOWN), pen, pen)

    def undo(self) -> History:
        """Revert the last step; raises `NotationError` if it does not lead to the marks."""
        if not self.done:
            return replace(self, notice=UnchangedReason.NOTHING_TO_UNDO)
        changes = self.done[-1].changes
        self._require({change.edge: change.after for change in changes})
        board = self.board.mark({change.edge: change.before for change in changes})
        return History(board, self.done.without_last(), self.undone.plus_text(self.done.last))

    def redo(self) -> History:
        """Repeat the step last undone; raises `NotationError` if it does not fit the marks."""
        if not self.undone:
            return replace(self, notice=UnchangedReason.NOTHING_TO_REDO)
        changes = self.undone[-1].changes
        self._require({change.edge: change.before for change in changes})
        board = self.board.mark({change.edge: change.after for change in changes})
        return History(board, self.done.plus_text(self.undone.last), self.undone.without_last())

    @property
    def marked_in_order(self) -> tuple[int, ...]:
        """The marked edges in the order in which they got their marks, as far as steps are kept.

        Edges of which the step was dropped come first; those of one step are by number.

        >>> from puzzle.grid import square_grid
        >>> history = History.blank(Puzzle(square_grid(1, 1), (4,))).mark({2: EdgeState.LINE})
        >>> history.mark({1: EdgeState.LINE}).mark({2: EdgeState.CROSS}).marked_in_order
        (1, 2)
        """
        marked = [edge for edge, mark in enumerate(self.board.marks) if mark]
        changed = (change.edge for step in self.done for change in step.changes)
        last = {edge: number for number, edge in enumerate(changed)}
        return tuple(sorted(marked, key=lambda edge: last.get(edge, -1)))

    def without_steps(self) -> History:
        """The board alone, as for one that is finished."""
        return History(self.board)

    def _require(self, states: Mapping[int, EdgeState]) -> None:
        """Raises `NotationError` unless edges have these states: a stored step may be damaged."""
        marks = self.board.marks
        if any(edge >= len(marks) or marks[edge] is not state for edge, state in states.items()):
            raise NotationError(NAME, "its steps do not lead to its marks")
