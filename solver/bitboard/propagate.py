"""Propagation of a square board up to its end: clues, dots, corners, the one loop, and colours.

Every rule only ever adds lines and crosses, so the result does not depend on their order. Nothing
is concluded from the puzzle having one solution: every line and cross found is in *every* solution.
"""

import math
from collections.abc import Sequence

from solver.bitboard.colours import use_colours
from solver.bitboard.layout import EdgeBits
from solver.bitboard.local import count_lines, use_corners
from solver.bitboard.rules import BitRules
from solver.bitboard.state import (
    BitState,
    ByRule,
    Contradiction,
    Counters,
    Propagated,
    Solved,
    Stuck,
    first_state,
)


class Chains:
    """The chains of the lines of a board, while lines are added.

    A dot with one line is the end of a chain, and for each end the other one is known, so a line is
    joined to the chains at both of its dots in constant time. An edge between two ends of one chain
    would close it. Ends that are neighbours are found on the whole board at once; they are few.

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


COUNT_ROUNDS = 6
"""Maximum number of rounds of counting before a round of corners, which takes longer."""


NEVER = math.inf
"""A share of the edges that is never known."""


def propagate(
    rules: BitRules, state: BitState | None = None, colours_from: float = 0.0
) -> Propagated:
    """Apply all rules from a state, by default the first one, until nothing more follows.

    What inside and outside imply takes longest. It is used where the other rules do not solve the
    board but decide at least the share `colours_from` of its edges; with `NEVER`, it is left out.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> rules = BitRules.of_puzzle(Puzzle(square_grid(1, 2), (4, None)))
    >>> sorted(propagate(rules).solution(rules.layout))
    [0, 2, 4, 5]
    """
    return _Run(rules, first_state(rules) if state is None else state).run(colours_from)


class _Run:
    """One propagation, with everything that changes during it."""

    __slots__ = ("chains", "edges", "h", "pairs", "rounds", "rules", "v")

    def __init__(self, rules: BitRules, state: BitState) -> None:
        self.rules = rules
        self.h, self.v, self.pairs = state.horizontal, state.vertical, state.pairs
        self.chains = Chains(rules, state.joined, state.ends)
        self.rounds, self.edges = [0] * 4, [0] * 4
        self.edges[0] = -self.h.bit_count() - self.v.bit_count()

    def run(self, colours_from: float) -> Propagated:
        """Apply the other rules, then colours, and again from there."""
        layout, chains = self.rules.layout, self.chains
        most_unknown = (1 - colours_from) * len(layout.positions)
        while self._close():
            state = BitState(self.h, self.v, self.pairs, chains.joined, chains.ends)
            unknown = sum(map(int.bit_count, state.unknown(layout)))
            if not unknown:
                break
            if unknown > most_unknown or not self._use_colours():
                return Stuck(state, self._counters())
        if chains.loops == 1 and self.rules.met_by(*chains.joined):
            return Solved(chains.joined, self._counters())
        return Contradiction(self._counters())

    def _counters(self) -> Counters:
        """The counters; counting lines made those edges known that no other rule did."""
        _, *others = self.edges
        counted = self.edges[0] + self.h.bit_count() + self.v.bit_count() - sum(others)
        return Counters(ByRule(*self.rounds), ByRule(counted, *others))

    def _close(self) -> bool:
        """Count lines, close chains and use corners until nothing more follows.

        Chains come first, as corners take longer. Returns False when a loop is closed, or an edge
        would be a line and a cross.
        """
        rules, chains, rounds, edges = self.rules, self.chains, self.rounds, self.edges
        shift = rules.layout.shift
        h, v, pairs = self.h, self.v, self.pairs
        settled = complete = False
        while not complete:
            if not settled:
                h, v, counted, settled = count_lines(rules, h, v, COUNT_ROUNDS)
                rounds[0] += counted
                if h & h >> shift or v & v >> shift:
                    break
                rounds[2] += 1
                new_h, new_v = chains.use(h, v)
                if chains.loops:
                    break
                if new_h != h or new_v != v:
                    edges[2] += (new_h ^ h).bit_count() + (new_v ^ v).bit_count()
                    h, v, settled = new_h, new_v, False
                    continue
            rounds[1] += 1
            new_h, new_v, new_pairs = use_corners(rules, h, v, pairs)
            if new_h != h or new_v != v:
                edges[1] += (new_h ^ h).bit_count() + (new_v ^ v).bit_count()
                h, v, settled = new_h, new_v, False
            else:
                complete = settled and new_pairs == pairs
            pairs = new_pairs
        self.h, self.v, self.pairs = h, v, pairs
        return complete

    def _use_colours(self) -> bool:
        """Add what colours imply; False when that is nothing new.

        A cell of both colours shows in an edge that is made a line and a cross.
        """
        before = self.h, self.v, self.pairs
        found = use_colours(self.rules, *before)
        self.rounds[3] += 1
        self.edges[3] += found[0].bit_count() + found[1].bit_count()
        self.edges[3] -= before[0].bit_count() + before[1].bit_count()
        self.h, self.v, self.pairs = found
        return found != before
