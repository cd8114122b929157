"""Path distance: every line has a number, and a neighbour whose number is one smaller.

    The root has the number 0.
    Every other line has a parent, a line that shares a dot with it.
    The number of a line is the successor of its parent's.

Numbers are vectors of bits, the lowest first. The successor of an edge's number is made
once, by ripple carry, and shared by all who may have that edge as their parent; it must not
overflow, or a second loop could count round and round. Numbers fall from parent to parent,
so the way ends, and only the root has no parent.

In a single loop the farthest line is half the loop away: numbers up to half the longest
loop suffice.
"""

from collections.abc import Iterator

from solver.connectivity.static import Size, StaticMethod, Variables, neighbour_pairs, neighbours
from solver.encoding import Clause, edge_variable


class Distance(StaticMethod):
    """`numbers[e]`: the bits of the distance of edge e from the root, along lines."""

    @property
    def _bits(self) -> int:
        return max(1, self._max_distance.bit_length())

    def _method_size(self) -> Size:
        edges, bits, pairs = self._edges, self._bits, neighbour_pairs(self._grid)
        return Size(
            variables=(3 * bits + 1) * edges + pairs,
            clauses=(8 * bits + 2) * edges + (2 * bits + 2) * pairs,
            literals=(21 * bits + 3) * edges + (6 * bits + 5) * pairs,
        )

    def _connectivity_clauses(self, root: range, variables: Variables) -> Iterator[Clause]:
        numbers = variables.block(self._edges, self._bits)
        successors = variables.block(self._edges, self._bits)
        carries = variables.block(self._edges, self._bits + 1)
        for edge, number in enumerate(numbers):
            yield from ([-root[edge], -bit] for bit in number)
            yield from _successor(number, successors[edge], carries[edge])
        for edge, adjacent in enumerate(neighbours(self._grid)):
            parents = variables.row(len(adjacent))
            yield [-edge_variable(edge), root[edge], *parents]
            for other, parent in zip(adjacent, parents, strict=True):
                yield [-parent, edge_variable(other)]
                yield [-parent, -carries[other][-1]]
                for bit, wanted in zip(numbers[edge], successors[other], strict=True):
                    yield [-parent, -bit, wanted]
                    yield [-parent, bit, -wanted]


def _successor(number: range, successor: range, carries: range) -> Iterator[Clause]:
    """`successor` is `number` plus one; the last carry is the overflow."""
    yield [carries[0]]
    for place, (bit, result) in enumerate(zip(number, successor, strict=True)):
        carry, onward = carries[place], carries[place + 1]
        yield from ([-result, bit, carry], [-result, -bit, -carry])
        yield from ([result, -bit, carry], [result, bit, -carry])
        yield from ([-onward, bit], [-onward, carry], [onward, -bit, -carry])
