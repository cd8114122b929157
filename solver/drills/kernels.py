"""Kernels: what the steps of a technique need, cut out of the boards on which they were found.

`kernels.txt` has one kernel a line, below the name of its technique; `python -m tools.drills mine`
makes it. A line has four words:

- the rows and columns of the kernel, as `2x3`;
- the sides of the board that it touches, as `tl` for top and left, or `-`;
- its cells, row by row: a clue, or `.` where any clue may be;
- its edges, in the order of their numbers: `1` for a known line, `0` for a known cross, `+` and `x`
  for the lines and crosses that follow, `.` for edges that may have any state.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from puzzle.grid import Grid, square_grid
from puzzle.model import EdgeState
from puzzle.names import Coord

KNOWN = MappingProxyType({"1": EdgeState.LINE, "0": EdgeState.CROSS})
FOLLOWS = MappingProxyType({"+": EdgeState.LINE, "x": EdgeState.CROSS})
ANY = "."

Move: TypeAlias = Callable[[float, float], Coord]
"""Where a position of a grid comes to lie."""


class Kernel(NamedTuple):
    """The clues and marks that a step needs, and what follows, on a grid just large enough.

    - `sides` are the sides of the grid that must be on the border of the board.
    - `cells` and `edges` have a character for each, as in `kernels.txt`.
    """

    rows: int
    cols: int
    sides: str
    cells: str
    edges: str

    @property
    def grid(self) -> Grid:
        """The grid of the kernel."""
        return square_grid(self.rows, self.cols)

    @property
    def line(self) -> str:
        """The kernel as a line of `kernels.txt`.

        >>> Kernel(1, 2, "tl", "3.", "+..+...").line
        '1x2 tl 3. +..+...'
        """
        return f"{self.rows}x{self.cols} {self.sides or '-'} {self.cells} {self.edges}"

    @classmethod
    def of_line(cls, line: str) -> "Kernel":
        """The kernel of a line.

        >>> Kernel.of_line("1x2 - .. 0...x1.").sides
        ''
        """
        size, sides, cells, edges = line.split()
        rows, cols = map(int, size.split("x"))
        return cls(rows, cols, sides.strip("-"), cells, edges)

    def images(self) -> "list[Kernel]":
        """The different images under rotations and reflections, in order.

        >>> [image.line for image in Kernel(1, 1, "tl", "3", "+...").images()][:2]
        ['1x1 bl 3 .+..', '1x1 bl 3 ..+.']
        """
        found, image = set[Kernel](), self
        for _ in range(4):
            found |= {image, image._mirrored()}
            image = image._turned()
        return sorted(found)

    def _turned(self) -> "Kernel":
        """The kernel after a quarter turn clockwise."""
        turned = dict(zip("tlbr", "rtlb", strict=True))
        return self._moved(
            square_grid(self.cols, self.rows), lambda row, col: (col, self.rows - row), turned
        )

    def _mirrored(self) -> "Kernel":
        """The kernel with left and right exchanged."""
        mirrored = dict(zip("tlbr", "trbl", strict=True))
        return self._moved(self.grid, lambda row, col: (row, self.cols - col), mirrored)

    def _moved(self, grid: Grid, move: Move, sides: Mapping[str, str]) -> "Kernel":
        cells, edges = [ANY] * len(grid.cells), [ANY] * len(grid.edge_dots)
        for place, sign in zip(self.grid.cells, self.cells, strict=True):
            cells[grid.cell_index[move(*place)]] = sign
        for ends, sign in zip(self.grid.edge_dots, self.edges, strict=True):
            edges[edge_at(grid, *(move(*self.grid.dots[dot]) for dot in ends))] = sign
        return Kernel(
            grid.rows,
            grid.cols,
            "".join(sorted(sides[side] for side in self.sides)),
            "".join(cells),
            "".join(edges),
        )


def edge_at(grid: Grid, one: Coord, two: Coord) -> int:
    """The edge between the dots at two positions."""
    index = grid.dot_index
    ends = sorted((index[one], index[two]))
    return grid.edge_index[ends[0], ends[1]]


@lru_cache(maxsize=1)
def all_kernels() -> Mapping[str, tuple[Kernel, ...]]:
    """The kernels that are shipped, by the name of their technique."""
    text = resources.files(__package__).joinpath("kernels.txt").read_text("utf-8")
    return read_kernels(text.splitlines())


def read_kernels(lines: Iterable[str]) -> Mapping[str, tuple[Kernel, ...]]:
    """The kernels of the lines of `kernels.txt`, by the name of their technique.

    >>> read_kernels(["zero", "1x1 - 0 xxxx"])["zero"][0].cells
    '0'
    """
    found: dict[str, list[Kernel]] = {}
    name = ""
    for line in lines:
        if " " in line:
            found[name].append(Kernel.of_line(line))
        else:
            name = line
            found[name] = []
    return MappingProxyType({name: tuple(kernels) for name, kernels in found.items()})
