"""Tables of what follows for the corners of a clue or dot (`solver.explain.rule_graph`).

The n edges of a clue or dot have 2**n choices of lines. What is known of its corners excludes some
of them, and what the remaining choices have in common restricts a corner further.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from msgspec import Struct, field

from solver.explain.rule_graph import (
    ANY_CORNER,
    CROSS,
    FIRST_CROSS,
    FIRST_LINE,
    LINE,
    RING,
    SECOND_CROSS,
    SECOND_LINE,
    UNKNOWN,
    RuleGraph,
    States,
    changed_edges,
)

CORNER_CHOICES = 0b0001, 0b0010, 0b0100, 0b1000
"""The sets of a single choice of a corner."""

FIRST_STATES = ANY_CORNER, FIRST_LINE, FIRST_CROSS
SECOND_STATES = ANY_CORNER, SECOND_LINE, SECOND_CROSS
"""The choices of a corner by the state of its first, and of its second edge."""


RuleRestrictions: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""A rule with its value in `CornerRestrictions`."""

MAX_ENTRIES = 50_000
"""Maximum number of entries of a table for four edges; with more, it starts again.

Tables for more edges have fewer, since their entries are larger.
"""


class Tables(Struct, frozen=True):
    """Tables of sets of choices among a number of edges, as bit sets.

    In a choice, bit i is set when edge i is a line; in a set, bit c when it has the choice c.

    - `lines[i]`: the choices in which edge i is a line.
    - `allowed[clue]`: the choices that satisfy a clue; with -1, those that satisfy a dot.
    - `fits[i][mask]`: the choices whose corner i (edges i - 1 and i) is in the set `mask`.
    - `views[choices]`: for each corner, the set of its choices in `choices`.
    - `restrictions[around]`: see `CornerRestrictions`.
    - `sufficient[around, marked, order]`: see `SufficientCorners`.
    """

    lines: tuple[int, ...]
    allowed: dict[int, int]
    fits: tuple[tuple[int, ...], ...]
    views: "Views"
    restrictions: "CornerRestrictions"
    sufficient: "SufficientCorners"


