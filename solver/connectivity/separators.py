"""Cuts for formulas with variables of cells: what separates a subloop from the other ones.

All cells inside a loop are connected, and so are all outside. Let S be the cells that a subloop
encloses, and B the cells on its outer side. When the cells along its inner side are inside the
loop, B is outside, and a cell w elsewhere is inside, no way leads from S to w. So

    a cell of B is inside, or not u, or not w

holds in every solution, for any cell u of S and any w that is neither in S nor in B. When the
subloop is the border of a part of the outside instead, one is enough:

    a cell of B is outside, or u

as the cells beyond the border are outside. Source: node separators, as for Steiner trees in M.
Fischetti and others, Thinning out Steiner trees, Mathematical Programming Computation, 2017.
"""

from collections.abc import Iterable, Iterator

from puzzle.grid import OUTSIDE
from puzzle.model import Puzzle
from solver.connectivity.cuts import Cuts
from solver.encoding import Clause
from solver.loops import Subloop, inside_cells
from solver.options import CutPolicy, Options
from solver.variables import CellVariables

NARROW = 6
"""Cells beside a subloop for each edge of a minimum cut that is searched for."""

LEFT = 3
"""The index of the left edge in `Grid.cell_edges`, on square grids."""

PLUS_EDGES = 12
"""The number of edges around a cell and its four neighbours."""

NOWHERE = frozenset({OUTSIDE})
"""A set of cells that no subloop encloses."""

NO_SUBLOOP = (0, OUTSIDE)
"""A length and a first edge that no subloop has."""


class Separators:
    """The method `cuts` on square grids with variables of cells.

    For each subloop but the longest there is a negation and a separator; after some rounds also an
    anchored cut along a minimum cut, as in `solver.connectivity.cuts`. The longest has a negation
    and a separator when it was in the model of the last round too, as the cuts of the others may
    then go on to change only them.
    """

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options, variables: CellVariables) -> None:
        self._grid = puzzle.grid
        self._policy = options.policy or CutPolicy()
        self._variables = variables
        self._anchored = Cuts(puzzle, options)
        self._around = _cells_around_clues(puzzle)
        self._longest = NO_SUBLOOP
        self._rounds = 0
        self._search_after = self._policy.enclosure

    def clauses(self) -> Iterable[Clause]:
        """No clauses before the search."""
        return ()

    def cuts(self, subloops: list[Subloop]) -> Iterator[Clause]:
        """See `Method.cuts`: shortest first; these also separate the longest from the rest."""
        self._rounds += 1
        searches = self._policy.searches if self._rounds > self._search_after else 0
        if searches:
            self._search_after = 2 * self._rounds
        ordered = sorted(subloops, key=len)
        for rank, loop in enumerate(ordered[:-1]):
            others = ordered[:rank] + ordered[rank + 1 :]
            beside = self._variables.beside(loop)
            yield from self._variables.unlike(beside)
            yield from self._separator(loop, beside, others, self._enclosed(loop))
            width = min(self._policy.narrow, len(beside) // NARROW)
            if searches > 0 and width > 2:
                searches -= 1
                for clause in self._anchored.narrow_cut(loop, others, width):
                    self._search_after = self._rounds
                    yield from self._variables.translated(clause)
        if self._cuts_longest(ordered):
            beside = self._variables.beside(ordered[-1])
            yield from self._variables.unlike(beside)
            yield from self._separator(ordered[-1], beside, ordered[:-1], set())

    def _cuts_longest(self, ordered: list[Subloop]) -> bool:
        """Whether the longest subloop is that of the last round, by length and first edge."""
        last, self._longest = self._longest, (len(ordered[-1]), ordered[-1][0])
        return self._longest == last

    def _separator(
        self, loop: Subloop, beside: set[int], others: list[Subloop], enclosed: set[int]
    ) -> Iterator[Clause]:
        """The separator of a subloop with these cells beside it; none when it encloses all others.

        No u is needed when a clue shows that S has cells of both kinds, and likewise no w. With the
        cells that the subloop encloses left out, both are used.
        """
        inside, first = self._variables.inside, self._first_cell(loop)
        needs_u = not any(self._around.get(cell, NOWHERE) <= enclosed for cell in enclosed)
        if not inside[first]:
            clause = [~cell for cell in beside if inside[cell]]
            yield [*clause, first + 1] if needs_u else clause
            return
        clause = [cell + 1 for cell in beside if not inside[cell] and cell != OUTSIDE]
        if needs_u:
            clause.append(~first)
        if not enclosed or all(map(enclosed.intersection, self._around.values())):
            w = self._inside_beyond(loop, others)
            if w is None:
                return
            clause.append(~w)
        yield clause

    def _enclosed(self, loop: Subloop) -> set[int]:
        """The cells that a subloop encloses, once it pays to know them; else none."""
        if self._rounds <= self._policy.negation or len(loop) < PLUS_EDGES:
            return set()
        return inside_cells(self._grid, loop)

    def _first_cell(self, loop: Subloop) -> int:
        """The cell below the first, so topmost, edge of a subloop, which encloses it."""
        return max(self._grid.edge_cells[loop[0]])

    def _inside_beyond(self, loop: Subloop, others: list[Subloop]) -> int | None:
        """A cell that is inside and not enclosed by a subloop; None when it encloses all others."""
        inside = self._variables.inside
        for other in reversed(others):
            cell = next(c for c in self._grid.edge_cells[other[0]] if inside[c])
            if not self._encloses(loop, cell):
                return cell
        return None

    def _encloses(self, loop: Subloop, cell: int) -> bool:
        """Whether a subloop has an odd number of edges from a cell to the left border."""
        grid, edges, crossed = self._grid, frozenset(loop), False
        while cell != OUTSIDE:
            left = grid.cell_edges[cell][LEFT]
            crossed ^= left in edges
            cell = sum(grid.edge_cells[left]) - cell
        return crossed


def _cells_around_clues(puzzle: Puzzle) -> dict[int, frozenset[int]]:
    """Cells with a clue from 1 to 3, with their neighbours: both sides of the loop are there."""
    grid = puzzle.grid
    return {
        cell: frozenset(side for edge in grid.cell_edges[cell] for side in grid.edge_cells[edge])
        for cell, clue in enumerate(puzzle.clues)
        if clue in (1, 2, 3)
    }
