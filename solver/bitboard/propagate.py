"""Propagation of a square board up to its end: clues, dots, corners, the one loop, and colours.

Every rule only ever adds lines and crosses, so the result does not depend on their order. Nothing
is concluded from the puzzle having one solution: every line and cross found is in *every* solution.

A chain of lines, which the rule of the one loop keeps from closing too early, is known by its two
ends alone: `ends` has, for each end, the position of the other one.
"""

import math
from collections.abc import Mapping, MutableMapping

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

    __slots__ = ("edges", "ends", "h", "joined", "pairs", "rounds", "rules", "v")

    def __init__(self, rules: BitRules, state: BitState) -> None:
        self.rules = rules
        self.h, self.v, self.pairs = state.horizontal, state.vertical, state.pairs
        self.joined = state.joined
        self.ends = dict(state.ends)
        self.rounds, self.edges = [0] * 4, [0] * 4

    def run(self, colours_from: float) -> Propagated:
        """Apply the local rules, then that of the one loop, then colours, and again from there."""
        layout = self.rules.layout
        most_unknown = (1 - colours_from) * len(layout.positions)
        while self._close_locally() and self._join_chains():
            if not self.ends and any(self.joined):
                if self.rules.met_by(*self.joined):
                    return Solved(self.joined, self._counters())
                break
            if self._close_chains():
                continue
            state = BitState(self.h, self.v, self.pairs, self.joined, self.ends)
            unknown = sum(map(int.bit_count, state.unknown(layout)))
            if not unknown:
                break
            if unknown > most_unknown or not self._use_colours():
                return Stuck(state, self._counters())
        return Contradiction(self._counters())

    def _counters(self) -> Counters:
        return Counters(ByRule(*self.rounds), ByRule(*self.edges))

    def _close_locally(self) -> bool:
        """Apply the rules of clues, dots and corners until nothing more follows; False if wrong.

        It ends as soon as every edge is known: the caller checks the loop.
        """
        rules, h, v, pairs = self.rules, self.h, self.v, self.pairs
        low, shift, every = rules.layout.low, rules.layout.shift, rules.layout.every
        count_rounds = pair_rounds = counted = 0
        first = known = h.bit_count() + v.bit_count()
        settled = wrong = False
        while True:
            if not settled:
                h, v, rounds, settled = count_lines(rules, h, v, COUNT_ROUNDS)
                count_rounds += rounds
                before, known = known, h.bit_count() + v.bit_count()
                counted += known - before
                wrong = bool(h & h >> shift & low or v & v >> shift & low)
                if wrong or known == every:
                    break
            pair_rounds += 1
            new_h, new_v, new_pairs = use_corners(rules, h, v, pairs)
            if new_h != h or new_v != v:
                h, v, settled = new_h, new_v, False
                known = h.bit_count() + v.bit_count()
            elif settled and new_pairs == pairs:
                break
            pairs = new_pairs
        self.h, self.v, self.pairs = h, v, pairs
        self.rounds[0] += count_rounds
        self.rounds[1] += pair_rounds
        self.edges[0] += counted
        self.edges[1] += known - first - counted
        return not wrong

    def _join_chains(self) -> bool:
        """Join the chains at new lines; False when a loop is closed and there are other lines."""
        layout, ends = self.rules.layout, self.ends
        lines = EdgeBits(self.h & layout.low, self.v & layout.low)
        closed = join_chains(ends, self.joined, lines, layout.width)
        self.joined = lines
        return not closed or (closed == 1 and not ends)

    def _close_chains(self) -> bool:
        """Cross the edges that would close a loop that is not the solution; False without any."""
        rules, ends, lines = self.rules, self.ends, self.joined
        shift = rules.layout.shift
        h, v = closing_edges(ends, rules.layout.width)
        h &= ~(self.h | self.h >> shift)
        v &= ~(self.v | self.v >> shift)
        if len(ends) == 2 and rules.met_by(lines.horizontal | h, lines.vertical | v):
            return False
        self.h |= h << shift
        self.v |= v << shift
        self.rounds[2] += 1
        self.edges[2] += h.bit_count() + v.bit_count()
        return bool(h or v)

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
