"""The edges on which several solutions agree."""

from collections.abc import Iterable

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Solution


class Agreement(Struct, frozen=True):
    """The edges that are lines in all of several solutions, and the edges that are in none."""

    lines: frozenset[int] = frozenset()
    crosses: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.lines) + len(self.crosses)

    def restricted_to(self, solution: Solution) -> "Agreement":
        """The agreement that remains when `solution` is added to the solutions."""
        return Agreement(self.lines & solution, self.crosses - solution)


def agreed(grid: Grid, solutions: Iterable[Solution]) -> Agreement:
    """The edges on which these solutions agree; none when there are no solutions.

    >>> from puzzle.grid import square_grid
    >>> agreed(square_grid(1, 2), [frozenset({0, 2, 4, 5}), frozenset({0, 1, 2, 3, 4, 6})])
    Agreement(lines=frozenset({0, 2, 4}), crosses=frozenset())
    """
    shared: Agreement | None = None
    for solution in solutions:
        if shared is None:
            shared = Agreement(solution, frozenset(range(len(grid.edge_dots))) - solution)
        shared = shared.restricted_to(solution)
    return shared or Agreement()
