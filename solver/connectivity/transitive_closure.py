"""The transitive closure method: a strict order of ancestors among all lines.

The obvious encoding defines two lines as connected exactly when they share a dot or one is
connected to a neighbour of the other. It is wrong: connections between two separate loops can
justify each other circularly, so a model can have two loops (`tests/solver/test_static.py` shows
a board of three cells). So the relation must be acyclic. Here it is a strict order:

    every line but the root has a parent, a line that shares a dot with it;
    a parent is an ancestor, and so are the ancestors of a parent;
    no line is its own ancestor.

A chain of parents never returns to a line, so it ends, and only the root has no parent.
Conversely, the breadth-first tree from the root of a single loop is a model.

Size, with E edges and P ordered pairs of neighbouring edges: E**2 + P variables and
2 * E + (2 + E) * P clauses, besides those of the root. See docs/encodings.md.
"""

from collections.abc import Iterator

from solver.connectivity.static import Size, StaticMethod, Variables, neighbour_pairs, neighbours
from solver.encoding import Clause, edge_variable


class TransitiveClosure(StaticMethod):
    """The transitive closure method; `ancestors[e][g]` means that g is an ancestor of line e."""

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
