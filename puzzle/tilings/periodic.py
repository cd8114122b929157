"""The tiles of Loopy's periodic tilings, in the order in which its game IDs list their clues.

A board of `cols` by `rows` repeats a few tiles around the centres of a lattice. All coordinates
are integers, so equal corners are equal points. The hours of a clock tell directions: 12 is up and
3 is right. A side of 30 units in the direction of an hour is made of 15 and 26, since 15 times the
square root of 3 is 25.98.

Source of the order, and of what is left out at the border: the grids of S. Tatham's Portable
Puzzle Collection, https://www.chiark.greenend.org.uk/~sgtatham/puzzles/. Tilings by regular
polygons: B. Grünbaum and G. C. Shephard, Tilings and Patterns, 1987, chapter 2.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from puzzle.tilings.tiles import Point, Tile, sides_of

_HOURS = 12
_STEPS: tuple[Point, ...] = (
    (0, -30),
    (15, -26),
    (26, -15),
    (30, 0),
    (26, 15),
    (15, 26),
    (0, 30),
    (-15, 26),
    (-26, 15),
    (-30, 0),
    (-26, -15),
    (-15, -26),
)
"""A side in the direction of each hour, from 12 to 11 o'clock."""
_TRIANGLE, _SQUARE, _HEXAGON, _DODECAGON = 3, 4, 6, 12


def triangular(cols: int, rows: int) -> Iterator[Tile]:
    """Rows of triangles; the last row lacks its first and last one where their number is odd."""
    for row in range(rows):
        top = 26 * row
        shorter = row == rows - 1 and rows % 2 == 1
        bases = range(1, cols) if shorter else range(cols + 1)
        if row % 2 == 0:
            yield from (_upward(30 * col, top) for col in bases)
            yield from (_downward(30 * col + 15, top) for col in range(cols))
        else:
            yield from (_downward(30 * col, top) for col in bases)
            yield from (_upward(30 * col + 15, top) for col in range(cols))


def old_triangular(cols: int, rows: int) -> Iterator[Tile]:
    """Pairs of triangles, as in IDs without a description of the grid."""
    for col, row in _lattice(cols, rows):
        left, top = 30 * col, 26 * row
        first, second = (_downward, _upward) if row % 2 == 0 else (_upward, _downward)
        yield first(left, top)
        yield second(left + 15, top)


def honeycomb(cols: int, rows: int) -> Iterator[Tile]:
    """Hexagons in columns; each second column is half a hexagon lower."""
    for col, row in _lattice(cols, rows):
        yield _hexagon(45 * col, 52 * row + 26 * (col % 2))


def snub_square(cols: int, rows: int) -> Iterator[Tile]:
    """Squares, turned one way and the other, with two triangles between neighbours."""
    squares = ((26, 0), (41, 26), (15, 41), (0, 15)), ((15, 0), (41, 15), (26, 41), (0, 26))
    lefts = ((0, 15), (15, 41), (-15, 41)), ((15, 0), (0, 26), (-15, 0))
    uppers = ((0, -15), (26, 0), (0, 15)), ((15, 0), (41, -15), (41, 15))
    for col, row in _lattice(cols, rows):
        odd = (col + row) % 2
        at = 41 * col, 41 * row
        yield _moved(at, squares[odd])
        if col > 0:
            yield _moved(at, lefts[odd])
        if row > 0:
            yield _moved(at, uppers[odd])


def cairo(cols: int, rows: int) -> Iterator[Tile]:
    """Pentagons, two around the border between each two squares of a lattice."""
    uppers = (
        ((0, 0), (31, -14), (62, 0), (48, 31), (14, 31)),
        ((14, -31), (48, -31), (62, 0), (31, 14), (0, 0)),
    )
    lefts = (
        ((0, 0), (14, 31), (0, 62), (-31, 48), (-31, 14)),
        ((0, 0), (31, 14), (31, 48), (0, 62), (-14, 31)),
    )
    for col, row in _lattice(cols, rows):
        odd = (col + row) % 2
        at = 62 * col, 62 * row
        if row > 0:
            yield _moved(at, uppers[odd])
        if col > 0:
            yield _moved(at, lefts[odd])


