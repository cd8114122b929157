"""The rule of the one loop: chains of lines, and the edges that would close one too early.

A dot with one line is the end of a chain, and for each end the other one is known, so a line is
joined to the chains at both of its dots in constant time. An edge between two ends of one chain
would close it. Ends that are neighbours are found on the whole board at once; they are few.
"""

from collections.abc import Sequence

from solver.bitboard.layout import EdgeBits
from solver.bitboard.rules import BitRules


class Chains:
    """The chains of the lines of a board, while lines are added.

    - `ends[p]`: for the end of a chain at position `p`, its other end; for a dot without lines, `p`
      itself. At other dots it has no meaning.
    - `loops`: the number of loops that were closed.
    """

    __slots__ = ("_lines_h", "_lines_v", "_rules", "ends", "loops")

    def __init__(self, rules: BitRules, joined: EdgeBits, ends: Sequence[int]) -> None:
        self._rules = rules
        self._lines_h, self._lines_v = joined
        self.ends = list(ends)
        self.loops = 0

    @property
    def joined(self) -> EdgeBits:
        """The lines that are in chains."""
        return EdgeBits(self._lines_h, self._lines_v)

    def use(self, horizontal: int, vertical: int) -> tuple[int, int]:
        """Join the chains at new lines, and cross edges that would close a loop too early.

        Takes and returns boards of lines and crosses. An edge that would complete the solution is
        left open; when a loop is closed, no edge is crossed.

        >>> from puzzle.grid import square_grid
        >>> from puzzle.model import Puzzle
        >>> rules = BitRules.of_puzzle(Puzzle(square_grid(1, 2), (None, 4)))
        >>> chains = Chains(rules, EdgeBits(0, 0), range(rules.layout.shift))
        >>> three, closing = (rules.layout.edge_bits(edges) for edges in ([0, 2, 4], [5]))
        >>> crosses = closing.vertical << rules.layout.shift
        >>> chains.use(*three) == (three.horizontal, three.vertical | crosses), chains.loops
        (True, 0)
        """
        layout = self._rules.layout
        width, shift, low = layout.width, layout.shift, layout.low
        lines_h, lines_v = horizontal & low, vertical & low
        self._join(lines_h ^ self._lines_h, 1)
        self._join(lines_v ^ self._lines_v, width)
        self._lines_h, self._lines_v = lines_h, lines_v
        if self.loops:
            return horizontal, vertical
        ends = lines_h ^ lines_h << 1 ^ lines_v ^ lines_v << width
        near_h, near_v = ends & ends >> 1, ends & ends >> width
        near_h ^= near_h & (horizontal | horizontal >> shift)
        near_v ^= near_v & (vertical | vertical >> shift)
        near_h, near_v = self._closing(near_h, 1), self._closing(near_v, width)
        if not (near_h or near_v):
            return horizontal, vertical
        if ends.bit_count() == 2 and self._rules.met_by(lines_h | near_h, lines_v | near_v):
            return horizontal, vertical
        return horizontal | near_h << shift, vertical | near_v << shift

    def _join(self, new: int, step: int) -> None:
        """Join the chains at new lines of one direction, whose dots are this step apart."""
        ends = self.ends
        digits = bin(new)[:1:-1]
        a = digits.find("1")
        while a >= 0:
            b = a + step
            start, end = ends[a], ends[b]
            if start == b:
                self.loops += 1
            else:
                ends[start] = end
                ends[end] = start
            a = digits.find("1", a + 1)

    def _closing(self, near: int, step: int) -> int:
        """Those of these edges between two ends whose ends are those of one chain."""
        ends, closing = self.ends, 0
        while near:
            first = near & -near
            near ^= first
            position = first.bit_length() - 1
            if ends[position] == position + step:
                closing |= first
        return closing
