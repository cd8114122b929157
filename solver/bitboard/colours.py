"""Inside and outside: cells that lie on the same side of the loop, or on different sides.

A line separates the inside from the outside, a cross does not (Jordan curve theorem). So known
edges, and corners whose edges are equal or differ, connect cells into components, in which each
cell has the *colour* of the first cell or the other one. A component is one integer of two halves,
one for each colour; it grows in all directions at once, as chess programs fill a bitboard. What is
between two cells of a component is known.
"""

from typing import NamedTuple

from solver.bitboard.layout import BitLayout, flood
from solver.bitboard.local import Pairs, Parities
from solver.bitboard.rules import BitRules, at_least


class _Relations(NamedTuple):
    """Which neighbours have the same colour and which have different ones, in both halves.

    - `up`, `left`: a cell and the one above it, and left of it, at the position of the cell.
    - `falling`: the cells north-west and south-east of a dot, at its position; `rising`: those
      north-east and south-west.
    """

    same_up: int
    same_left: int
    same_falling: int
    same_rising: int
    differ_up: int
    differ_left: int
    differ_falling: int
    differ_rising: int

    @classmethod
    def of(
        cls, layout: BitLayout, horizontal: int, vertical: int, parities: Parities
    ) -> "_Relations":
        """The relations that edges and corners imply."""
        low, shift, dots = layout.low, layout.shift, layout.dots
        ne, se = parities
        low_half = (
            horizontal >> shift,
            vertical >> shift,
            ne >> shift & dots,
            se >> shift & dots,
            horizontal & low,
            vertical & low,
            ne & dots,
            se & dots,
        )
        return cls(*(bits | bits << shift for bits in low_half))

    def touched(self, width: int) -> int:
        """The positions that have a relation."""
        up, left = self.same_up | self.differ_up, self.same_left | self.differ_left
        falling = self.same_falling | self.differ_falling
        rising = self.same_rising | self.differ_rising
        touched = up | up >> width | left | left >> 1 | falling | falling >> (width + 1)
        return touched | rising >> width | rising >> 1

    def grown(self, layout: BitLayout, component: int) -> int:
        """The component and the cells that are related to its cells: one step each way."""
        width, diagonal, shift = layout.width, layout.width + 1, layout.shift
        up, left, falling, rising, cut_up, cut_left, cut_falling, cut_rising = self
        flipped = component >> shift | (component & layout.low) << shift
        right, down = component << 1, component << width
        grown = component | right & left | (component & left) >> 1
        grown |= down & up | (component & up) >> width
        grown |= down << 1 & falling | (component & falling) >> diagonal
        grown |= (down & rising) >> 1 | (right & rising) >> width
        right, down = flipped << 1, flipped << width
        grown |= right & cut_left | (flipped & cut_left) >> 1
        grown |= down & cut_up | (flipped & cut_up) >> width
        grown |= down << 1 & cut_falling | (flipped & cut_falling) >> diagonal
        grown |= (down & cut_rising) >> 1 | (right & cut_rising) >> width
        return grown & layout.both


def use_colours(
    rules: BitRules, horizontal: int, vertical: int, pairs: Pairs
) -> tuple[int, int, Pairs]:
    """Add what the colours of cells imply to the boards of edges and corners.

    Returns after the first component that makes edges known, as the other rules take less time.
    When a cell would have both colours, an edge gets both states: there is no solution.
    """
    layout = rules.layout
    relations = _Relations.of(layout, horizontal, vertical, pairs[4])
    seeds = relations.touched(layout.width) & layout.area
    component, before = layout.outer, (horizontal, vertical)
    while True:
        component = _component(rules, relations, component)
        horizontal, vertical, pairs = _conclusions(layout, component, horizontal, vertical, pairs)
        seeds &= ~(component | component >> layout.shift)
        if not seeds or (horizontal, vertical) != before:
            return horizontal, vertical, pairs
        component = seeds & -seeds


def _component(rules: BitRules, relations: _Relations, component: int) -> int:
    """All cells that are related to those of a component, up to the first one with both colours.

    The component of the cells beyond the border also grows because inside and outside are
    connected.
    """
    layout = rules.layout
    outer = component == layout.outer
    while True:
        grown = relations.grown(layout, component)
        if grown == component:
            grown |= _by_clues(rules, component)
            if grown == component and outer:
                grown |= _by_connection(layout, component)
            if grown == component:
                return component
        component = grown
        if component & component >> layout.shift & layout.low:
            return component


def _by_clues(rules: BitRules, component: int) -> int:
    """Colours that follow from a clue and the colours of the cells around it.

    A cell with clue k has at most k neighbours of the other colour and at most 4 - k of its own.
    When two neighbours of a 2 have the same colour, the other two have the other colour.
    """
    layout, once, twice, thrice = rules.layout, rules.once, rules.twice, rules.thrice
    width, shift, low = layout.width, layout.shift, layout.low
    right, left, down, up = component << 1, component >> 1, component << width, component >> width
    _, two, three, four = at_least(right, left, down, up)
    # The first colour, as too many neighbours have it, or too many the other one; and the reverse.
    first = once & two | twice & three | thrice & four
    other = thrice & two | twice & three | once & four
    new = (first | first >> shift) & low | ((other | other >> shift) & low) << shift
    pair = twice & two
    pair = pair >> shift | (pair & low) << shift
    around = (pair << 1 | pair >> 1 | pair << width | pair >> width) & layout.both
    return new | around & ~(component | component >> shift | (component & low) << shift)


def _by_connection(layout: BitLayout, component: int) -> int:
    """Colours that follow since the inside is connected, and the outside too.

    The component has the cells beyond the border; its low half is outside, its high half inside. A
    cell that no way leads to from outside without crossing an inside cell is inside.
    """
    outside, inside = component & layout.low, component >> layout.shift
    framed = layout.outer | layout.area
    new = (framed ^ flood(layout.outer, framed ^ inside, layout.width)) << layout.shift
    if inside:
        free = layout.area & ~outside
        new |= layout.area ^ flood(inside & -inside, free, layout.width)
    return new


def _conclusions(
    layout: BitLayout, component: int, horizontal: int, vertical: int, pairs: Pairs
) -> tuple[int, int, Pairs]:
    """The boards with the edges and corners between cells of one component."""
    width, shift, low, dots = layout.width, layout.shift, layout.low, layout.dots
    flipped = component >> shift | (component & low) << shift
    right, down = component << 1, component << width
    cut_right, cut_down = flipped << 1, flipped << width
    odd_ne, even_ne, odd_se, even_se = (
        (bits | bits >> shift) & dots
        for bits in (
            component & cut_down << 1,
            component & down << 1,
            cut_right & down,
            right & down,
        )
    )
    lines_h, lines_v, crosses_h, crosses_v = (
        (bits | bits >> shift) & low
        for bits in (
            component & cut_down,
            component & cut_right,
            component & down,
            component & right,
        )
    )
    ne, se = pairs[4]
    parities = ne | odd_ne | even_ne << shift, se | odd_se | even_se << shift
    horizontal |= lines_h | crosses_h << shift
    vertical |= lines_v | crosses_v << shift
    return horizontal, vertical, (*pairs[:4], parities)
