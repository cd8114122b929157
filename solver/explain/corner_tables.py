"""Tables of what a clue or dot with four edges says of its corners (see `solver.explain.field`).

A clue or dot has 16 choices of lines. What is known of its corners excludes some of them, and what
the remaining choices have in common restricts a corner further.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from solver.explain.field import (
    ANY_CORNER,
    FIRST_CROSS,
    FIRST_LINE,
    SECOND_CROSS,
    SECOND_LINE,
    Field,
    States,
)

CHOICES = range(16)
"""The choices of lines among four edges: bit i is set when edge i is a line."""

LINES = tuple(sum(1 << choice for choice in CHOICES if choice >> i & 1) for i in range(4))
"""For each of four edges, the set of choices in which it is a line."""

FIRST_STATES = ANY_CORNER, FIRST_LINE, FIRST_CROSS
SECOND_STATES = ANY_CORNER, SECOND_LINE, SECOND_CROSS
"""The choices of a corner by the state of its first, and of its second edge."""


@dataclass(frozen=True)
class Tables:
    """Tables of sets of choices, as bit sets of 16 bits.

    - `allowed[clue]`: the choices that satisfy a clue; with -1, those that satisfy a dot.
    - `fits[i][mask]`: the choices whose corner i (edges i - 1 and i) is in the set `mask`.
    - `views[choices]`: for each of the four corners, the set of its choices in `choices`.
    - `news[around]`: see `News`.
    """

    allowed: dict[int, int]
    fits: tuple[tuple[int, ...], ...]
    views: "Views"
    news: "News"


class Views(dict[int, tuple[int, int, int, int]]):
    """For a set of choices, the choices of each corner, computed on first access."""

    def __missing__(self, choices: int) -> tuple[int, int, int, int]:
        masks = [0, 0, 0, 0]
        for choice in CHOICES:
            if choices >> choice & 1:
                for i in range(4):
                    masks[i] |= 1 << _corner_of(choice, i)
        found = self[choices] = (masks[0], masks[1], masks[2], masks[3])
        return found


class News(dict[int, tuple[tuple[int, int], ...]]):
    """What a clue or dot says of its corners that is new, computed on first access.

    A key has the choices of the four corners, four bits each, the first one lowest, and above them
    the clue plus one, 0 for a dot. The value has each corner (0 to 3) that is restricted further,
    with the choices that are left.

    >>> around_a_three_in_the_open = 4 << 16 | 0xFFFF
    >>> [(i, bin(left)) for i, left in tables().news[around_a_three_in_the_open]]
    [(0, '0b1110'), (1, '0b1110'), (2, '0b1110'), (3, '0b1110')]
    """

    def __init__(
        self, allowed: dict[int, int], fits: tuple[tuple[int, ...], ...], views: Views
    ) -> None:
        super().__init__()
        self._allowed, self._fits, self._views = allowed, fits, views

    def __missing__(self, around: int) -> tuple[tuple[int, int], ...]:
        masks = [around >> 4 * i & ANY_CORNER for i in range(4)]
        choices = self._allowed[(around >> 16) - 1]
        for fits, mask in zip(self._fits, masks, strict=True):
            choices &= fits[mask]
        views = self._views[choices]
        found = self[around] = tuple(
            (i, view & mask)
            for i, (view, mask) in enumerate(zip(views, masks, strict=True))
            if mask & ~view
        )
        return found


def _corner_of(choice: int, i: int) -> int:
    """The choice of corner i (0 to 3) in a choice of all four edges (0 to 15)."""
    return (choice >> (i - 1) % 4 & 1) + 2 * (choice >> i & 1)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables for clues and dots with four edges."""
    by_count = [sum(1 << c for c in CHOICES if c.bit_count() == count) for count in range(5)]
    fits = tuple(
        tuple(sum(1 << c for c in CHOICES if mask >> _corner_of(c, i) & 1) for mask in CHOICES)
        for i in range(4)
    )
    allowed = dict(enumerate(by_count)) | {-1: by_count[0] | by_count[2]}
    views = Views()
    return Tables(allowed, fits, views, News(allowed, fits, views))


def masks_of(field: Field, states: States) -> list[int]:
    """The choices of each corner that agree with the states of its edges."""
    firsts, seconds = FIRST_STATES, SECOND_STATES
    return [
        firsts[states[first]] & seconds[states[second]]
        for first, second in field.layout.corner_edges
    ]


def news_of(
    field: Field, masks: list[int], rules: list[int]
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield each rule that restricts some of its corners further, with these (see `News`)."""
    corners, clues, news = field.layout.rule_corners, field.clues, tables().news
    for rule in rules:
        a, b, c, d = corners[rule]
        kind = (clues[rule] or 0) + 1
        around = masks[a] | masks[b] << 4 | masks[c] << 8 | masks[d] << 12 | kind << 16
        found = news[around]
        if found:
            yield rule, found
