"""A key of clues at places in the plane, to compare puzzles by on other tilings than squares."""

from collections import Counter
from collections.abc import Sequence
from math import tau

from puzzle.clue_rows import key_of_text
from puzzle.names import Coord

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
