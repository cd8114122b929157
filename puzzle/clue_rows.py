"""Clues row by row, turned and mirrored: what two puzzles are compared by."""

import hashlib
from typing import TypeAlias

Clue: TypeAlias = int | None
"""How many edges of a cell belong to the loop; None for a blank cell."""

Rows: TypeAlias = tuple[tuple[Clue, ...], ...]
"""The clues of a board of square cells."""


def images_of_rows(rows: Rows) -> tuple[Rows, ...]:
    """Turned by no, one, two and three quarters with the clock, then the same of the mirror image.

    >>> images_of_rows(((3, None),))[:3]
    (((3, None),), ((3,), (None,)), ((None, 3),))
    """
    turned = [rows]
    for _ in range(3):
        rows = tuple(zip(*rows[::-1], strict=True))
        turned.append(rows)
    return (*turned, *(tuple(row[::-1] for row in image) for image in turned))


def canonical_rows(rows: Rows) -> Rows:
    """One of the images, the same for all eight: it has no more rows than columns.

    >>> {canonical_rows(image) for image in images_of_rows(((3, None),))}
    {((None, 3),)}
    """
    return min(images_of_rows(rows), key=_sort_key)


def canonical_key(rows: Rows) -> str:
    """32 hexadecimal digits, the same for all images of the rows and for no others.

    >>> [len(key) for key in {canonical_key(image) for image in images_of_rows(((3, None),))}]
    [32]
    """
    count, clues = _sort_key(canonical_rows(rows))
    text = f"{count}:{','.join(map(str, clues))}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _sort_key(rows: Rows) -> tuple[int, list[int]]:
    return len(rows), [-1 if clue is None else clue for row in rows for clue in row]
