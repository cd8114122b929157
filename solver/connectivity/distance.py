"""The path distance method: every line but the root has a neighbour whose number is one smaller.

    The root has the number 0.
    Every other line has a parent, a line that shares a dot with it.
    The number of a line is the successor of its parent's number.

Numbers are bit vectors, lowest bit first. The successor of an edge's number is encoded once, by
ripple carry, and shared by all edges that may have that edge as their parent. It must not
overflow, since numbers could otherwise increase all around a second loop. Numbers decrease from
child to parent, so every chain of parents ends, and only the root has no parent.

No line of a single loop is farther from the root than half the loop, so numbers up to half of the
longest loop suffice.

Size, with E edges, P ordered pairs of neighbouring edges and B bits: (3 * B + 1) * E + P variables
and (8 * B + 2) * E + (2 * B + 2) * P clauses, besides those of the root. See docs/encodings.md.
"""

from collections.abc import Iterator

from solver.connectivity.static import Size, StaticMethod, Variables, neighbour_pairs, neighbours
from solver.encoding import Clause, edge_variable


class Distance(StaticMethod):
    """The path distance method; `numbers[e]` are the bits of edge e's distance from the root."""

    @property
    def _bits(self) -> int:
        """The number of bits of a distance."""
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
    """Clauses for `successor` = `number` + 1; the last of `carries` is the overflow."""
    yield [carries[0]]
    for place, (bit, result) in enumerate(zip(number, successor, strict=True)):
        carry, onward = carries[place], carries[place + 1]
        yield from ([-result, bit, carry], [-result, -bit, -carry])
        yield from ([result, -bit, carry], [result, bit, -carry])
        yield from ([-onward, bit], [-onward, carry], [onward, -bit, -carry])
