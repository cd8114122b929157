"""The SAT encoding of the local rules with a variable for each cell, and none for most edges.

The variable of a cell is its position in the `BitLayout` of the grid, so that a model is read as
one integer. It is true when the cell is inside the loop; beyond the border is outside. An edge is a
line when its two sides differ. So every dot has an even number of lines without any clause, and a
clue is a clause of three or four cells. Edges get a variable, after those of the cells, only where
a clause or an assumption mentions them.

Square grids only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle
from solver.encoding import CACHED_CELLS, Clause
from solver.presolve import KnownEdges, bit_layout


@dataclass(frozen=True)
class CellClauses:
    """The clauses that all puzzles on a square grid share, built once."""

    grid: Grid
    _clues: dict[tuple[int, int], list[Clause]] = field(default_factory=dict)

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """The variable of each cell; at index `OUTSIDE` a number that stands for "false"."""
        layout = bit_layout(self.grid)
        return (*layout.cells, layout.shift + len(self.grid.edge_dots))

    @cached_property
    def some_inside(self) -> Clause:
        """The clause that at least one cell is inside."""
        return self.variables[:-1]

    @cached_property
    def differ(self) -> tuple[list[Clause], ...]:
        """For each edge, the clauses that its sides differ: it is a line."""
        return tuple(self._clauses(((a, b), (-a, -b))) for a, b in self._sides)

    @cached_property
    def equal(self) -> tuple[list[Clause], ...]:
        """For each edge, the clauses that its sides are equal: it is a cross."""
        return tuple(self._clauses(((a, -b), (-a, b))) for a, b in self._sides)

    @cached_property
    def crossings(self) -> tuple[list[Clause], ...]:
        """For each dot, the clauses that no two lines cross there: it has not four."""
        around: list[list[int]] = [[] for _ in self.grid.dots]
        for cell, dots in enumerate(self.grid.cell_dots):
            for dot in dots:
                around[dot].append(self.variables[cell])
        return tuple(_no_crossing(cells) if len(cells) == 4 else [] for cells in around)

    def edge_variable(self, edge: int) -> int:
        """The variable of an edge, for which `definition` has the clauses."""
        return bit_layout(self.grid).shift + edge

    def definition(self, edge: int) -> list[Clause]:
        """Clauses that the variable of an edge is true exactly when its sides differ."""
        line, (a, b) = self.edge_variable(edge), self._sides[edge]
        return self._clauses(((-line, a, b), (-line, -a, -b), (line, -a, b), (line, a, -b)))

    def clue(self, cell: int, clue: int) -> list[Clause]:
        """The clauses for exactly `clue` lines around a cell."""
        found = self._clues.get((cell, clue))
        if found is None:
            found = self._clauses(self._count(cell, clue))
            if len(self.grid.cells) <= CACHED_CELLS:
                self._clues[cell, clue] = found
        return found

    def _count(self, cell: int, clue: int) -> Sequence[tuple[int, ...]]:
        """The clauses of a clue.

        The two cells on the other side than two neighbours of a 2 are its other two neighbours.
        Of the neighbours of a 1, three are on its own side; of a 3, three are on the other one.
        """
        own = self.variables[cell]
        near = [
            self.variables[sum(self.grid.edge_cells[e]) - cell] for e in self.grid.cell_edges[cell]
        ]
        if clue == 2:
            threes = list(combinations(near, 3))
            return threes + [(-a, -b, -c) for a, b, c in threes]
        own = own if clue < 2 else -own
        if clue in (0, 4):
            return [(own, -a) for a in near] + [(-own, a) for a in near]
        pairs = list(combinations(near, 2))
        clauses = [(own, -a, -b) for a, b in pairs] + [(-own, a, b) for a, b in pairs]
        return [*clauses, tuple(near), tuple(-a for a in near)]

    @cached_property
    def _sides(self) -> tuple[tuple[int, int], ...]:
        """The variables of the two sides of each edge."""
        return tuple((self.variables[a], self.variables[b]) for a, b in self.grid.edge_cells)

    def _clauses(self, clauses: Iterable[tuple[int, ...]]) -> list[Clause]:
        """The clauses without those that hold, and without literals that do not."""
        false = self.variables[OUTSIDE]
        open_clauses = (clause for clause in clauses if -false not in clause)
        return [tuple(v for v in clause if v != false) for clause in open_clauses]


@lru_cache(maxsize=8)
def cell_clauses(grid: Grid) -> CellClauses:
    """The shared clauses of a square grid; those of the 8 most recent grids are cached."""
    return CellClauses(grid)


def cell_rules(puzzle: Puzzle, known: KnownEdges) -> list[Clause]:
    """The local rules of a puzzle on a square grid, and what is known of its edges.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> cell_rules(puzzle, KnownEdges(frozenset({0, 2, 4}), frozenset({5})))
    [(4, 5), (4,), (4,), (4,), (5, -4), (-5, 4)]
    """
    shared, grid = cell_clauses(puzzle.grid), puzzle.grid
    clauses: list[Clause] = [shared.some_inside]
    for edge in sorted(known.lines):
        clauses += shared.differ[edge]
    for edge in sorted(known.crosses):
        clauses += shared.equal[edge]
    decided = known.lines | known.crosses
    for edges, crossings in zip(grid.dot_edges, shared.crossings, strict=True):
        if known.crosses.isdisjoint(edges):
            clauses += crossings
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and not decided.issuperset(grid.cell_edges[cell]):
            clauses += shared.clue(cell, clue)
    return clauses


def _no_crossing(cells: list[int]) -> list[Clause]:
    """Clauses that two opposite cells of four at a dot, row by row, do not differ from the rest."""
    a, b, c, d = cells
    return [(-a, b, c, -d), (a, -b, -c, d)]
