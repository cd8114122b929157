"""Clauses of the local rules: what one dot and one clue say of the edges around them.

The variable of edge `e` is `e + 1`; a true variable is a line. The rule that all lines
form one loop is not local: see `solver.connectivity`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from puzzle.grid import Grid
from puzzle.model import Puzzle, Solution

Clause = list[int]
"""Literals of which at least one holds, as in PySAT."""

CACHED_CELLS = 2_500
"""Grids up to this many cells keep the clauses of every clue they have met."""


def edge_variable(edge: int) -> int:
    """The SAT variable that says whether `edge` is a line."""
    return edge + 1


def exactly(count: int, variables: tuple[int, ...]) -> list[Clause]:
    """Clauses for "exactly `count` of `variables` are true".

    >>> exactly(1, (1, 2))
    [[-1, -2], [1, 2]]
    """
    at_most = [[-v for v in group] for group in combinations(variables, count + 1)]
    at_least = [list(group) for group in combinations(variables, len(variables) - count + 1)]
    return at_most + at_least


def none_or_two(variables: tuple[int, ...]) -> list[Clause]:
    """Clauses for "none or exactly two of `variables` are true".

    >>> none_or_two((1, 2))
    [[-1, 2], [-2, 1]]
    """
    never_three = [[-v for v in group] for group in combinations(variables, 3)]
    never_one = [[-v, *(u for u in variables if u != v)] for v in variables]
    return never_three + never_one


@dataclass(frozen=True, slots=True)
class Template:
    """The clauses that all puzzles on a grid share, made once and used again.

    `dots` are the clauses of every dot; `some_line` says that the loop is not empty.
    """

    grid: Grid
    dots: tuple[Clause, ...]
    some_line: Clause
    cell_variables: tuple[tuple[int, ...], ...]
    clues: dict[tuple[int, int], list[Clause]] = field(default_factory=dict)

    def clue(self, cell: int, clue: int) -> list[Clause]:
        """The clauses of one clue."""
        key = (cell, clue)
        found = self.clues.get(key)
        if found is None:
            found = exactly(clue, self.cell_variables[cell])
            if len(self.grid.cells) <= CACHED_CELLS:
                self.clues[key] = found
        return found


@lru_cache(maxsize=8)
def template(grid: Grid) -> Template:
    """The shared clauses of a grid; the most recent grids are kept."""
    at_dots = (tuple(edge_variable(e) for e in edges) for edges in grid.dot_edges)
    return Template(
        grid=grid,
        dots=tuple(clause for variables in at_dots for clause in none_or_two(variables)),
        some_line=[edge_variable(e) for e in range(len(grid.edge_dots))],
        cell_variables=tuple(tuple(edge_variable(e) for e in edges) for edges in grid.cell_edges),
    )


def local_clauses(puzzle: Puzzle) -> Iterator[Clause]:
    """Every clause of the local rules: dots, clues, at least one line.

    >>> from puzzle.grid import square_grid
    >>> len(list(local_clauses(Puzzle(square_grid(1, 1), (4,)))))
    13
    """
    shared = template(puzzle.grid)
    yield from shared.dots
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            yield from shared.clue(cell, clue)
    yield shared.some_line


def forbid(lines: Solution | tuple[int, ...]) -> Clause:
    """The clause that at least one of these edges is not a line."""
    return [-(edge + 1) for edge in lines]
