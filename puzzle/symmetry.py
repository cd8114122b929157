"""Rotations and reflections of puzzles, and the orbits of cells under a symmetry.

Two puzzles are equivalent when one of the eight images of the first, under rotation and
reflection, is the second. A puzzle on another tiling than squares is its own only image.
"""

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from msgspec.structs import replace

from puzzle.clue_rows import Rows, canonical_rows, images_of_rows
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle

Place: TypeAlias = tuple[int, int]
"""A cell as (row, column)."""


def images(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzle rotated clockwise by 0, 90, 180 and 270 degrees, then their mirror images.

    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> [(image.size, image.clues) for image in images(puzzle)][:3]
    [('2x1', (3, None)), ('1x2', (3, None)), ('2x1', (None, 3))]
    """
    if not puzzle.grid.is_square:
        return (puzzle,)
    return tuple(_image(puzzle, rows) for rows in images_of_rows(tuple(puzzle.clue_rows)))


def canonical(puzzle: Puzzle) -> Puzzle:
    """The image that represents all eight images; it has at most as many rows as columns.

    >>> {canonical(image).clues for image in images(Puzzle(square_grid(1, 2), (3, None)))}
    {(None, 3)}
    """
    if not puzzle.grid.is_square:
        return puzzle
    return _image(puzzle, canonical_rows(tuple(puzzle.clue_rows)))


def _image(puzzle: Puzzle, rows: Rows) -> Puzzle:
    """The puzzle with these rows of clues, under the same rules."""
    clues = tuple(clue for row in rows for clue in row)
    return replace(puzzle, grid=square_grid(len(rows), len(rows[0])), clues=clues)


class Symmetry(Enum):
    """Transformations that keep the pattern of cells with clues unchanged."""

    NONE = "none"
    ROT180 = "rot180"
    ROT90 = "rot90"
    MIRROR = "mirror"


def orbits(rows: int, cols: int, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """The orbits of the cells under a symmetry, as sorted tuples, in order of their first cells.

    Raises `PuzzleError` when `symmetry` is ROT90 and the board is not square.

    >>> orbits(2, 3, Symmetry.ROT180)
    [(0, 5), (1, 4), (2, 3)]
    >>> orbits(3, 3, Symmetry.ROT90)
    [(0, 2, 6, 8), (1, 3, 5, 7), (4,)]
    """
    if symmetry is Symmetry.ROT90 and rows != cols:
        raise PuzzleError(
            lazy(
                "A board of {size} has no quarter turns; make it square, or use rot180.",
                size=f"{cols}x{rows}",
            )
        )
    image_of = _cell_maps(rows, cols)[symmetry]
    found: dict[tuple[int, ...], None] = {}
    for row in range(rows):
        for col in range(cols):
            places = {(row, col)}
            place = image_of((row, col))
            while place not in places:
                places.add(place)
                place = image_of(place)
            found[tuple(sorted(r * cols + c for r, c in places))] = None
    return list(found)


def symmetry_of(puzzle: Puzzle) -> Symmetry:
    """The symmetry of the pattern of clues; quarter turns take precedence over half turns.

    >>> from puzzle.notation import parse_loopy
    >>> symmetry_of(parse_loopy("3x3:3a3c3a3")).name, symmetry_of(parse_loopy("3x2:3e")).name
    ('ROT90', 'NONE')
    """
    if not puzzle.grid.is_square:
        return Symmetry.NONE
    rows, cols, clued = puzzle.grid.rows, puzzle.grid.cols, set(puzzle.clue_cells)
    kinds = [Symmetry.ROT180, Symmetry.MIRROR]
    if rows == cols:
        kinds.insert(0, Symmetry.ROT90)
    for kind in kinds:
        groups = orbits(rows, cols, kind)
        if all(clued.issuperset(cells) or clued.isdisjoint(cells) for cells in groups):
            return kind
    return Symmetry.NONE


def _cell_maps(rows: int, cols: int) -> dict[Symmetry, Callable[[Place], Place]]:
    """For each symmetry, the map from a cell to its image on a board of this size."""
    return {
        Symmetry.NONE: lambda place: place,
        Symmetry.ROT180: lambda place: (rows - 1 - place[0], cols - 1 - place[1]),
        Symmetry.ROT90: lambda place: (place[1], rows - 1 - place[0]),
        Symmetry.MIRROR: lambda place: (place[0], cols - 1 - place[1]),
    }
