"""The cellular automaton method: reachability spreads from the root line over generations.

    In generation 0, only the root is reached.
    An edge reached in the next generation is a line, and it or a neighbour was reached before.
    In the last generation, every line is reached.

Every reached line is connected to the root, so all lines are one loop. Reachability spreads in
both directions from the root, so half as many generations as the longest loop has edges suffice;
no loop has more edges than the board has usable dots.

Size, with E edges and G generations: G * E variables and (2 * G + 1) * E clauses, besides those
of the root. See docs/encodings.md.
"""

from collections.abc import Iterator

from puzzle.model import Puzzle
from solver.connectivity.static import Size, StaticMethod, Variables, neighbour_pairs, neighbours
from solver.encoding import Clause, edge_variable
from solver.options import Options


class Automaton(StaticMethod):
    """The cellular automaton method; the variable `reached[e]` means that edge e is reached.

    With `Options.generations` below the bound, longer loops are excluded, and the method is not
    exhaustive.
    """

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        super().__init__(puzzle, options)
        self.exhaustive = self._generations == self._max_distance

    @property
    def _generations(self) -> int:
        wanted = self._options.generations
        return self._max_distance if wanted is None else min(wanted, self._max_distance)

    def _method_size(self) -> Size:
        edges, generations = self._edges, self._generations
        return Size(
            variables=generations * edges,
            clauses=(2 * generations + 1) * edges,
            literals=generations * (4 * edges + neighbour_pairs(self._grid)) + 2 * edges,
        )

    def _connectivity_clauses(self, root: range, variables: Variables) -> Iterator[Clause]:
        lines = [edge_variable(edge) for edge in range(self._edges)]
        around = neighbours(self._grid)
        reached = root
        for _ in range(self._generations):
            before, reached = reached, variables.row(self._edges)
            for edge, now in enumerate(reached):
                yield [-now, lines[edge]]
                yield [-now, before[edge], *[before[other] for other in around[edge]]]
        for line, now in zip(lines, reached, strict=True):
            yield [-line, now]
