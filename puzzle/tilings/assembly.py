"""Grids made of tiles: dots, edges and cells are numbered in the order in which tiles name them."""

from collections.abc import Callable
from math import dist

from puzzle.grid import OUTSIDE, Grid, GridKey, edges_at_dots
from puzzle.names import Coord
from puzzle.tilings.axis_names import AxisNames
from puzzle.tilings.circles import largest_circle
from puzzle.tilings.tiles import Tile


def assemble(key: GridKey, tiles: list[Tile], builder: Callable[[GridKey], Grid]) -> Grid:
    """The grid of tiles, whose equal corners are the same dots; `builder` made them from `key`.

    The cells are in the order of the tiles. Dots are numbered when a tile first has them as a
    corner, edges when it first has them as a side. All is shifted so that the least coordinates
    are 0, and scaled so that the shortest edge has the length 1.
    """
    left, top = (min(point[axis] for tile in tiles for point in tile) for axis in (0, 1))
    numbers = {point: i for i, point in enumerate(dict.fromkeys(p for tile in tiles for p in tile))}
    sides = [
        [(numbers[a], numbers[b]) for a, b in zip(tile, (*tile[1:], tile[0]), strict=True)]
        for tile in tiles
    ]
    edges = list(dict.fromkeys((min(side), max(side)) for around in sides for side in around))
    edge_index = {ends: edge for edge, ends in enumerate(edges)}
    beside = [[OUTSIDE, OUTSIDE] for _ in edges]
    for cell, around in enumerate(sides):
        for a, b in around:  # going clockwise, the cell is on the right
            beside[edge_index[min(a, b), max(a, b)]][a < b] = cell
    points = list(numbers)
    unit = min(dist(points[a], points[b]) for a, b in edges)
    circles = [largest_circle(tile) for tile in tiles]

    def place(x: float, y: float) -> Coord:
        return (y - top) / unit, (x - left) / unit

    dots = tuple(place(x, y) for x, y in points)
    cells = tuple(place(circle.x, circle.y) for circle in circles)
    return Grid(
        key=key,
        builder=builder,
        dots=dots,
        cells=cells,
        cell_radii=tuple(circle.radius / unit for circle in circles),
        edge_dots=tuple(edges),
        edge_cells=tuple((first, second) for first, second in beside),
        dot_edges=edges_at_dots(len(dots), edges),
        cell_edges=tuple(
            tuple(edge_index[min(side), max(side)] for side in around) for around in sides
        ),
        cell_dots=tuple(tuple(a for a, _ in around) for around in sides),
        names=AxisNames(cells, dots),
    )