def great_hexagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Hexagons with squares at their sides and triangles between the squares."""
    for col, row in _lattice(cols, rows):
        hexagon = _hexagon(71 * col, 82 * row + 41 * (col % 2))
        right, left, below = col < cols - 1, col > 0, row < rows - 1
        leans = col % 2 == 0 or below  # hexagons of the next columns are beside its lower sides
        square = _across(hexagon, 6, _SQUARE)
        yield hexagon
        yield from _beside(hexagon, _SQUARE, {6: below, 4: right and leans, 8: left and leans})
        yield from _beside(square, _TRIANGLE, {3: right and below, 9: left and below})


def octagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Octagons with squares on their tips between them."""
    octagon = (29, 0), (70, 0), (99, 29), (99, 70), (70, 99), (29, 99), (0, 70), (0, 29)
    for col, row in _lattice(cols, rows):
        at = 99 * col, 99 * row
        yield _moved(at, octagon)
        if col > 0 and row > 0:
            yield _moved(at, ((0, -29), (29, 0), (0, 29), (-29, 0)))


def kites(cols: int, rows: int) -> Iterator[Tile]:
    """Flowers of six kites, whose tips are in the middle."""
    long = ((26, -45), (52, 0), (26, 45), (-26, 45), (-52, 0), (-26, -45))  # at 1, 3 … 11 o'clock
    short = ((52, -30), (52, 30), (0, 60), (-52, 30), (-52, -30), (0, -60))  # at 2, 4 … 12
    for col, row in _lattice(cols, rows):
        at = 104 * col + 52 * (row % 2), 90 * row
        for petal in (1, 2, 3, 4, 5, 0):  # the axes are at 4, 6, 8, 10, 12 and 2 o'clock
            yield _moved(at, ((0, 0), long[petal], short[petal], long[(petal + 1) % 6]))


def floret(cols: int, rows: int) -> Iterator[Tile]:
    """Flowers of six pentagons; rows go up, and each second column is half a flower lower."""
    r, q, p = (-15, 78), (60, 52), (75, -26)
    ways = r, q, p, (15, -78), (-60, -52), (-75, 26)
    for col, row in _lattice(cols, rows):
        if col % 2 == 0 and row == rows - 1 and cols > 1 and rows > 1:
            continue
        at = 315 * col, -364 * row + 182 * (col % 2)
        for petal in range(6):
            (ax, ay), (bx, by) = ways[petal], ways[(petal + 1) % 6]
            corners = (0, 0), (0, 2), (1, 2), (2, 1), (2, 0)
            yield _moved(at, tuple((a * ax + b * bx, a * ay + b * by) for a, b in corners))


def dodecagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Dodecagons with triangles between them."""
    for col, row in _lattice(cols, rows):
        dodecagon = _dodecagon(112 * col + 56 * (row % 2), 97 * row)
        between, above, below = _is_between(col, row, cols), row > 0, row < rows - 1
        yield dodecagon
        yield from _beside(dodecagon, _TRIANGLE, {6: between and below, 12: between and above})


def great_dodecagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Dodecagons with hexagons and squares between them."""
    for col, row in _lattice(cols, rows):
        dodecagon = _dodecagon(142 * col + 71 * (row % 2), 123 * row)
        between, above, below = _is_between(col, row, cols), row > 0, row < rows - 1
        left, right = col > 0 or row % 2 == 1, col < cols - 1 or row % 2 == 0
        squares = {3: col < cols - 1, 1: above and right, 11: above and left}
        yield dodecagon
        yield from _beside(dodecagon, _HEXAGON, {6: between and below, 12: between and above})
        yield from _beside(dodecagon, _SQUARE, squares)


