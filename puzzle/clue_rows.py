"""Keys of clues, to compare puzzles by: of rows of clues, and of clues at places in the plane.

Rows of clues are compared by their rotations and reflections; clues on other tilings than squares
by their places.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from math import tau
from typing import TypeAlias

from puzzle.names import Coord

Clue: TypeAlias = int | None
"""The number of edges of a cell that belong to the loop; None for a blank cell.

Variants of the rules count something else, and have clues below 0 that count nothing
(`puzzle.rules`).
"""

Rows: TypeAlias = tuple[tuple[Clue, ...], ...]
"""The clues of a board of square cells, row by row."""


def images_of_rows(rows: Rows) -> tuple[Rows, ...]:
    """The eight images of the rows under rotation and reflection.

    First the rows rotated clockwise by 0, 90, 180 and 270 degrees, then the mirror image (left
    and right swapped) of each of these.

    >>> images_of_rows(((3, None),))[:3]
    (((3, None),), ((3,), (None,)), ((None, 3),))
    """
    turned = [rows]
    for _ in range(3):
        rows = tuple(zip(*rows[::-1], strict=True))
        turned.append(rows)
    return (*turned, *(tuple(row[::-1] for row in image) for image in turned))


def canonical_rows(rows: Rows) -> Rows:
    """The smallest of the eight images: fewest rows first, then by clues, blank cells first.

    All images have the same canonical rows, with at most as many rows as columns.

    >>> {canonical_rows(image) for image in images_of_rows(((3, None),))}
    {((None, 3),)}
    """
    return min(images_of_rows(rows), key=_sort_key)


def canonical_key(rows: Rows) -> str:
    """A BLAKE2b hash of the canonical rows of the `trimmed` rows, as 32 hexadecimal digits.

    It is the same for all images of the rows, with any blank rows and columns around them, and
    differs for other clues.

    >>> [len(key) for key in {canonical_key(image) for image in images_of_rows(((3, None),))}]
    [32]
    """
    return key_of_text(_key_text(trimmed(rows)))


def key_of_rows(rows: Rows, name: str) -> str:
    """Like `canonical_key`, for the rules of a name, with the blank rows and columns around.

    >>> {key_of_rows(image, "full") for image in images_of_rows(((3, None),))} == {
    ...     canonical_key(((3, None),))
    ... }
    False
    """
    return key_of_text(f"{name} {_key_text(rows)}")


def _key_text(rows: Rows) -> str:
    count, clues = _sort_key(canonical_rows(rows))
    return f"{count}:{','.join(map(str, clues))}"


def key_of_text(text: str) -> str:
    """A BLAKE2b hash of a text, as 32 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def trimmed(rows: Rows) -> Rows:
    """The rows without the blank rows and columns around the clues; empty without clues.

    >>> trimmed(((None, None, None), (None, 3, None), (None, None, 2), (None, None, None)))
    ((3, None), (None, 2))
    """
    places = [
        (row, col)
        for row, clues in enumerate(rows)
        for col, clue in enumerate(clues)
        if clue is not None
    ]
    if not places:
        return ()
    down, across = ([place[axis] for place in places] for axis in (0, 1))
    first, last = min(across), max(across)
    return tuple(row[first : last + 1] for row in rows[down[0] : down[-1] + 1])


def _sort_key(rows: Rows) -> tuple[int, list[int]]:
    """The number of rows, then the clues with -1 for blank cells."""
    return len(rows), [-1 if clue is None else clue for row in rows for clue in row]


_UNITS = 100 * tau
"""What coordinates are multiplied with before they are rounded: then none is near a half."""


def key_of_places(tiling: str, clues: Sequence[tuple[Coord, int]]) -> str:
    """32 hexadecimal digits that are the same for clues shifted, turned or mirrored.

    The places are moved to their centre of mass, where a clue weighs one more than its number,
    and turned so that one of the rarest of them, by distance and clue, lies on an axis.

    >>> places = [((0, 0), 2), ((0, 3), 1), ((1, 0), 3)]
    >>> turned = [((5 + col, 7 - row), clue) for (row, col), clue in places]
    >>> key_of_places("honeycomb", places) == key_of_places("honeycomb", turned)
    True
    """
    mass = sum(clue + 1 for _, clue in clues)
    middle = sum(complex(*place) * (clue + 1) for place, clue in clues) / (mass or 1)
    points = [(complex(*place) - middle, clue) for place, clue in clues]
    kinds = [(_rounded(abs(point)), clue) for point, clue in points]
    count = Counter(kind for kind in kinds if kind[0])
    rarest = min(count, key=lambda kind: (count[kind], kind), default=None)
    at_rarest = (point for (point, _), kind in zip(points, kinds, strict=True) if kind == rarest)
    turns = [abs(point) / point for point in at_rarest]
    forms = [_form(points, turn, flip) for turn in turns or [1] for flip in (1, -1)]
    return key_of_text(f"{tiling} {min(forms)}")


def _form(
    points: Sequence[tuple[complex, int]], turn: complex, flip: int
) -> list[tuple[int, int, int]]:
    """The points turned and, if `flip` is -1, mirrored."""
    turned = [(point * turn, clue) for point, clue in points]
    return sorted(
        (_rounded(point.real), _rounded(flip * point.imag), clue) for point, clue in turned
    )


def _rounded(value: float) -> int:
    return round(value * _UNITS)
