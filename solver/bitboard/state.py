"""What is known of a board, as immutable values, and the results of propagation."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from puzzle.model import Solution
from solver.bitboard.layout import BitLayout, EdgeBits
from solver.bitboard.local import Pairs, first_pairs
from solver.bitboard.rules import BitRules


class BitState(Struct, frozen=True):
    """What is known of a board; immutable, and shared by the states that are made from it.

    - `horizontal`, `vertical`: lines and crosses, as boards of two halves.
    - `pairs`: what is known of corners.
    - `joined`, `ends`: the chains, see `solver.bitboard.propagate`.
    """

    horizontal: int
    vertical: int
    pairs: Pairs
    joined: EdgeBits
    ends: Sequence[int]

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


class ByRule(NamedTuple):
    """A number for each kind of rule: counting lines, corners, the one loop, colours."""

    counting: int = 0
    corners: int = 0
    loop: int = 0
    colours: int = 0


class Counters(NamedTuple):
    """The rounds of each kind of rule, and the edges that became known by it."""

    rounds: ByRule = ByRule()
    edges: ByRule = ByRule()


class Solved(Struct, frozen=True):
    """The one solution: everything else was excluded. `lines` are the positions of its edges."""

    lines: EdgeBits
    counters: Counters

    def solution(self, layout: BitLayout) -> Solution:
        """The numbers of the edges of the loop."""
        return layout.edge_numbers(self.lines)


class Stuck(Struct, frozen=True):
    """Nothing more follows from the rules; the state has all that does."""

    state: BitState
    counters: Counters


class Contradiction(Struct, frozen=True):
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
        ends=range(shift),
    )