def great_great_dodecagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Dodecagons with hexagons, squares and triangles between them."""
    for col, row in _lattice(cols, rows):
        dodecagon = _dodecagon(164 * col + 82 * (row % 2), 142 * row)
        between, above, below = _is_between(col, row, cols), row > 0, row < rows - 1
        left, right = col > 0, col < cols - 1
        leans = right or row % 2 == 0  # a dodecagon of the next row is on the right
        squares = {
            2: above and right,
            4: below and right,
            6: between and below,
            8: below and left,
            10: above and left,
            12: between and above,
        }
        yield dodecagon
        yield from _beside(dodecagon, _HEXAGON, {1: above and leans, 3: right, 5: below and leans})
        yield from _beside(dodecagon, _SQUARE, squares)
        for hour in (2, 4):
            if squares[hour]:
                yield _across(_across(dodecagon, hour, _SQUARE), hour, _TRIANGLE)


def kagome(cols: int, rows: int) -> Iterator[Tile]:
    """Hexagons that touch at corners, with triangles between them."""
    for col, row in _lattice(cols, rows):
        hexagon = _hexagon(60 * col + 30 * (row % 2), 52 * row)
        right, above, below = col < cols - 1, row > 0, row < rows - 1
        is_even, is_first = row % 2 == 0, col == 0 and row % 2 == 1
        yield hexagon
        yield from _beside(
            hexagon,
            _TRIANGLE,
            {
                2: right or (is_even and above),
                4: right or (is_even and below),
                10: is_first,
                8: is_first and below,
            },
        )


def compass_dodecagonal(cols: int, rows: int) -> Iterator[Tile]:
    """Dodecagons; between each four of them four triangles around a square."""
    for col, row in _lattice(cols, rows):
        dodecagon = _dodecagon(112 * col, 112 * row)
        yield dodecagon
        if col < cols - 1 and row < rows - 1:
            north = _across(dodecagon, 4, _TRIANGLE)
            square = _across(north, 6, _SQUARE)
            yield from (north, *(_across(square, hour, _TRIANGLE) for hour in (3, 6, 9)), square)


def _lattice(cols: int, rows: int) -> Iterator[tuple[int, int]]:
    """The columns and rows of a lattice, row by row."""
    return ((col, row) for row in range(rows) for col in range(cols))


def _is_between(col: int, row: int, cols: int) -> bool:
    """Whether, in rows shifted by turns, a place of the next row is on each side of this one."""
    return (col < cols - 1 or row % 2 == 0) and (col > 0 or row % 2 == 1)


def _moved(at: Point, corners: Tile) -> Tile:
    return tuple((at[0] + right, at[1] + down) for right, down in corners)


def _upward(left: int, top: int) -> Tile:
    """A triangle with its tip at the top."""
    return _moved((left, top), ((0, 26), (15, 0), (30, 26)))


def _downward(left: int, top: int) -> Tile:
    """A triangle with its tip at the bottom."""
    return _moved((left, top), ((0, 0), (30, 0), (15, 26)))


def _hexagon(x: int, y: int) -> Tile:
    """A hexagon around a point, with its top side flat."""
    return _regular(_HEXAGON, (x - 15, y - 26), 3)


def _dodecagon(x: int, y: int) -> Tile:
    """A dodecagon around a point, with its top side flat."""
    return _regular(_DODECAGON, (x + 15, y - 56), 4)


def _regular(sides: int, start: Point, hour: int) -> Tile:
    """A regular tile from a corner and the direction of the side that begins there."""
    turn = _HOURS // sides
    steps = [_STEPS[(hour + turn * side) % _HOURS] for side in range(sides - 1)]
    return tuple(accumulate(steps, _sum, initial=start))


def _beside(tile: Tile, sides: int, places: Mapping[int, bool]) -> Iterator[Tile]:
    """The regular tiles beyond those sides of a tile, by the hour, where one is there."""
    return (_across(tile, hour, sides) for hour, is_there in places.items() if is_there)


def _across(tile: Tile, hour: int, sides: int) -> Tile:
    """The regular tile with that many sides beyond the side of a tile at some o'clock."""
    step = _STEPS[(hour + 3) % _HOURS]  # the side at 12 o'clock goes right
    for start, end in sides_of(tile):
        if (end[0] - start[0], end[1] - start[1]) == step:
            return _regular(sides, end, hour + 9)
    raise ValueError(f"the tile has no side at {hour} o'clock")


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]
