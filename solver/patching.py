"""Patching: join the subloops of a model by small changes that keep every local rule.

Flipping a cell swaps the lines and crosses around it. When two subloops pass on opposite sides of
a cell, or of two cells in a row, flipping joins them. When clues nearby no longer hold, a few more
cells are flipped until they do. On boards with many blank cells this joins most subloops of a
model, which saves most rounds of the SAT solver.

Source: R. Karp, A patching algorithm for the nonsymmetric traveling-salesman problem, SIAM Journal
on Computing, 1979, joins subtours in a similar way.
"""

from functools import lru_cache

from msgspec import Struct

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle
from puzzle.rules import Capability, require
from solver.loops import LoopWalker, Subloop, cell_neighbours, segments_around


class Patched(Struct, frozen=True):
    """A model after patching: its subloops, their lines, and the flipped cells."""

    subloops: list[Subloop]
    lines: set[int]
    flipped: set[int]


class Patcher:
    """Joins the subloops of models of one puzzle.

    `max_flips` is the maximum number of cells flipped to join two subloops. Raises `RulesError` for
    other rules than the plain ones.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(1, 3)
    >>> ends = [list(grid.cell_edges[0]), list(grid.cell_edges[2])]
    >>> patched = Patcher(Puzzle(grid, (3, None, 3)), max_flips=1).join(ends)
    >>> len(patched.subloops), patched.flipped
    (1, {1})
    """

    def __init__(self, puzzle: Puzzle, max_flips: int) -> None:
        require(puzzle, Capability.FAST_SEARCH)
        self._puzzle = puzzle
        self._max_flips = max_flips

    def join(self, subloops: list[Subloop]) -> Patched:
        """Join subloops greedily: each cell along a subloop, but the longest, is tried once."""
        joiner = _SubloopJoiner(self._puzzle, self._max_flips, subloops)
        grid = self._puzzle.grid
        shorter = sorted(subloops, key=len)[:-1]
        along = {cell for loop in shorter for edge in loop for cell in grid.edge_cells[edge]}
        for cell in sorted(along - {OUTSIDE}):
            joiner.try_join_at(cell)
        return joiner.result()


class _SubloopJoiner:
    """The lines of one model while its subloops are joined.

    Every line is labelled with its subloop; a union-find structure merges the labels of joined
    subloops. A cell may be flipped if the lines around it form one segment, which only moves a
    subloop, or two segments of different subloops, which joins them. So no flip splits a subloop.
    """

    def __init__(self, puzzle: Puzzle, max_flips: int, subloops: list[Subloop]) -> None:
        self._grid = puzzle.grid
        self._clues = puzzle.clues
        self._max_flips = max_flips
        self._neighbours = cell_neighbours(puzzle.grid)
        self._adjacent = adjacent_cells(puzzle.grid)
        self._label = {edge: label for label, loop in enumerate(subloops) for edge in loop}
        self._parent = list(range(len(subloops)))
        self._flipped: set[int] = set()

    def result(self) -> Patched:
        """The model with all flips applied."""
        lines = sorted(self._label)
        return Patched(LoopWalker(self._grid).walk(lines), set(lines), self._flipped)

    def try_join_at(self, cell: int) -> None:
        """Join two subloops across this cell, if both pass it and the clues can be kept."""
        bridge = self._bridge_at(cell)
        if not bridge:
            return
        flips: list[_Flip] = []
        for part in bridge:
            if not self._flip(part, flips):
                break
        else:
            near = {other for part in bridge for other in (part, *self._adjacent[part])}
            violated = {other for other in near if self._is_violated(other)}
            if self._repair(flips, violated, self._max_flips - len(bridge)) and self._commit(flips):
                return
        while flips:
            self._undo_flip(flips.pop())

    def _root(self, label: int) -> int:
        """The representative of a label in the union-find structure."""
        while self._parent[label] != label:
            label = self._parent[label]
        return label

    def _bridge_at(self, cell: int) -> tuple[int, ...]:
        """The cell, or the cell and a neighbour, whose flip could join two subloops; else ()."""
        label, root = self._label, self._root
        roots = {root(label[edge]) for edge in self._grid.cell_edges[cell] if edge in label}
        if len(roots) != 1 or self._max_flips == 1:
            return (cell,) if len(roots) > 1 else ()
        (near,) = roots
        for edge, beyond in self._neighbours[cell]:
            if edge not in label:
                for far in self._grid.cell_edges[beyond]:
                    if far in label and root(label[far]) != near:
                        return cell, beyond
        return ()

    def _flip(self, cell: int, flips: "list[_Flip]") -> bool:
        """Flip a cell and append it to `flips`; returns False if that could split a subloop."""
        segments = segments_around(self._grid, self._label, cell)
        if segments is None or not 1 <= len(segments) <= 2:
            return False
        edges = self._grid.cell_edges[cell]
        labels = [self._label.get(edge) for edge in edges]
        first, *other = [self._root(self._label[edge]) for edge in segments]
        if other == [first]:
            return False
        if other:
            self._parent[first] = other[0]
        for edge, label in zip(edges, labels, strict=True):
            if label is None:
                self._label[edge] = first
            else:
                del self._label[edge]
        flips.append(_Flip(cell, labels, first if other else None))
        return True

    def _undo_flip(self, flip: "_Flip") -> None:
        """Restore the labels before a flip, and unmerge the label that it merged."""
        for edge, label in zip(self._grid.cell_edges[flip.cell], flip.labels, strict=True):
            if label is None:
                del self._label[edge]
            else:
                self._label[edge] = label
        if flip.merged is not None:
            self._parent[flip.merged] = flip.merged

    def _is_violated(self, cell: int) -> bool:
        """Whether the clue of a cell does not hold."""
        clue = self._clues[cell]
        if clue is None:
            return False
        lines = self._label
        for edge in self._grid.cell_edges[cell]:
            if edge in lines:
                clue -= 1
        return clue != 0

    def _repair(self, flips: "list[_Flip]", violated: set[int], max_flips: int) -> bool:
        """Flip at most `max_flips` cells until no clue is violated; undoes them when that fails."""
        if not violated:
            return True
        if max_flips == 0 or len(violated) > 3 * max_flips:
            return False
        first = min(violated)
        for cell in (first, *self._adjacent[first]):
            if any(flip.cell == cell for flip in flips) or not self._flip(cell, flips):
                continue
            near = (*violated, cell, *self._adjacent[cell])
            if self._repair(
                flips, {other for other in near if self._is_violated(other)}, max_flips - 1
            ):
                return True
            self._undo_flip(flips.pop())
        return False

    def _commit(self, flips: "list[_Flip]") -> bool:
        """Keep the flips if they joined two subloops; returns whether they did."""
        joined = any(flip.merged is not None for flip in flips)
        if joined:
            self._flipped.symmetric_difference_update(flip.cell for flip in flips)
        return joined


class _Flip(Struct, frozen=True):
    """A flipped cell, the labels around it before, and the label merged into another, if any."""

    cell: int
    labels: list[int | None]
    merged: int | None


@lru_cache(maxsize=8)
def adjacent_cells(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells that share an edge with it."""
    return tuple(tuple(cell for _, cell in beside) for beside in cell_neighbours(grid))