class Views(dict[int, tuple[int, ...]]):
    """For a set of choices, the choices of each corner, computed on first access."""

    def __init__(self, fits: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self._singles = [[(one, of[one]) for one in CORNER_CHOICES] for of in fits]
        self._most = MAX_ENTRIES * 2**RING >> len(fits)

    def __missing__(self, choices: int) -> tuple[int, ...]:
        if len(self) >= self._most:
            self.clear()
        found = self[choices] = tuple(
            [sum([one for one, fit in singles if choices & fit]) for singles in self._singles]
        )
        return found


class CornerRestrictions(dict[int, tuple[tuple[int, int], ...]]):
    """How a clue or dot restricts its corners further, computed on first access.

    A key has the choices of the corners, four bits each, the first one lowest, and above them the
    clue plus one, 0 for a dot. The value has the place of each corner that is restricted further,
    with the choices that are left.

    >>> around_a_three_in_the_open = 4 << 16 | 0xFFFF
    >>> [(i, bin(left)) for i, left in tables(4).restrictions[around_a_three_in_the_open]]
    [(0, '0b1110'), (1, '0b1110'), (2, '0b1110'), (3, '0b1110')]
    """

    def __init__(
        self, allowed: dict[int, int], fits: tuple[tuple[int, ...], ...], views: Views
    ) -> None:
        super().__init__()
        self._allowed, self._fits, self._views = allowed, fits, views
        self._most = MAX_ENTRIES * RING // len(fits)

    def __missing__(self, around: int) -> tuple[tuple[int, int], ...]:
        if len(self) >= self._most:
            self.clear()
        masks = [around >> 4 * i & ANY_CORNER for i in range(len(self._fits))]
        choices = self._allowed[(around >> 4 * len(masks)) - 1]
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

    A key has the choices of the corners as a key of `CornerRestrictions`, the same by the marks
    alone, and the places of the corners to leave out if possible, in order of preference. The value
    has, for each corner that is restricted further, those of them that are needed for that.

    >>> three, in_the_open, not_both_at_corner_0_and_some_at_2 = 4 << 16, 0xFFFF, 0xFEF7
    >>> around = three | not_both_at_corner_0_and_some_at_2
    >>> tables(4).sufficient[around, three | in_the_open, (2, 0)][3]
    (0,)
    """

    def __init__(self, restrictions: CornerRestrictions, edges: int) -> None:
        super().__init__()
        self._restrictions = restrictions
        self._most = MAX_ENTRIES * RING // edges

    def __missing__(self, key: tuple[int, int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        if len(self) >= self._most:
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


@cache
def tables(edges: int) -> Tables:
    """The tables for clues and dots with a number of edges."""
    every = (1 << (1 << edges)) - 1
    lines = tuple(every // ((1 << (1 << i)) + 1) << (1 << i) for i in range(edges))
    fits = tuple(
        tuple(_corner_in(mask, lines[i - 1], line, every) for mask in range(ANY_CORNER + 1))
        for i, line in enumerate(lines)
    )
    by_count = _by_count(edges)
    allowed = dict(enumerate(by_count)) | {-1: by_count[0] | by_count[2]}
    views = Views(fits)
    restrictions = CornerRestrictions(allowed, fits, views)
    sufficient = SufficientCorners(restrictions, edges)
    return Tables(lines, allowed, fits, views, restrictions, sufficient)


def _corner_in(mask: int, first: int, second: int, every: int) -> int:
    """The choices in which a corner is in a mask, given those in which its edges are lines."""
    pairs = product((every ^ second, second), (every ^ first, first))
    return sum(one & other for i, (one, other) in enumerate(pairs) if mask >> i & 1)


def _by_count(edges: int) -> list[int]:
    """For each number of lines among a number of edges, the choices that have it."""
    found = [1]
    for i in range(edges):
        without, with_line = [*found, 0], [0, *found]
        found = [a | b << (1 << i) for a, b in zip(without, with_line, strict=True)]
    return found


def state_in(lines: int, choices: int) -> int:
    """The state of an edge in all of these choices; UNKNOWN where they differ or there is none.

    `lines` are those among all choices in which it is a line.
    """
    found = choices & lines
    if found == choices:
        return LINE if found else UNKNOWN
    return UNKNOWN if found else CROSS


@lru_cache(maxsize=4_096)
def decided(edges: int, choices: int) -> tuple[tuple[int, int], ...]:
    """The places of the edges that have one state in all of these choices, with the state."""
    states = (state_in(lines, choices) for lines in tables(edges).lines)
    return tuple((place, state) for place, state in enumerate(states) if state != UNKNOWN)


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
    corners, clues, of_four = graph.layout.rule_corners, graph.clues, tables(RING).restrictions
    for rule in rules:
        around = corners[rule]
        if len(around) == RING:  # much faster
            a, b, c, d = around
            kind = (clues[rule] or 0) + 1
            found = of_four[masks[a] | masks[b] << 4 | masks[c] << 8 | masks[d] << 12 | kind << 16]
        else:
            found = tables(len(around)).restrictions[key_of(graph, masks, rule)]
        if found:
            yield rule, found


def key_of(graph: RuleGraph, masks: list[int], rule: int) -> int:
    """The choices of the corners of a rule, as a key of `CornerRestrictions`."""
    key = (graph.clues[rule] or 0) + 1
    for corner in reversed(graph.layout.rule_corners[rule]):
        key = key << 4 | masks[corner]
    return key


class MarkedCorners(NamedTuple):
    """The choices of each corner that agree with the marks, and what follows from single rules."""

    masks: list[int]
    restrictions: list[RuleRestrictions]


class RepeatedCorners(Struct, eq=False):
    """The corners of one board after another, computed again only where marks differ.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> corners = RepeatedCorners(RuleGraph(Puzzle(square_grid(1, 1), (3,))))
    >>> [rule for rule, _ in corners.at([0, 0, 0, 0, 2]).restrictions]
    [0, 1, 2, 3, 4]
    >>> corners.at([1, 1, 2, 1, 2]).restrictions
    []
    """

    graph: RuleGraph
    _states: States = field(default_factory=list)
    _masks: list[int] = field(default_factory=list)
    _restrictions: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def at(self, states: States) -> MarkedCorners:
        """The corners of a board, and the rules with an unknown edge that restrict them, in order.

        The caller may change the lists.
        """
        if self._states:
            rules = self._update_masks(states)
        else:
            rules = set(self.graph.rules)
            self._masks = masks_of(self.graph, states)
        self._states = states.copy()
        for rule in rules:
            self._restrictions.pop(rule, None)
        edges_of = self.graph.layout.real_edges
        is_open = (rule for rule in rules if UNKNOWN in [states[edge] for edge in edges_of[rule]])
        self._restrictions.update(restrictions_of(self.graph, self._masks, is_open))
        return MarkedCorners(self._masks.copy(), sorted(self._restrictions.items()))

    def _update_masks(self, states: States) -> set[int]:
        """Compute the masks anew where states differ from those before; returns the rules there."""
        shape, masks = self.graph.layout, self._masks
        changed = changed_edges(self._states, states)
        for corner in {corner for edge in changed for corner, _, _ in shape.edge_corners[edge]}:
            first, second = shape.corner_edges[corner]
            masks[corner] = FIRST_STATES[states[first]] & SECOND_STATES[states[second]]
        return {rule for edge in changed for rule in self.graph.edge_rules[edge]}
