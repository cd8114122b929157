"""The nearest other solution: the one that differs from a given solution in the fewest edges.

The search requires solutions that differ in fewer and fewer edges, until there are none. "At most
k edges differ" is one cardinality constraint for a backend that supports them.

The edges in which two loops differ form loops too, since every dot has an even number of edges in
both, and so in their symmetric difference. No loop is shorter than the border of the smallest
cell, so the search also ends when the difference is that small.
"""

from dataclasses import dataclass

from puzzle.model import Puzzle, Solution
from solver.encoding import edge_variable
from solver.options import Options
from solver.report import DEFAULT_LIMITS, Limits, Stats
from solver.search import open_search

BACKEND = "minicard"
"""The backend of this search; it supports cardinality constraints."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """A solution near a given one; if `complete`, no other solution differs in fewer edges."""

    solution: Solution
    complete: bool
    stats: Stats


def find_nearest(
    puzzle: Puzzle, solution: Solution, other: Solution, limits: Limits = DEFAULT_LIMITS
) -> Nearest:
    """Find the solution that differs from `solution` in the fewest edges, starting from `other`.

    `solution` and `other` are two different solutions of the puzzle. `Limits.solutions` is ignored.

    >>> from puzzle.grid import square_grid
    >>> one, other = frozenset({0, 3, 6, 7}), frozenset({2, 5, 8, 9})
    >>> found = find_nearest(Puzzle(square_grid(1, 3), (None,) * 3), one, other)
    >>> sorted(found.solution ^ one), found.complete
    ([1, 4, 7, 8], True)
    """
    variables = map(edge_variable, range(len(puzzle.grid.edge_dots)))
    differs = [-v if edge in solution else v for edge, v in enumerate(variables)]
    fewest = min(map(len, puzzle.grid.cell_edges))
    best = other
    with open_search(puzzle, limits, Options(backend=BACKEND)) as search:
        search.require(differs)
        search.require_bound((differs, len(best ^ solution) - 1))
        for found in search.solutions() if len(best ^ solution) > fewest else ():
            if 0 < len(found ^ solution) < len(best ^ solution):
                best = found
                search.require_bound((differs, len(best ^ solution) - 1))
            else:
                search.cut_last_model()
            if len(best ^ solution) == fewest:
                break
        complete = search.complete or len(best ^ solution) == fewest
        return Nearest(best, complete, search.stats)
