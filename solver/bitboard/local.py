"""The rules of clues, dots and corners, applied to a whole board at once.

`horizontal` and `vertical` are boards of edges (see `solver.bitboard.layout`): lines in the low
half, crosses in the high one. The number of lines among the four edges of every cell or dot is
added up bit by bit, for crosses in the same operations.

A corner is a pair of edges at a dot that bound the same cell. `Pairs` are boards over dots:

- `ne`, `se`, `sw`, `nw`: of the edges north and east of the dot, and so on, at least one is a line
  (low half), at least one is a cross (high half). `sw` and `nw` are flipped, so what one corner of
  a dot or of a 2 says about the opposite one is in the right half already.
- `parity_ne`: the edges north and east of the dot differ (low half), are equal (high half); since
  a dot has an even number of lines, the same holds for the edges south and west. `parity_se`
  likewise.
"""

from typing import TypeAlias

from solver.bitboard.rules import BitRules

Parities: TypeAlias = tuple[int, int]
"""`parity_ne`, `parity_se`."""

Pairs: TypeAlias = tuple[int, int, int, int, Parities]
"""`ne`, `se`, `sw`, `nw`, and the parities."""


def first_pairs(rules: BitRules) -> Pairs:
    """What clues alone say of corners: each corner of a 3 has a line, each one of a 1 a cross."""
    width, clue, flipped = rules.layout.width, rules.thrice, rules.once
    return clue << width, clue, flipped << 1, flipped << (width + 1), (0, 0)


def count_lines(
    rules: BitRules, horizontal: int, vertical: int, rounds: int
) -> tuple[int, int, int, bool]:
    """Apply the rules of single dots and single clues, at most `rounds` times.

    Returns the boards of edges, the number of times, and whether nothing more follows. A dot or a
    clue that is violated with nothing left to deduce is not noticed.
    """
    layout = rules.layout
    width, shift, low, dots = layout.width, layout.shift, layout.low, layout.dots
    once, twice, thrice = rules.once, rules.twice, rules.thrice
    flipped_h = horizontal >> shift | (horizontal & low) << shift
    flipped_v = vertical >> shift | (vertical & low) << shift
    for done in range(1, rounds + 1):
        before_h, before_v = horizontal, vertical
        # Dots: two lines, or three crosses, leave crosses; a line and two crosses leave a line.
        other_h, other_v = horizontal << 1, vertical << width
        any_h, any_v = horizontal | other_h, vertical | other_v
        both_h, both_v = horizontal & other_h, vertical & other_v
        two = both_h | both_v | any_h & any_v
        three = both_h & any_v | both_v & any_h
        new = (any_h | any_v) & two >> shift | ((two | three >> shift) & dots) << shift
        edges = new | new >> 1
        horizontal |= edges ^ edges & flipped_h
        edges = new | new >> width
        vertical |= edges ^ edges & flipped_v
        # Cells: as many lines as the clue leave crosses, and the other way round.
        other_h, other_v = horizontal >> width, vertical >> 1
        any_h, any_v = horizontal | other_h, vertical | other_v
        both_h, both_v = horizontal & other_h, vertical & other_v
        new = once & (any_h | any_v)
        new |= twice & (both_h | both_v | any_h & any_v)
        new |= thrice & (both_h & any_v | both_v & any_h)
        edges = new | new << width
        flipped_h = horizontal >> shift | (horizontal & low) << shift | edges ^ edges & horizontal
        edges = new | new << 1
        flipped_v = vertical >> shift | (vertical & low) << shift | edges ^ edges & vertical
        horizontal = flipped_h >> shift | (flipped_h & low) << shift
        vertical = flipped_v >> shift | (flipped_v & low) << shift
        if horizontal == before_h and vertical == before_v:
            return horizontal, vertical, done, True
    return horizontal, vertical, rounds, False


