"""The solution that is most like a given one.

Solutions are searched that differ from it in fewer and fewer edges, until there is none. "At
most so many edges differ" is one bound for a backend that knows bounds.

Where two loops differ, they differ by loops again: edges at a dot are even in number in both,
so they are in the difference. No loop is shorter than the one round the smallest cell, and so
a search ends that has come down to that.
"""

from dataclasses import dataclass

from puzzle.model import Puzzle, Solution
from solver.encoding import edge_variable
from solver.options import Options
from solver.report import DEFAULT_LIMITS, Limits, Stats
from solver.search import open_search

BACKEND = "minicard"
"""A backend that knows bounds."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The other solution most like a given one.

    If `complete`, no other is more like it.
    """

    solution: Solution
    complete: bool
    stats: Stats


def find_nearest(
    puzzle: Puzzle, solution: Solution, other: Solution, limits: Limits = DEFAULT_LIMITS
) -> Nearest:
    """A solution that differs from the first of two given ones in as few edges as possible.

    The limit of solutions plays no part.

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
