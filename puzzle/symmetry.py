"""The eight ways to lay a board of square cells down, and cells that a symmetry makes one.

Turning and mirroring a board changes nothing for whoever solves it. So two puzzles are the
same when one of the eight images of the first is the second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.said import said

if TYPE_CHECKING:
    from puzzle.model import Clue, Puzzle

    Rows: TypeAlias = tuple[tuple[Clue, ...], ...]

Place: TypeAlias = tuple[int, int]
"""A cell as (row, column)."""


def images(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzle turned by no, one, two and three quarters, then the same of its mirror image.

    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> [(image.size, image.clues) for image in images(puzzle)][:3]
    [('2x1', (3, None)), ('1x2', (3, None)), ('2x1', (None, 3))]
    """
    rows: Rows = tuple(puzzle.clue_rows)
    turned = [rows]
    turned += [rows := _quarter(rows) for _ in range(3)]
    return tuple(_with_rows(puzzle, image) for image in (*turned, *map(_mirror, turned)))


def canonical(puzzle: Puzzle) -> Puzzle:
    """One of the images, the same for all eight: it has no more rows than columns.

    >>> from puzzle.model import Puzzle
    >>> {canonical(image).clues for image in images(Puzzle(square_grid(1, 2), (3, None)))}
    {(None, 3)}
    """
    return min(images(puzzle), key=_rank)


def canonical_key(puzzle: Puzzle) -> str:
    """32 hexadecimal digits, the same for all images of a puzzle and for no other puzzle.

    >>> from puzzle.model import Puzzle
    >>> keys = {canonical_key(image) for image in images(Puzzle(square_grid(1, 2), (3, None)))}
    >>> [len(key) for key in keys]
    [32]
    """
    rows, clues = _rank(canonical(puzzle))
    text = f"{rows}:{','.join(map(str, clues))}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _rank(puzzle: Puzzle) -> tuple[int, list[int]]:
    return puzzle.grid.rows, [-1 if clue is None else clue for clue in puzzle.clues]


def _quarter(rows: Rows) -> Rows:
    """Turned by a quarter with the clock."""
    return tuple(zip(*rows[::-1], strict=True))


def _mirror(rows: Rows) -> Rows:
    """Left and right exchanged."""
    return tuple(row[::-1] for row in rows)


def _with_rows(puzzle: Puzzle, rows: Rows) -> Puzzle:
    clues = tuple(clue for row in rows for clue in row)
    return replace(puzzle, grid=square_grid(len(rows), len(rows[0])), clues=clues)


class Symmetry(Enum):
    """What leaves the pattern of clues of a puzzle as it is."""

    NONE = "none"
    ROT180 = "rot180"
    ROT90 = "rot90"
    MIRROR = "mirror"


def orbits(rows: int, cols: int, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """The cells that a symmetry makes one, as sorted tuples, in order of their first cells.

    Raises `PuzzleError` for quarter turns of a board that is not square.

    >>> orbits(2, 3, Symmetry.ROT180)
    [(0, 5), (1, 4), (2, 3)]
    >>> orbits(3, 3, Symmetry.ROT90)
    [(0, 2, 6, 8), (1, 3, 5, 7), (4,)]
    """
    if symmetry is Symmetry.ROT90 and rows != cols:
        raise PuzzleError(
            said(
                "A board of {size} has no quarter turns; make it square, or use rot180.",
                size=f"{cols}x{rows}",
            )
        )
    step = _steps(rows, cols)[symmetry]
    found: dict[tuple[int, ...], None] = {}
    for row in range(rows):
        for col in range(cols):
            places = {(row, col)}
            place = step((row, col))
            while place not in places:
                places.add(place)
                place = step(place)
            found[tuple(sorted(r * cols + c for r, c in places))] = None
    return list(found)


def _steps(rows: int, cols: int) -> dict[Symmetry, Callable[[Place], Place]]:
    """Where each symmetry takes a cell."""
    return {
        Symmetry.NONE: lambda place: place,
        Symmetry.ROT180: lambda place: (rows - 1 - place[0], cols - 1 - place[1]),
        Symmetry.ROT90: lambda place: (place[1], rows - 1 - place[0]),
        Symmetry.MIRROR: lambda place: (place[0], cols - 1 - place[1]),
    }
