"""The parts of a model on a square grid: connected cells on one side of its subloops.

A model says which cells are inside. The cells beyond the border are outside, with all that are
connected to them. Around every other part runs one subloop, and within every subloop is one part
along it. So a model is a single loop when it has one part.
"""

from typing import NamedTuple

from solver.bitboard.layout import BitLayout, EdgeBits, flood


class Part(NamedTuple):
    """Connected cells of one side, inside or outside, as bits of a `BitLayout`.

    - `cells`: the cells.
    - `ring`: the cells along the outer side of the subloop around them, also beyond the border.
    - `beside`: the cells along both sides of that subloop.
    - `enclosed`: all cells within that subloop: `cells` and the parts in their holes.
    - `is_inside`: whether `cells` are inside in the model.
    """

    cells: int
    ring: int
    beside: int
    enclosed: int
    is_inside: bool


def parts_of(layout: BitLayout, inside: int) -> list[Part]:
    """The parts of a model with these cells inside; those that are outside come first.

    The model must obey the rule of dots: no two lines cross.

    >>> from puzzle.grid import square_grid
    >>> layout = BitLayout.of(square_grid(1, 3))
    >>> [bin(part.cells) for part in parts_of(layout, layout.cell_bits([0, 2]))]
    ['0b100000', '0b10000000']
    """
    width = layout.width
    outside = layout.area ^ layout.outer ^ inside
    islands = _connected(inside, inside & -inside, width)
    holes = len(islands) - _euler_number(inside, width)
    seas = _connected(outside, layout.outer, width) if holes else [outside]
    return [
        *(_part(layout, cells, islands, is_inside=False) for cells in seas[1:]),
        *(_part(layout, cells, seas, is_inside=True) for cells in islands),
    ]


def border(layout: BitLayout, cells: int) -> EdgeBits:
    """The edges between some cells and all others."""
    return EdgeBits(cells ^ cells << layout.width, cells ^ cells << 1)


def _part(layout: BitLayout, cells: int, others: list[int], *, is_inside: bool) -> Part:
    """The part of these cells; `others` are the connected sets of the other side.

    The set around them has the cell above their first one. When they touch another one, that is in
    a hole of theirs.
    """
    width = layout.width
    above = (cells & -cells) >> width
    around = next(other for other in others if other & above)
    touched = _neighbours(cells, width) & ~cells
    ring = touched & around
    enclosed = cells
    if ring != touched:
        around = flood(layout.outer, layout.area ^ layout.outer ^ cells, width)
        enclosed = layout.area & ~around
    beside = ring | _neighbours(ring, width) & cells
    return Part(cells, ring, beside, enclosed, is_inside)


def _neighbours(cells: int, width: int) -> int:
    """The cells that share an edge with one of these."""
    return cells << 1 | cells >> 1 | cells << width | cells >> width


def _connected(cells: int, start: int, width: int) -> list[int]:
    """The connected sets that cells consist of, beginning with that of `start`."""
    found = []
    while cells:
        found.append(flood(start, cells, width))
        cells ^= found[-1]
        start = cells & -cells
    return found


def _euler_number(cells: int, width: int) -> int:
    """The number of connected sets less that of their holes, by Euler's formula for plane graphs.

    It counts cells, pairs of neighbours and squares of four, which takes less time than a flood.
    """
    across, down = cells & cells << 1, cells & cells << width
    squares = across & across << width
    return cells.bit_count() - across.bit_count() - down.bit_count() + squares.bit_count()
