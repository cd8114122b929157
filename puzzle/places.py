"""The names of places on a grid, and the places of names: cells, sides, corners and dots.

Every edge is a side of a cell and every dot a corner of one. Of several cells, one where the words
of directions are clear is chosen, then the one with the highest number: on a square board the edge
or dot is then at the top or left of its cell unless it is on the bottom or right border.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import chain, combinations

from puzzle.errors import NotationError
from puzzle.grid import OUTSIDE, Grid
from puzzle.lazy_messages import lazy
from puzzle.names import DIRECTIONS, Coord, Direction, direction, hour, is_name, turn

_FORM = lazy("write the letters of its column, then its row, A1")


def cell_name(grid: Grid, cell: int) -> str:
    """The name of a cell.

    >>> from puzzle.grid import square_grid
    >>> cell_name(square_grid(2, 2), 3)
    'B2'
    """
    return grid.names.cell(grid.cells[cell])


def cell_at(grid: Grid, name: str) -> int:
    """The cell with a name, in any case; raises `NotationError` when the board has none.

    >>> from puzzle.grid import square_grid
    >>> cell_at(square_grid(2, 2), "b2")
    3
    >>> cell_at(square_grid(2, 2), "C2")
    Traceback (most recent call last):
    ...
    puzzle.errors.NotationError: There is no cell C2; this board has the cells A1 to B2.
    """
    if not is_name(name):
        problem = lazy("{name!r} is not a cell", name=name[:20])
        raise NotationError("", problem, remedy=_FORM)
    place = grid.names.cell_place(name)
    cell = None if place is None else grid.cell_index.get(place)
    if cell is None:
        problem = lazy("There is no cell {cell}", cell=name.upper())
        last = _last(grid, grid.cells)
        remedy = (
            lazy("this board has the cells A1 to {last}", last=last)
            if grid.is_square
            else lazy("its columns and rows of cells end at {last}, and not all meet", last=last)
        )
        raise NotationError("", problem, remedy=remedy)
    return cell


def dot_name(grid: Grid, dot: int) -> str:
    """The name of a dot, as paths of moves use it.

    >>> from puzzle.grid import square_grid
    >>> dot_name(square_grid(2, 2), 0), dot_name(square_grid(2, 2), 5)
    ('A1', 'C2')
    """
    return grid.names.dot(grid.dots[dot])


def dot_at(grid: Grid, name: str) -> int:
    """The dot with a name, in any case; raises `NotationError` when the board has none.

    >>> from puzzle.grid import square_grid
    >>> dot_at(square_grid(2, 2), "c2")
    5
    >>> dot_at(square_grid(2, 2), "C4")
    Traceback (most recent call last):
    ...
    puzzle.errors.NotationError: There is no dot C4; this board has the dots A1 to C3.
    """
    if not is_name(name):
        problem = lazy("{name!r} is not a dot", name=name[:20])
        raise NotationError("", problem, remedy=_FORM)
    place = grid.names.dot_place(name)
    dot = None if place is None else grid.dot_index.get(place)
    if dot is None:
        problem = lazy("There is no dot {dot}", dot=name.upper())
        last = _last(grid, grid.dots)
        remedy = (
            lazy("this board has the dots A1 to {last}", last=last)
            if grid.is_square
            else lazy("its columns and rows of dots end at {last}, and not all meet", last=last)
        )
        raise NotationError("", problem, remedy=remedy)
    return dot


def _last(grid: Grid, places: Sequence[Coord]) -> str:
    """The last column and the last row in which cells or dots lie, as a name."""
    labels = grid.names.labels(places)
    return f"{list(labels.columns.values())[-1]}{list(labels.rows.values())[-1]}"


def edge_name(grid: Grid, edge: int) -> str:
    """The name of an edge as a path: the names of its two dots.

    >>> from puzzle.grid import square_grid
    >>> edge_name(square_grid(1, 2), 5)
    'B1-B2'
    """
    a, b = grid.edge_dots[edge]
    return f"{dot_name(grid, a)}-{dot_name(grid, b)}"


def side_name(grid: Grid, edge: int) -> str:
    """The name of an edge as a side of a cell, as moves use it.

    >>> from puzzle.grid import square_grid
    >>> [side_name(square_grid(1, 2), edge) for edge in (1, 3, 5, 6)]
    ['B1 top', 'B1 bottom', 'B1 left', 'B1 right']
    """
    cell = cell_beside(grid, edge)
    [side] = (name for name, each in side_names(grid, cell).items() if each == edge)
    return f"{cell_name(grid, cell)} {side}"


# Sides


def cell_beside(grid: Grid, edge: int) -> int:
    """The cell by which an edge is named: one whose sides have directions of their own, if any."""
    beside = sorted(grid.edge_cells[edge], reverse=True)
    if grid.is_square or beside[1] == OUTSIDE:
        return beside[0]
    named = (cell for cell in beside if side_naming(grid, cell) is SideNaming.DIRECTIONS)
    return next(named, beside[0])


def side_of(grid: Grid, cell: int, edge: int) -> Direction:
    """On which side of a cell an edge is; the edge must be one of the cell's.

    >>> from puzzle.grid import square_grid
    >>> side_of(square_grid(1, 2), 0, 5), side_of(square_grid(1, 2), 1, 5)
    (<Direction.RIGHT: 'right'>, <Direction.LEFT: 'left'>)
    """
    return direction(grid.cells[cell], _middle(grid, edge))


def _middle(grid: Grid, edge: int) -> Coord:
    (row, col), (end_row, end_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
    return (row + end_row) / 2, (col + end_col) / 2


def sides(grid: Grid, cell: int) -> dict[Direction, int]:
    """The edges of a cell by their sides, clockwise; only some where sides share a direction."""
    return {side_of(grid, cell, edge): edge for edge in grid.cell_edges[cell]}


class SideNaming(Enum):
    """How the sides of a cell are named, so that no two have the same name."""

    DIRECTIONS = auto()
    """By the words of `Direction`."""
    HOURS = auto()
    """By the hours of a clock, as those of a dodecagon."""
    NUMBERS = auto()
    """By numbers, clockwise from the highest corner, of those at the left."""


@lru_cache(maxsize=4096)
def side_naming(grid: Grid, cell: int) -> SideNaming:
    """How the sides of a cell are named: by directions, or hours, where these differ."""
    edges = grid.cell_edges[cell]
    if len(sides(grid, cell)) == len(edges):
        return SideNaming.DIRECTIONS
    differ = len({_hour_of(grid, cell, edge) for edge in edges}) == len(edges)
    return SideNaming.HOURS if differ else SideNaming.NUMBERS


def side_names(grid: Grid, cell: int) -> Mapping[str, int]:
    """The edges of a cell by the names of its sides, as moves use them, clockwise.

    >>> from puzzle.grid import square_grid
    >>> side_names(square_grid(1, 2), 0)
    {'top': 0, 'right': 5, 'bottom': 2, 'left': 4}
    """
    edges = grid.cell_edges[cell]
    match side_naming(grid, cell):
        case SideNaming.DIRECTIONS:
            return {way.value: edge for way, edge in sides(grid, cell).items()}
        case SideNaming.HOURS:
            return {f"{_hour_of(grid, cell, edge)}": edge for edge in edges}
    corners = [grid.dots[dot] for dot in grid.cell_dots[cell]]
    first = min(range(len(corners)), key=lambda i: (round(corners[i][0], 6), corners[i][1]))
    return {str(i): edge for i, edge in enumerate((*edges[first:], *edges[:first]), start=1)}


def _hour_of(grid: Grid, cell: int, edge: int) -> int:
    return hour(grid.cells[cell], _middle(grid, edge))


# Corners


def cells_around(grid: Grid, dot: int) -> list[int]:
    """The cells that have a dot as a corner, in order."""
    around = {cell for edge in grid.dot_edges[dot] for cell in grid.edge_cells[edge]}
    return sorted(cell for cell in around if cell >= 0)


def cell_at_corner(grid: Grid, dot: int, preferred: Collection[int] = ()) -> int:
    """The cell by which a dot is named: the first of the `preferred` ones that it is a corner of.

    Of others, the one where no other corner is in the same direction comes first.

    >>> from puzzle.grid import square_grid
    >>> cell_at_corner(square_grid(2, 2), 4), cell_at_corner(square_grid(2, 2), 4, [2, 1])
    (3, 2)
    """
    around = cells_around(grid, dot)
    clear = (cell for cell in reversed(around) if _is_clear_corner(grid, cell, dot))
    return next(chain((cell for cell in preferred if cell in around), clear, around[::-1]))


def _is_clear_corner(grid: Grid, cell: int, dot: int) -> bool:
    corner = corner_of(grid, cell, dot)
    return [corner_of(grid, cell, other) for other in grid.cell_dots[cell]].count(corner) == 1


def corner_of(grid: Grid, cell: int, dot: int) -> Direction:
    """At which corner of a cell a dot is; the dot must be one of the cell's.

    >>> from puzzle.grid import square_grid
    >>> corner_of(square_grid(2, 2), 3, 4)
    <Direction.TOP_LEFT: 'top-left'>
    """
    return direction(grid.cells[cell], grid.dots[dot])


def corners(grid: Grid, cell: int) -> dict[Direction, int]:
    """The dots of a cell by their corners, clockwise; only some where two share a direction."""
    return {corner_of(grid, cell, dot): dot for dot in grid.cell_dots[cell]}


def way_from(grid: Grid, dot: int, edge: int) -> Direction:
    """The direction in which an edge leaves a dot.

    >>> from puzzle.grid import square_grid
    >>> way_from(square_grid(1, 2), 1, 5)
    <Direction.BOTTOM: 'bottom'>
    """
    return direction(grid.dots[dot], grid.dots[grid.other_end(edge, dot)])


def ways(grid: Grid, dot: int) -> Mapping[Direction, int]:
    """The edges at a dot, each by a direction of its own: the nearest that it leaves in.

    Where two edges are nearest to the same direction, as at some dots of Penrose tilings, the edges
    keep their places around the dot and are as near to their directions as this allows.

    >>> from puzzle.grid import square_grid
    >>> ways(square_grid(1, 2), 0)
    {<Direction.RIGHT: 'right'>: 0, <Direction.BOTTOM: 'bottom'>: 4}
    """
    edges = grid.dot_edges[dot]
    nearest = {way_from(grid, dot, edge): edge for edge in edges}
    return nearest if len(nearest) == len(edges) else _spread(grid, dot)


def _spread(grid: Grid, dot: int) -> Mapping[Direction, int]:
    """The edges at a dot by different directions, in the same order around the dot."""
    place, count = grid.dots[dot], len(DIRECTIONS)
    turns = {
        edge: turn(place, grid.dots[grid.other_end(edge, dot)]) for edge in grid.dot_edges[dot]
    }
    edges = sorted(turns, key=turns.__getitem__)

    def away(pair: tuple[int, int]) -> float:
        way, edge = pair
        return ((way - turns[edge] * count + count / 2) % count - count / 2) ** 2

    choices = (
        list(zip(chosen[shift:] + chosen[:shift], edges, strict=True))
        for chosen in combinations(range(count), len(edges))
        for shift in range(len(edges))
    )
    best = min(choices, key=lambda pairs: sum(map(away, pairs)))
    return {DIRECTIONS[way]: edge for way, edge in best}
