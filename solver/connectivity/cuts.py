"""The default method: per-loop negation, then anchored cuts, which forbid families of subloops.

For a subloop, let S be its dots and all dots inside it, and δ(S) the edges with exactly one end
in S. A single loop that uses a dot in S and a dot outside S uses an edge of δ(S). So

    OR δ(S)  or  not e_in  or  not e_out

holds in every solution, for any edge e_in of the subloop and any line e_out outside S. When the
clues guarantee a used dot in S, e_in is omitted, and likewise e_out. Such a cut forbids every
loop of every shape within S at once, while per-loop negation needs a clause for each loop.

Without the inside in S, boards with wide blank areas need exponentially many cuts. Boards with
narrow passages, such as a ring of 0s, can still produce loops of many shapes. So after some
rounds (see `CutPolicy`), S is the subloop's side of a minimum cut that separates it from the
other subloops; edges that the 0s exclude have no capacity in it.

Source: our own method, described in docs/methods.md.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from puzzle.model import Puzzle
from solver.encoding import Clause, edge_variable, forbid, grid_clauses
from solver.loops import Subloop, boundary, enclosed_dots, loop_dots
from solver.options import CutPolicy, Options
from solver.separation import impossible_edges, minimum_cut_side

LONE_CELL_MIN_CELLS = 200
"""Minimum number of cells of a board on which loops around single cells are forbidden at once."""


class Cuts:
    """Lazy method: per-loop negation, and anchored cuts after `CutPolicy.negation` rounds."""

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        self._puzzle = puzzle
        self._counts = puzzle.line_counts
        self._policy = options.policy or CutPolicy()
        self._has_cell_variables = bool(options.inside)
        self._rounds = 0

    @cached_property
    def _clued_cells(self) -> list[int]:
        """The cells with a clue that demands lines."""
        return [cell for cell, count in enumerate(self._counts) if count]

    @cached_property
    def _clued_cells_at(self) -> list[list[int]]:
        """For each dot, the cells around it that have a clue that demands lines."""
        at: list[list[int]] = [[] for _ in self._puzzle.grid.dots]
        for cell in self._clued_cells:
            for dot in self._puzzle.grid.cell_dots[cell]:
                at[dot].append(cell)
        return at

    @cached_property
    def _impossible(self) -> set[int]:
        """The edges that the 0s exclude."""
        return impossible_edges(self._puzzle)

    def clauses(self) -> Iterable[Clause]:
        """Clauses that forbid loops around single blank cells, when no such loop is a solution.

        A loop around one blank cell can only meet the clues of its neighbours, so it is not a
        solution when the board has more clues above 0 than a cell has neighbours. On boards below
        `LONE_CELL_MIN_CELLS` cells there are no such clauses, as they cost more than they save.
        """
        clues = self._counts
        if len(clues) < LONE_CELL_MIN_CELLS:
            return []
        lone_cell_clauses = grid_clauses(self._puzzle.grid).lone_cell_clauses
        if len(clues) - clues.count(None) - clues.count(0) <= max(map(len, lone_cell_clauses)):
            return []
        return [cell for cell, clue in zip(lone_cell_clauses, clues, strict=True) if clue is None]

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """A negation for each subloop; after some rounds anchored cuts too, shortest first.

        With the first anchored cuts, each cell gets a variable "inside the loop" unless it has
        one: puzzles that take so many rounds may depend on parity.
        """
        self._rounds += 1
        if self._rounds <= self._policy.negation:
            return map(forbid, subloops)
        cuts = self._negations_and_cuts(sorted(subloops, key=len))
        if self._has_cell_variables:
            return cuts
        self._has_cell_variables = True
        return chain(grid_clauses(self._puzzle.grid).inside, cuts)

    def _negations_and_cuts(self, subloops: list[Subloop]) -> Iterator[Clause]:
        """A negation and an anchored cut for each subloop but the longest."""
        searches = self._policy.searches if self._rounds > self._policy.enclosure else 0
        for rank, loop in enumerate(subloops):
            if rank == len(subloops) - 1:
                return  # the other cuts already separate the longest subloop from the rest
            yield forbid(loop)
            others = subloops[:rank] + subloops[rank + 1 :]
            dots = (
                self._minimum_cut_side(loop, others, self._policy.narrow)
                if rank < searches
                else None
            )
            yield from self._anchored_cut(loop, others, dots)

    def narrow_cut(self, loop: Subloop, others: list[Subloop], width: int) -> Iterator[Clause]:
        """The anchored cut along a minimum cut of a subloop from the others; none if too wide."""
        dots = self._minimum_cut_side(loop, others, width)
        if dots is not None:
            yield from self._anchored_cut(loop, others, dots)

    def _minimum_cut_side(
        self, loop: Subloop, others: list[Subloop], width: int
    ) -> set[int] | None:
        """The subloop's side of a minimum cut from the other subloops; None without one."""
        grid = self._puzzle.grid
        beyond = {dot for other in others for dot in loop_dots(grid, other)}
        dots = loop_dots(grid, loop)
        return minimum_cut_side(grid, dots, beyond, self._impossible, width)

    def _anchored_cut(
        self, loop: Subloop, others: list[Subloop], dots: set[int] | None
    ) -> Iterator[Clause]:
        """The anchored cut for S = `dots`, or the enclosed dots; none if S holds all subloops."""
        grid = self._puzzle.grid
        dots = dots or enclosed_dots(grid, loop)
        outer = next((other for other in others if grid.edge_dots[other[0]][0] not in dots), None)
        if outer is None:
            return
        clause = [edge_variable(edge) for edge in boundary(grid, dots)]
        if not self._guarantees_inside(dots):
            clause.append(-edge_variable(loop[0]))
        if not self._guarantees_outside(dots):
            clause.append(-edge_variable(outer[0]))
        yield clause

    def _guarantees_inside(self, dots: set[int]) -> bool:
        """Whether the clues alone guarantee a used dot among `dots`."""
        cells = {cell for dot in dots for cell in self._clued_cells_at[dot]}
        return any(self._guarantees_line_at(dots, cell) for cell in cells)

    def _guarantees_outside(self, dots: set[int]) -> bool:
        """Whether the clues alone guarantee a used dot that is not among `dots`."""
        rings, counts = self._puzzle.grid.cell_dots, self._counts
        return any(
            _guaranteed([dot not in dots for dot in rings[cell]], counts[cell] or 0)
            for cell in self._clued_cells
        )

    def _guarantees_line_at(self, dots: set[int], cell: int) -> bool:
        """Whether the clue of a cell guarantees a line at one of these dots."""
        ring = [dot in dots for dot in self._puzzle.grid.cell_dots[cell]]
        return _guaranteed(ring, self._counts[cell] or 0)


def _guaranteed(ring: list[bool], clue: int) -> bool:
    """Whether `clue` lines around a cell must touch one of its marked dots.

    `ring` has a flag for each dot in order around the cell; edge i joins dots i and i + 1. A dot
    is guaranteed when the edges that touch no marked dot are fewer than the clue.

    >>> _guaranteed([True, False, True, False], 1), _guaranteed([True, True, False, False], 1)
    (True, False)
    """
    free = sum(not (ring[i - 1] or here) for i, here in enumerate(ring))
    return free < clue
