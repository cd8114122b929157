"""Tables of what follows for the corners of a clue or dot (`solver.explain.rule_graph`).

The four edges of a clue or dot have 16 choices of lines. What is known of its corners excludes some
of them, and what the remaining choices have in common restricts a corner further.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from solver.explain.rule_graph import (
    ANY_CORNER,
    FIRST_CROSS,
    FIRST_LINE,
    SECOND_CROSS,
    SECOND_LINE,
    UNKNOWN,
    RuleGraph,
    States,
)

CHOICES = range(16)
"""The choices of lines among four edges: bit i is set when edge i is a line."""

LINES = tuple(sum(1 << choice for choice in CHOICES if choice >> i & 1) for i in range(4))
"""For each of four edges, the set of choices in which it is a line."""

FIRST_STATES = ANY_CORNER, FIRST_LINE, FIRST_CROSS
SECOND_STATES = ANY_CORNER, SECOND_LINE, SECOND_CROSS
"""The choices of a corner by the state of its first, and of its second edge."""


RuleRestrictions: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""A rule with its value in `CornerRestrictions`."""

MAX_SUFFICIENT = 50_000
"""Maximum number of entries of `SufficientCorners`; with more, it starts again."""


@dataclass(frozen=True)
class Tables:
    """Tables of sets of choices, as bit sets of 16 bits.

    - `allowed[clue]`: the choices that satisfy a clue; with -1, those that satisfy a dot.
    - `fits[i][mask]`: the choices whose corner i (edges i - 1 and i) is in the set `mask`.
    - `views[choices]`: for each of the four corners, the set of its choices in `choices`.
    - `restrictions[around]`: see `CornerRestrictions`.
    - `sufficient[around, marked, order]`: see `SufficientCorners`.
    """

    allowed: dict[int, int]
    fits: tuple[tuple[int, ...], ...]
    views: "Views"
    restrictions: "CornerRestrictions"
    sufficient: "SufficientCorners"


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


class CornerRestrictions(dict[int, tuple[tuple[int, int], ...]]):
    """How a clue or dot restricts its corners further, computed on first access.

    A key has the choices of the four corners, four bits each, the first one lowest, and above them
    the clue plus one, 0 for a dot. The value has each corner (0 to 3) that is restricted further,
    with the choices that are left.

    >>> around_a_three_in_the_open = 4 << 16 | 0xFFFF
    >>> [(i, bin(left)) for i, left in tables().restrictions[around_a_three_in_the_open]]
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


class SufficientCorners(dict[tuple[int, int, tuple[int, ...]], dict[int, tuple[int, ...]]]):
    """Corners that suffice to restrict another corner further, computed on first access.

    A key has the choices of the four corners as a key of `CornerRestrictions`, the same by the
    marks alone, and the corners (0 to 3) to leave out if possible, in order of preference. The
    value has, for each corner that is restricted further, those of them that are needed for that.

    >>> three, in_the_open, not_both_at_corner_0_and_some_at_2 = 4 << 16, 0xFFFF, 0xFEF7
    >>> around = three | not_both_at_corner_0_and_some_at_2
    >>> tables().sufficient[around, three | in_the_open, (2, 0)][3]
    (0,)
    """

    def __init__(self, restrictions: CornerRestrictions) -> None:
        super().__init__()
        self._restrictions = restrictions

    def __missing__(self, key: tuple[int, int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        if len(self) >= MAX_SUFFICIENT:
            self.clear()
        around, marked, order = key
        found = self[key] = {
            i: self._sufficient(i, left, around, marked, order)
            for i, left in self._restrictions[around]
        }
        return found

    def _sufficient(
        self, i: int, left: int, around: int, marked: int, order: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Corners that suffice to restrict corner i to the choices in `left`."""
        kept = sorted(order)
        for dropped in order:
            rest = [corner for corner in kept if corner != dropped]
            known = sum(ANY_CORNER << 4 * corner for corner in rest)
            if dict(self._restrictions[around & known | marked & ~known]).get(i) == left:
                kept = rest
        return tuple(kept)


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
    restrictions = CornerRestrictions(allowed, fits, views)
    return Tables(allowed, fits, views, restrictions, SufficientCorners(restrictions))


def masks_of(graph: RuleGraph, states: States) -> list[int]:
    """The choices of each corner that agree with the states of its edges."""
    firsts, seconds = FIRST_STATES, SECOND_STATES
    return [
        firsts[states[first]] & seconds[states[second]]
        for first, second in graph.layout.corner_edges
    ]


def restrictions_of(
    graph: RuleGraph, masks: list[int], rules: Iterable[int]
) -> Iterator[RuleRestrictions]:
    """Yield each rule that restricts some of its corners, as in `CornerRestrictions`."""
    corners, clues, restrictions = graph.layout.rule_corners, graph.clues, tables().restrictions
    for rule in rules:
        a, b, c, d = corners[rule]
        kind = (clues[rule] or 0) + 1
        found = restrictions[masks[a] | masks[b] << 4 | masks[c] << 8 | masks[d] << 12 | kind << 16]
        if found:
            yield rule, found


def key_of(graph: RuleGraph, masks: list[int], rule: int) -> int:
    """The choices of the corners of a rule, as a key of `CornerRestrictions`."""
    a, b, c, d = graph.layout.rule_corners[rule]
    kind = (graph.clues[rule] or 0) + 1
    return masks[a] | masks[b] << 4 | masks[c] << 8 | masks[d] << 12 | kind << 16


class MarkedCorners(NamedTuple):
    """The choices of each corner that agree with the marks, and what follows from single rules."""

    masks: list[int]
    restrictions: list[RuleRestrictions]


class RepeatedCorners:
    """The corners of one board after another, computed again only where marks differ.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> corners = RepeatedCorners(RuleGraph(Puzzle(square_grid(1, 1), (3,))))
    >>> [rule for rule, _ in corners.at([0, 0, 0, 0, 2]).restrictions]
    [0, 1, 2, 3, 4]
    >>> corners.at([1, 1, 2, 1, 2]).restrictions
    []
    """

    def __init__(self, graph: RuleGraph) -> None:
        self._graph = graph
        self._states: States = []
        self._masks: list[int] = []
        self._restrictions: dict[int, tuple[tuple[int, int], ...]] = {}

    def at(self, states: States) -> MarkedCorners:
        """The corners of a board, and the rules with an unknown edge that restrict them, in order.

        The caller may change the lists.
        """
        if self._states:
            rules = self._update_masks(states)
        else:
            rules = set(self._graph.rules)
            self._masks = masks_of(self._graph, states)
        self._states = states.copy()
        for rule in rules:
            self._restrictions.pop(rule, None)
        edges_of = self._graph.layout.real_edges
        is_open = (rule for rule in rules if UNKNOWN in [states[edge] for edge in edges_of[rule]])
        self._restrictions.update(restrictions_of(self._graph, self._masks, is_open))
        return MarkedCorners(self._masks.copy(), sorted(self._restrictions.items()))

    def _update_masks(self, states: States) -> set[int]:
        """Compute the masks anew where states differ from those before; returns the rules there."""
        shape, masks = self._graph.layout, self._masks
        pairs = zip(self._states, states, strict=True)
        changed = [edge for edge, (before, now) in enumerate(pairs) if before != now]
        for corner in {corner for edge in changed for corner, _, _ in shape.edge_corners[edge]}:
            first, second = shape.corner_edges[corner]
            masks[corner] = FIRST_STATES[states[first]] & SECOND_STATES[states[second]]
        return {rule for edge in changed for rule in self._graph.edge_rules[edge]}