def use_corners(
    rules: BitRules, horizontal: int, vertical: int, pairs: Pairs
) -> tuple[int, int, Pairs]:
    """Apply the rules of corners once; returns the boards of edges and corners.

    An edge that would be a line and a cross gets both. That happens when a dot or a clue is
    violated and nothing else is left to deduce.
    """
    layout, once, twice, thrice = rules.layout, rules.once, rules.twice, rules.thrice
    width, shift, low, high = layout.width, layout.shift, layout.low, layout.high
    diagonal = width + 1
    flipped_h = horizontal >> shift | (horizontal & low) << shift
    flipped_v = vertical >> shift | (vertical & low) << shift
    north, north_f = vertical << width, flipped_v << width
    west, west_f = horizontal << 1, flipped_h << 1
    ne, se, sw, nw, parities = pairs
    parity_ne, parity_se = _parities_at_cells(rules, *parities)
    # Dots: a line among two of the edges leaves at most one line, so a cross, for the other two.
    ne, se = ne | north | horizontal, se | vertical | horizontal
    sw, nw = sw | flipped_v | west_f, nw | north_f | west_f
    ne, sw = ne | sw & high, sw | ne & low
    se, nw = se | nw & high, nw | se & low
    # Two of the edges differ, or they are equal; the same holds for the other two.
    same = north & horizontal | flipped_v & west_f
    parity_ne |= ne & ne >> shift | sw & sw >> shift | (same | same << shift) & high
    same = vertical & horizontal | north_f & west_f
    parity_se |= se & se >> shift | nw & nw >> shift | (same | same << shift) & high
    odd = parity_ne & low
    odd |= odd << shift
    ne, sw = ne | odd, sw | odd
    odd = parity_se & low
    odd |= odd << shift
    se, nw = se | odd, nw | odd
    # Cells: the line of a 1 is at one corner, so the opposite edges are crosses; so for a 3.
    top_right, bottom_left, bottom_right = sw >> 1, ne >> width, nw >> diagonal
    new_h, new_v = thrice & bottom_right, thrice & top_right
    new_h, new_v = new_h | new_v << width, new_h | new_v
    flip_h, flip_v = once & bottom_left, once & se
    flip_h, flip_v = flip_h | flip_v << width, (flip_h | flip_v) << 1
    # A corner with a line, of which one edge is a cross: the other one is a line. An even corner
    # with a line has two. And the other way round.
    even_ne, even_se = parity_ne >> shift, parity_se >> shift
    even_ne |= even_ne << shift
    even_se |= even_se << shift
    new_h |= ne & (north_f | even_ne) | se & (flipped_v | even_se)
    new_v |= (ne & (flipped_h | even_ne)) >> width | se & (flipped_h | even_se)
    flip_h |= (sw & (vertical | even_ne) | nw & (north | even_se)) >> 1
    flip_v |= sw & (west | even_ne) | (nw & (west | even_se)) >> width
    new_h |= flip_h >> shift | (flip_h & low) << shift
    new_v |= flip_v >> shift | (flip_v & low) << shift
    # A line at a corner of a 2 leaves a cross at the opposite one, and the other way round.
    pairs = (
        ne | (twice & top_right) << width,
        se | twice & bottom_right,
        sw | (twice & bottom_left) << 1,
        nw | (twice & se) << diagonal,
        (parity_ne, parity_se),
    )
    return horizontal | new_h & layout.both, vertical | new_v & layout.both, pairs


def _parities_at_cells(rules: BitRules, ne: int, se: int) -> Parities:
    """Parities of corners from the opposite corner of their cell.

    In a 2 both corners are even or both odd. In a 1 or a 3 one is even and the other odd.
    """
    layout, twos, odds = rules.layout, rules.twice, rules.odd
    width, shift, low = layout.width, layout.shift, layout.low
    diagonal = width + 1
    flipped = ne >> shift | (ne & low) << shift
    left, right = ne >> width, ne >> 1
    ne |= (twos & left | odds & flipped >> width) << 1
    ne |= (twos & right | odds & flipped >> 1) << width
    flipped = se >> shift | (se & low) << shift
    top = twos & se | odds & flipped
    se |= twos & se >> diagonal | odds & flipped >> diagonal | top << diagonal
    return ne, se
