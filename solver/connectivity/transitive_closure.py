"""Transitive closure: connections between all pairs of lines, in static clauses.

The obvious encoding says that two lines are connected exactly when they share a dot or one
is connected to a neighbour of the other. It is wrong: read as equivalences, connections
between two separate loops can support each other in a circle, and two loops pass for one
(`tests/solver/test_static.py` shows a board of three cells). The connection needs a
direction in which nothing can go round. Here it is the strict order of ancestors:

    every line but the root has a parent, a line that shares a dot with it;
    a parent is an ancestor, and so are the ancestors of a parent;
    nothing is its own ancestor.

Going from parent to parent never comes back, so it ends, and only the root has no parent.
Conversely, the breadth-first tree from the root of a single loop is a model.
"""

from collections.abc import Iterator

from solver.connectivity.static import Size, StaticMethod, Variables, neighbour_pairs, neighbours
from solver.encoding import Clause, edge_variable


class TransitiveClosure(StaticMethod):
    """`ancestors[e][g]`: edge g lies on the way from line e to the root."""

    def _method_size(self) -> Size:
        edges, pairs = self._edges, neighbour_pairs(self._grid)
        return Size(
            variables=edges**2 + pairs,
            clauses=2 * edges + (2 + edges) * pairs,
            literals=3 * edges + (5 + 3 * edges) * pairs,
        )

    def _connectivity_clauses(self, root: range, variables: Variables) -> Iterator[Clause]:
        ancestors = variables.block(self._edges, self._edges)
        for edge, adjacent in enumerate(neighbours(self._grid)):
            ancestors_of_edge = ancestors[edge]
            yield [-ancestors_of_edge[edge]]
            parents = variables.row(len(adjacent))
            yield [-edge_variable(edge), root[edge], *parents]
            for other, parent in zip(adjacent, parents, strict=True):
                yield [-parent, edge_variable(other)]
                yield [-parent, ancestors_of_edge[other]]
                for inherited, own in zip(ancestors[other], ancestors_of_edge, strict=True):
                    yield [-parent, -inherited, own]
