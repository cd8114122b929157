"""Propagation of a square board up to its end: rules of clues, dots, corners, and of the one loop.

Every rule only ever adds lines and crosses, so the result does not depend on their order. Nothing
is concluded from the puzzle having one solution: every line and cross found is in *every* solution.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puzzle.model import Solution
from solver.bitboard.layout import BitLayout, EdgeBits
from solver.bitboard.local import Pairs, count_lines, first_pairs, use_corners
from solver.bitboard.rules import BitRules

COUNT_ROUNDS = 6
"""Maximum number of rounds of counting before a round of corners, which takes longer."""


@dataclass(frozen=True, slots=True)
class BitState:
    """What is known of a board; immutable, and shared by the states that are made from it.

    - `horizontal`, `vertical`: lines and crosses, as boards of two halves.
    - `pairs`: what is known of corners.
    - `joined`: the lines that are in chains; `ends`: for each end of a chain, its other end.
    """

    horizontal: int
    vertical: int
    pairs: Pairs
    joined: EdgeBits
    ends: Mapping[int, int]

    def lines(self, layout: BitLayout) -> EdgeBits:
        """The positions of the lines."""
        return EdgeBits(self.horizontal & layout.low, self.vertical & layout.low)

    def crosses(self, layout: BitLayout) -> EdgeBits:
        """The positions of the crosses; those beyond the border count too."""
        return EdgeBits(self.horizontal >> layout.shift, self.vertical >> layout.shift)

    def unknown(self, layout: BitLayout) -> EdgeBits:
        """The positions of the edges that are neither."""
        across = (self.horizontal | self.horizontal >> layout.shift) & layout.edges.horizontal
        down = (self.vertical | self.vertical >> layout.shift) & layout.edges.vertical
        return EdgeBits(layout.edges.horizontal ^ across, layout.edges.vertical ^ down)

    def assume(self, layout: BitLayout, lines: EdgeBits, crosses: EdgeBits) -> "BitState":
        """This state with further lines and crosses, of which nothing is deduced yet."""
        shift = layout.shift
        return BitState(
            self.horizontal | lines.horizontal | crosses.horizontal << shift,
            self.vertical | lines.vertical | crosses.vertical << shift,
            self.pairs,
            self.joined,
            self.ends,
        )


class Counters(NamedTuple):
    """Rounds of each kind of rule, and edges that became known by each."""

    count_rounds: int = 0
    pair_rounds: int = 0
    loop_rounds: int = 0
    count_edges: int = 0
    pair_edges: int = 0
    loop_edges: int = 0


@dataclass(frozen=True, slots=True)
class Solved:
    """The one solution: everything else was excluded. `lines` are the positions of its edges."""

    lines: EdgeBits
    counters: Counters

    def solution(self, layout: BitLayout) -> Solution:
        """The numbers of the edges of the loop."""
        return layout.edge_numbers(self.lines)


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nothing more follows from the rules; the state has all that does."""

    state: BitState
    counters: Counters


@dataclass(frozen=True, slots=True)
class Contradiction:
    """There is no solution."""

    counters: Counters


Propagated: TypeAlias = Solved | Stuck | Contradiction


def first_state(rules: BitRules) -> BitState:
    """The state in which only 0s, 4s and the border have been applied."""
    layout = rules.layout
    width, shift = layout.width, layout.shift
    zeros, fours = rules.clues.zeros, rules.clues.fours
    crosses_h = layout.beyond.horizontal | zeros | zeros << width
    crosses_v = layout.beyond.vertical | zeros | zeros << 1
    return BitState(
        horizontal=crosses_h << shift | fours | fours << width,
        vertical=crosses_v << shift | fours | fours << 1,
        pairs=first_pairs(rules),
        joined=EdgeBits(0, 0),
        ends={},
    )


def propagate(rules: BitRules, state: BitState | None = None) -> Propagated:
    """Apply all rules from a state, by default the first one, until nothing more follows.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> rules = BitRules.of_puzzle(Puzzle(square_grid(1, 2), (4, None)))
    >>> sorted(propagate(rules).solution(rules.layout))
    [0, 2, 4, 5]
    """
    return _Run(rules, first_state(rules) if state is None else state).run()


class _Run:
    """One propagation, with everything that changes during it."""

    __slots__ = ("counts", "ends", "h", "joined", "pairs", "rules", "v")

    def __init__(self, rules: BitRules, state: BitState) -> None:
        self.rules = rules
        self.h, self.v, self.pairs = state.horizontal, state.vertical, state.pairs
        self.joined = state.joined
        self.ends = dict(state.ends)
        self.counts = [0] * 6

    def run(self) -> Propagated:
        """Apply local rules, and the rule of the one loop whenever they are at their end."""
        layout = self.rules.layout
        while self._close_locally() and self._join_chains():
            lines = self.joined
            if not self.ends and any(lines):
                if self.rules.met_by(*lines):
                    return Solved(lines, Counters(*self.counts))
                break
            if not self._close_chains():
                state = BitState(self.h, self.v, self.pairs, lines, self.ends)
                if not any(state.unknown(layout)):
                    break
                return Stuck(state, Counters(*self.counts))
        return Contradiction(Counters(*self.counts))

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
        new = (count_rounds, pair_rounds, 1, counted, known - first - counted)
        for kind, more in enumerate(new):
            self.counts[kind] += more
        return not wrong

    def _join_chains(self) -> bool:
        """Join the chains at new lines; False when a loop is closed and there are other lines."""
        layout, ends, closed = self.rules.layout, self.ends, 0
        h, v = self.h & layout.low, self.v & layout.low
        new_h, new_v = h ^ self.joined.horizontal, v ^ self.joined.vertical
        for step, new in ((1, new_h), (layout.width, new_v)):
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
        self.joined = EdgeBits(h, v)
        return not closed or (closed == 1 and not ends)

    def _close_chains(self) -> bool:
        """Cross the edges that would close a loop that is not the solution; False without any."""
        rules, ends, lines = self.rules, self.ends, self.joined
        width, shift = rules.layout.width, rules.layout.shift
        h = v = 0
        for a, b in ends.items():
            if b - a == 1:
                h |= 1 << a
            elif b - a == width:
                v |= 1 << a
        h &= ~(self.h | self.h >> shift)
        v &= ~(self.v | self.v >> shift)
        if len(ends) == 2 and rules.met_by(lines.horizontal | h, lines.vertical | v):
            return False
        self.h |= h << shift
        self.v |= v << shift
        new = h.bit_count() + v.bit_count()
        self.counts[5] += new
        return new > 0
