"""A board with undo and redo, and a player's own notes on it: shades of cells and trials.

A `History` is immutable: each method returns the next one. Any change of marks, whether of one
edge, by a line of text or by a hint, is one step that `undo` reverts as a whole; so is a change of
shades. A trial begins at a step: its marks are kept or taken back together. Notes are never judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from types import MappingProxyType
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
MAX_TRIALS = 9
"""Maximum number of trials within each other."""
NAME = "a stored board"

_NO_STEPS = Steps()


class UnchangedReason(Enum):
    """Why an action left the board as it was."""

    NO_EDGE = "no-edge"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOTHING_CHANGED = "nothing-changed"
    NO_TRIAL = "no-trial"
    TOO_MANY_TRIALS = "too-many-trials"


class Shade(Enum):
    """What a player notes of a cell; the value is how a step and a stored board have it."""

    NONE = EdgeState.UNKNOWN
    INSIDE = EdgeState.LINE
    OUTSIDE = EdgeState.CROSS


class Mark(Struct, frozen=True):
    """Set the states of edges, in one step, and move the pen to the dot `pen` unless it is None.

    A line of text is such an action, and so are the deductions of a hint. If it `goes_on`, the
    line that ends at that dot goes on where the marks leave one way only.
    """

    states: Mapping[int, EdgeState]
    pen: int | None = None
    goes_on: bool = False


class Clear(Struct, frozen=True):
    """Remove all marks, in one step."""


class ShadeCells(Struct, frozen=True):
    """Note of cells whether they are inside or outside, in one step."""

    shades: Mapping[int, Shade]


class Trial(Enum):
    """Begin a trial, or end the innermost one: keep its marks, or take them back in one step."""

    BEGIN = "begin"
    KEEP = "keep"
    TAKE_BACK = "take-back"


class DrawRest(Struct, frozen=True):
    """Draw a line along each edge without a mark, in one step."""


class Undo(Struct, frozen=True):
    """Revert the last step."""


class Redo(Struct, frozen=True):
    """Repeat the step that was last undone."""


Edit: TypeAlias = Mark | Clear | ShadeCells | Trial | DrawRest | Undo | Redo
"""An edit of a board, in any front end."""


class History(Struct, frozen=True, dict=True):
    """A board with the steps that can be undone and redone, the next one last.

    The steps stay encoded until they are undone or redone, so any action takes time only for the
    edges that it changes. In steps, cells are numbered after the edges. `shades` are those of all
    cells, empty if none has one. `trials` has for each trial how many steps were done when it
    began, the innermost last. `notice` is the reason why the last action changed nothing, None if
    it changed something.

    >>> from puzzle.grid import square_grid
    >>> history = History.blank(Puzzle(square_grid(1, 1), (4,))).mark({0: EdgeState.LINE})
    >>> sorted(history.board.lines), sorted(history.undo().board.lines)
    ([0], [])
    >>> history.redo().notice
    <UnchangedReason.NOTHING_TO_REDO: 'nothing-to-redo'>
    >>> tried = history.try_out(Trial.BEGIN).mark({1: EdgeState.LINE, 2: EdgeState.CROSS})
    >>> dict(tried.levels), sorted(tried.try_out(Trial.TAKE_BACK).board.lines)
    ({1: 1, 2: 1}, [0])
    """

    board: Board
    done: Steps = _NO_STEPS
    undone: Steps = _NO_STEPS
    notice: UnchangedReason | None = None
    shades: tuple[Shade, ...] = ()
    trials: tuple[int, ...] = ()

    @classmethod
    def blank(cls, puzzle: Puzzle) -> History:
        """The history of a blank board."""
        return cls(Board.blank(puzzle))

    def mark(self, states: Mapping[int, EdgeState], start: int = 0, end: int = 0) -> History:
        """Set edge states in one step, while the pen moves from the dot `start` to the dot `end`.

        Raises `PuzzleError` for an edge that is not on the board.
        """
        edges = len(self.board.marks)
        if beyond := [edge for edge in states if not 0 <= edge < edges]:
            raise PuzzleError(f"there is no edge {beyond[0]}; the board has {edges} edges")
        return self._step(states, start, end)

    def shade(self, shades: Mapping[int, Shade], pen: int = 0) -> History:
        """Set the shades of cells in one step; the pen stays on the dot `pen`.

        Raises `PuzzleError` for a cell that is not on the board.
        """
        cells, first = len(self.board.puzzle.clues), len(self.board.marks)
        if beyond := [cell for cell in shades if not 0 <= cell < cells]:
            raise PuzzleError(f"there is no cell {beyond[0]}; the board has {cells} cells")
        return self._step({first + cell: shades[cell].value for cell in shades}, pen, pen)

    def shade_of(self, cell: int) -> Shade:
        """The shade of a cell."""
        return self.shades[cell] if self.shades else Shade.NONE

    def clear(self, pen: int = 0) -> History:
        """Remove all marks in one step, or else all shades; the pen stays on the dot `pen`."""
        marked = sorted(self.board.lines | self.board.crosses)
        if marked or not self.shades:
            return self.mark(dict.fromkeys(marked, EdgeState.UNKNOWN), pen, pen)
        return self.shade(dict.fromkeys(range(len(self.shades)), Shade.NONE), pen)

    def edit(self, edit: Clear | ShadeCells | Trial | DrawRest, pen: int = 0) -> History:
        """The history after an edit during which the pen stays on a dot."""
        match edit:
            case Clear():
                return self.clear(pen)
            case ShadeCells(shades):
                return self.shade(shades, pen)
            case Trial():
                return self.try_out(edit, pen)
            case DrawRest():
                return self.mark(dict.fromkeys(unmarked(self.board), EdgeState.LINE), pen, pen)

    def try_out(self, trial: Trial, pen: int = 0) -> History:
        """Begin or end a trial; to take it back is a step, during which the pen stays on `pen`."""
        if trial is Trial.BEGIN:
            if len(self.trials) == MAX_TRIALS:
                return replace(self, notice=UnchangedReason.TOO_MANY_TRIALS)
            return replace(self, trials=(*self.trials, len(self.done)), notice=None)
        if not self.trials:
            return replace(self, notice=UnchangedReason.NO_TRIAL)
        ended = replace(self, trials=self.trials[:-1], notice=None)
        if trial is Trial.KEEP:
            return ended
        before: dict[int, EdgeState] = {}
        for step in self.done[self.trials[-1] :]:
            for change in step.changes:
                before.setdefault(change.edge, change.before)
        return replace(ended._step(before, pen, pen), notice=None)

    def undo(self) -> History:
        """Revert the last step; raises `NotationError` if it does not lead to the marks.

        A trial that began after what is left ends.
        """
        if not self.done:
            return replace(self, notice=UnchangedReason.NOTHING_TO_UNDO)
        changes = self.done[-1].changes
        self._require({change.edge: change.after for change in changes})
        reverted = self._with({change.edge: change.before for change in changes})
        done = self.done.without_last()
        return replace(
            reverted,
            done=done,
            undone=self.undone.plus_text(self.done.last),
            trials=tuple(began for began in self.trials if began <= len(done)),
            notice=None,
        )

    def redo(self) -> History:
        """Repeat the step last undone; raises `NotationError` if it does not fit the marks."""
        if not self.undone:
            return replace(self, notice=UnchangedReason.NOTHING_TO_REDO)
        changes = self.undone[-1].changes
        self._require({change.edge: change.before for change in changes})
        repeated = self._with({change.edge: change.after for change in changes})
        return replace(
            repeated,
            done=self.done.plus_text(self.undone.last),
            undone=self.undone.without_last(),
            notice=None,
        )

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

    @property
    def last_edges(self) -> tuple[int, ...]:
        """The edges that the last step changed."""
        return self.edges_of(self.done[-1]) if self.done else ()

    def edges_of(self, step: HistoryStep) -> tuple[int, ...]:
        """The edges that a step changed."""
        edges = len(self.board.marks)
        return tuple(change.edge for change in step.changes if change.edge < edges)

    @cached_property
    def levels(self) -> Mapping[int, int]:
        """The marked edges that were drawn in a trial, with its level from 1 for the outermost."""
        if not self.trials:
            return MappingProxyType({})
        first, found = self.trials[0], dict[int, int]()
        for number, step in enumerate(self.done[first:], start=first):
            level = sum(began <= number for began in self.trials)
            found |= dict.fromkeys(self.edges_of(step), level)
        marks = self.board.marks
        return MappingProxyType({edge: found[edge] for edge in sorted(found) if marks[edge]})

    def without_steps(self) -> History:
        """The board alone, as for one that is finished."""
        return History(self.board)

    def _step(self, states: Mapping[int, EdgeState], start: int, end: int) -> History:
        """Set states of edges and cells in one step; nothing more can be redone."""
        found = tuple(
            Change(place, now, state)
            for place, state in sorted(states.items())
            if (now := self._state(place)) is not state
        )
        if not found:
            return replace(self, notice=UnchangedReason.NOTHING_CHANGED)
        all_steps = self.done.plus(HistoryStep(found, start, end))
        done = all_steps.recent(MAX_STEPS, MAX_BYTES)
        dropped = len(all_steps) - len(done)
        changed = self._with({change.edge: change.after for change in found})
        return replace(
            changed,
            done=done,
            undone=_NO_STEPS,
            trials=tuple(began - dropped for began in self.trials if began >= dropped),
            notice=None,
        )

    def _with(self, states: Mapping[int, EdgeState]) -> History:
        """The board and the shades with other states of edges and cells."""
        edges = len(self.board.marks)
        marks = {place: state for place, state in states.items() if place < edges}
        noted = {place - edges: Shade(state) for place, state in states.items() if place >= edges}
        board = self.board.mark(marks) if marks else self.board
        return replace(self, board=board, shades=self._shaded(noted) if noted else self.shades)

    def _shaded(self, noted: Mapping[int, Shade]) -> tuple[Shade, ...]:
        cells = range(len(self.board.puzzle.clues))
        shades = tuple(noted.get(cell, self.shade_of(cell)) for cell in cells)
        return shades if any(shade is not Shade.NONE for shade in shades) else ()

    def _state(self, place: int) -> EdgeState:
        """The state of an edge, or that of a cell behind them; raises `IndexError` beyond."""
        marks = self.board.marks
        if place < len(marks):
            return marks[place]
        cell = place - len(marks)
        if cell >= len(self.board.puzzle.clues):
            raise IndexError(place)
        return self.shade_of(cell).value

    def _require(self, states: Mapping[int, EdgeState]) -> None:
        """Raises `NotationError` unless edges have these states: a stored step may be damaged."""
        try:
            if all(self._state(place) is state for place, state in states.items()):
                return
        except IndexError:
            pass
        raise NotationError(NAME, "its steps do not lead to its marks")


def unmarked(board: Board) -> list[int]:
    """The edges without a mark."""
    return [edge for edge, mark in enumerate(board.marks) if mark is EdgeState.UNKNOWN]
