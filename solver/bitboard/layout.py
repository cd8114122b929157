"""Where the edges, dots and cells of a square grid are in the bits of an integer.

Dot (row, col) has the position `(row + 1) * width + col`. An edge has the position of its first
dot, so a horizontal and a vertical edge share each position; a cell has the position of its top
left dot. The width is one more than a row has dots, and a row of positions is free above and below
the board. So shifts by 1 and by `width` lead to the neighbours of a position, never to the other
end of the board.

What is known of the edges of one direction is one integer, a *board* of two halves: bits below
`shift` are lines, the same bits `shift` higher are crosses. One operation on it treats all lines
and all crosses. In a *flipped* board the halves are exchanged. Edges beyond the border are crosses.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, compress, count
from typing import NamedTuple

from msgspec import Struct

from puzzle.grid import Grid

ONE = ord("1")
BIT_OF_DIGIT = bytes.maketrans(b"01", b"\0\1")
"""A translation of the digits 0 and 1 to bytes with these values."""
DIGIT_OF_BIT = bytes.maketrans(b"\0\1", b"01")
"""The reverse of `BIT_OF_DIGIT`."""


class EdgeBits(NamedTuple):
    """A set of edges: the positions of its horizontal and of its vertical ones."""

    horizontal: int
    vertical: int


class BitLayout(Struct, frozen=True, dict=True):
    """The bit positions of a grid; build it once for all puzzles on the grid, by `of`.

    - `width`: the distance of a position from the one below it.
    - `shift`: the distance of the half with crosses from the half with lines.
    - `low`, `high`: all bits of the two halves; `both`: the positions of the board and its border,
      in both halves; `dots`: the positions of the dots.
    - `area`: the positions of the cells; `outer`: those of the board and its border without a cell.
    - `edges`: the positions of the edges; `beyond`: the positions without an edge.
    - `cells[c]`, `positions[e]`: the position of cell `c`, of edge `e`.
    - `horizontals`: the number of horizontal edges, which are the first ones.
    """

    grid: Grid
    width: int
    shift: int
    low: int
    high: int
    both: int
    dots: int
    area: int
    outer: int
    edges: EdgeBits
    beyond: EdgeBits
    cells: tuple[int, ...]
    positions: tuple[int, ...]
    horizontals: int

    @classmethod
    def of(cls, grid: Grid) -> "BitLayout":
        """The layout of a grid; raises `ValueError` when its tiling is not square.

        >>> from puzzle.grid import square_grid
        >>> layout = BitLayout.of(square_grid(1, 2))
        >>> layout.width, layout.shift, layout.positions
        (4, 16, (4, 5, 8, 9, 4, 5, 6))
        """
        if not grid.is_square:
            raise ValueError(f"bitboards need a square grid, not the tiling {grid.tiling!r}")
        width = grid.cols + 2
        at_dot = [(int(row) + 1) * width + int(col) for row, col in grid.dots]
        positions = tuple(at_dot[a] for a, _ in grid.edge_dots)
        horizontals = sum(b - a == 1 for a, b in grid.edge_dots)
        edges = EdgeBits(bits_at(positions[:horizontals]), bits_at(positions[horizontals:]))
        framed = (1 << (grid.rows + 2) * width) - 1
        shift = (grid.rows + 3) * width
        cells = tuple(at_dot[corners[0]] for corners in grid.cell_dots)
        return cls(
            grid=grid,
            width=width,
            shift=shift,
            low=(1 << shift) - 1,
            high=((1 << shift) - 1) << shift,
            both=framed | framed << shift,
            dots=bits_at(at_dot),
            edges=edges,
            beyond=EdgeBits(framed ^ edges.horizontal, framed ^ edges.vertical),
            area=bits_at(cells),
            outer=framed ^ bits_at(cells),
            cells=cells,
            positions=positions,
            horizontals=horizontals,
        )

    def cell_bits(self, cells: Iterable[int]) -> int:
        """The positions of some cells, given by number.

        >>> from puzzle.grid import square_grid
        >>> bin(BitLayout.of(square_grid(2, 2)).cell_bits([0, 3]))
        '0b1000010000'
        """
        return bits_at([self.cells[cell] for cell in cells])

    def edge_bits(self, edges: Iterable[int]) -> EdgeBits:
        """The positions of some edges, given by number.

        >>> from puzzle.grid import square_grid
        >>> BitLayout.of(square_grid(1, 1)).edge_bits([0, 3])
        EdgeBits(horizontal=8, vertical=16)
        """
        places: tuple[list[int], list[int]] = [], []
        for edge in edges:
            places[edge >= self.horizontals].append(self.positions[edge])
        return EdgeBits(*map(bits_at, places))

    def edge_numbers(self, bits: EdgeBits) -> frozenset[int]:
        """The numbers of the edges at some positions; other positions are left out.

        >>> from puzzle.grid import square_grid
        >>> layout = BitLayout.of(square_grid(1, 2))
        >>> sorted(layout.edge_numbers(layout.edge_bits([1, 6])))
        [1, 6]
        """
        across, down = self._numbers
        return frozenset(
            chain(
                compress(across, _digits(bits.horizontal & self.edges.horizontal)),
                compress(down, _digits(bits.vertical & self.edges.vertical)),
            )
        )

    @cached_property
    def _numbers(self) -> tuple[list[int], list[int]]:
        """The number of the horizontal and of the vertical edge at each position, -1 for none."""
        boards = [-1] * self.shift, [-1] * self.shift
        for edge, place in enumerate(self.positions):
            boards[edge >= self.horizontals][place] = edge
        return boards


def positions_of(bits: int) -> list[int]:
    """The positions of the bits that are set, in ascending order.

    >>> positions_of(0b1000010000)
    [4, 9]
    """
    first = max(0, (bits & -bits).bit_length() - 1)
    return list(compress(count(first), _digits(bits >> first)))


def bits_at(positions: Sequence[int]) -> int:
    """The integer with bits at some positions; takes linear time, unlike setting bit by bit.

    >>> bin(bits_at([4, 9]))
    '0b1000010000'
    """
    if not positions:
        return 0
    digits = bytearray(b"0") * (max(positions) + 1)
    for position in positions:
        digits[~position] = ONE
    return int(digits, 2)


def bits_where(flags: Sequence[bool]) -> int:
    """The integer whose bits are these flags, the lowest first.

    >>> bin(bits_where([False, True, True]))
    '0b110'
    """
    return int(bytes(flags)[::-1].translate(DIGIT_OF_BIT), 2)


def flood(start: int, free: int, width: int) -> int:
    """The cells among `free` to which steps between neighbours lead from `start`.

    >>> bin(flood(0b1, 0b11011, width=8))
    '0b11'
    """
    reached = 0
    while start != reached:
        reached = start
        start = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & free
    return reached


def _digits(bits: int) -> bytes:
    """The bits as bytes 0 and 1, in ascending order of their positions."""
    return bin(bits)[:1:-1].encode().translate(BIT_OF_DIGIT)
