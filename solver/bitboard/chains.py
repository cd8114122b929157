"""Chains of lines on bitboards, which the rule of the one loop keeps from closing too early.

A chain is known by its two ends alone: `ends` has, for each end, the position of the other one.
"""

from collections.abc import Mapping, MutableMapping

from solver.bitboard.layout import EdgeBits


def join_chains(
    ends: MutableMapping[int, int], before: EdgeBits, lines: EdgeBits, width: int
) -> int:
    """Join the chains in `ends` at the lines that are new; returns the number of closed loops.

    `before` are the lines that are in chains already, and `width` is that of the layout.

    >>> ends: dict[int, int] = {}
    >>> join_chains(ends, EdgeBits(0, 0), EdgeBits(0b11, 0), width=4), ends
    (0, {0: 2, 2: 0})
    """
    closed = 0
    for step, new in ((1, lines[0] ^ before[0]), (width, lines[1] ^ before[1])):
        digits = bin(new)[:1:-1]
        a = digits.find("1")
        while a >= 0:
            b = a + step
            start, end = ends.pop(a, a), ends.pop(b, b)
            if start == b:
                closed += 1
            else:
                ends[start] = end
                ends[end] = start
            a = digits.find("1", a + 1)
    return closed


def closing_edges(ends: Mapping[int, int], width: int) -> EdgeBits:
    """The positions of the edges between the two ends of a chain, known or not.

    >>> closing_edges({0: 4, 4: 0, 9: 10, 10: 9}, width=4)
    EdgeBits(horizontal=512, vertical=1)
    """
    horizontal = vertical = 0
    for start, end in ends.items():
        if end - start == 1:
            horizontal |= 1 << start
        elif end - start == width:
            vertical |= 1 << start
    return EdgeBits(horizontal, vertical)
