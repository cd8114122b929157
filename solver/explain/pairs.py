"""Proofs by corners: constraints on pairs of consecutive edges, propagated from rule to rule.

People know such constraints as arcs: "exactly one of these two edges is a line". A clue or dot with
four edges has 16 choices of lines. What is known of its corners excludes some of them, and what the
remaining choices have in common for a corner is a new fact for the other rule of this corner. Facts
are found breadth first in at most `MAX_ROUNDS` rounds, each with the facts that it depends on, so
that a proof can be traced back to its rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.explain.field import (
    ANY_CORNER,
    CROSS,
    FIRST_CROSS,
    FIRST_LINE,
    LINE,
    SECOND_CROSS,
    SECOND_LINE,
    UNKNOWN,
    Field,
    States,
)

CHOICES = range(16)
"""The choices of lines among four edges: bit i is set when edge i is a line."""

_LINES = tuple(sum(1 << choice for choice in CHOICES if choice >> i & 1) for i in range(4))
"""For each of four edges, the set of choices in which it is a line."""

_OF_FIRST = {UNKNOWN: ANY_CORNER, LINE: FIRST_LINE, CROSS: FIRST_CROSS}
_OF_SECOND = {UNKNOWN: ANY_CORNER, LINE: SECOND_LINE, CROSS: SECOND_CROSS}
_STATES = sorted(_OF_FIRST)
_CORNER_OF_STATES = tuple(
    tuple(_OF_FIRST[one] & _OF_SECOND[two] for two in _STATES) for one in _STATES
)
"""The choices of a corner by the states of its first and its second edge."""

MAX_ROUNDS = 40
"""Maximum number of rounds of propagation."""


@dataclass(frozen=True)
class Tables:
    """Tables of sets of choices, as bit sets of 16 bits.

    - `allowed[clue]`: the choices that satisfy a clue; with -1, those that satisfy a dot.
    - `fits[i][mask]`: the choices whose corner i (edges i - 1 and i) is in the set `mask`.
    - `views[choices]`: for each of the four corners, the set of its choices in `choices`.
    """

    allowed: dict[int, int]
    fits: tuple[tuple[int, ...], ...]
    views: "Views"


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
    return Tables(allowed, fits, Views())


class FirstConclusions(dict[tuple[int, int, int, int, int], tuple[tuple[int, int], ...]]):
    """What a rule says of its corners when only edges are known: (corner 0 to 3, choices left).

    The key is the clue, -1 for a dot, and the states of the four edges. Corners of which nothing
    new follows are left out. Computed on first access.
    """

    def __missing__(self, key: tuple[int, int, int, int, int]) -> tuple[tuple[int, int], ...]:
        clue, *states = key
        if UNKNOWN not in states:
            return self.setdefault(key, ())
        known = tables()
        before = [_CORNER_OF_STATES[states[i - 1]][states[i]] for i in range(4)]
        choices = known.allowed[clue]
        for fits, mask in zip(known.fits, before, strict=True):
            choices &= fits[mask]
        left = [view & mask for view, mask in zip(known.views[choices], before, strict=True)]
        new = self[key] = tuple((i, left[i]) for i in range(4) if left[i] != before[i])
        return new


@lru_cache(maxsize=1)
def first_conclusions() -> FirstConclusions:
    """The table of first conclusions, which fills as it is used."""
    return FirstConclusions()


def conclusions_from_edges(
    field: Field, states: States
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield each rule of which something new follows for corners, with these conclusions."""
    table, rings, clues = first_conclusions(), field.layout.rule_edges, field.clues
    for rule in field.rules:
        a, b, c, d = rings[rule]
        found = table[clues[rule] or 0, states[a], states[b], states[c], states[d]]
        if found:
            yield rule, found


class Fact(NamedTuple):
    """The remaining choices of a corner, the rule they follow from, and the earlier facts used.

    The rule is -1 when an edge decided at one corner restricts another corner.
    """

    rule: int
    corner: int
    mask: int
    rests_on: tuple[int, ...]


class Proof(NamedTuple):
    """A forced edge, the rules that its proof by corners uses, and the number of their facts."""

    edge: int
    state: int
    rules: frozenset[int]
    length: int


def masks_of(field: Field, states: States) -> list[int]:
    """The choices of each corner that agree with the states of its edges."""
    both = _CORNER_OF_STATES
    return [both[states[first]][states[second]] for first, second in field.layout.corner_edges]


def forced_by_two(field: Field, states: States) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield all edges that a clue and a dot at one corner force together, as (edge, state, rules).

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> field = Field(Puzzle(square_grid(1, 2), (3, None)))
    >>> sorted({(edge, state) for edge, state, _ in forced_by_two(field, [UNKNOWN] * 7 + [CROSS])})
    [(0, 1), (2, 1), (4, 1)]
    """
    shape, masks = field.layout, masks_of(field, states)
    for rule, conclusions in conclusions_from_edges(field, states):
        for i, left in conclusions:
            corner = shape.rule_corners[rule][i]
            other = sum(shape.corner_rules[corner]) - rule
            if other >= 0 and field.clues[other] is not None:
                before = masks[corner]
                masks[corner] = left
                choices = _choices(field, masks, other)
                masks[corner] = before
                for edge, lines in zip(shape.rule_edges[other], _LINES, strict=True):
                    if states[edge] == UNKNOWN and choices & lines in {0, choices}:
                        state = LINE if choices & lines else CROSS
                        yield edge, state, frozenset({rule, other})


def _choices(field: Field, masks: list[int], rule: int) -> int:
    """The choices of a rule that agree with the choices of its corners."""
    known = tables()
    choices = known.allowed[field.clues[rule] or 0]
    for fits, corner in zip(known.fits, field.layout.rule_corners[rule], strict=True):
        choices &= fits[masks[corner]]
    return choices


def find_proofs(field: Field, states: States, extra_rounds: int = 1) -> list[Proof]:
    """Edges that can be proved by corners, those with the fewest rules first.

    The search ends `extra_rounds` rounds after it found the first edge. It returns nothing when the
    marks contradict each other.
    """
    return _ProofSearch(field, states).run(extra_rounds)


class _ProofSearch:
    """A search for proofs on one board."""

    def __init__(self, field: Field, states: States) -> None:
        self._field = field
        self._states = states
        self._base = masks_of(field, states)
        self._masks = self._base.copy()
        self._facts: list[Fact] = []
        self._latest = [-1] * len(self._masks)
        self._found: dict[int, tuple[int, int]] = {}

    def run(self, extra_rounds: int) -> list[Proof]:
        """Search for proofs; see `find_proofs`."""
        dirty: list[int] = []
        last = MAX_ROUNDS
        number = 0
        while (dirty or not number) and number < last:
            number += 1
            touched: set[int] = set()
            new = self._conclusions(dirty) if number > 1 else self._first_conclusions()
            for rule, corner, mask, rests_on in new:
                if not self._record(rule, corner, mask, rests_on, touched):
                    return []
            if self._found:
                last = min(last, number + extra_rounds)
            rules = self._field.layout.corner_rules
            clues = self._field.clues
            dirty = sorted(
                {
                    rule
                    for corner in touched
                    for rule in rules[corner]
                    if rule >= 0 and clues[rule] is not None
                }
            )
            last = min(last, MAX_ROUNDS)
        proofs = [self._proof(edge, state, fact) for edge, (state, fact) in self._found.items()]
        return sorted(proofs, key=lambda proof: (len(proof.rules), proof.length, proof.edge))

    def _first_conclusions(self) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """New facts from all rules when only edges are known, as of `_conclusions`."""
        corners = self._field.layout.rule_corners
        return [
            (rule, corners[rule][i], mask, ())
            for rule, found in conclusions_from_edges(self._field, self._states)
            for i, mask in found
        ]

    def _conclusions(self, rules: Iterable[int]) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """New facts from these rules, as (rule, corner, mask, facts used)."""
        masks, latest = self._masks, self._latest
        layout, clues = self._field.layout, self._field.clues
        known = tables()
        allowed, views = known.allowed, known.views
        fits0, fits1, fits2, fits3 = known.fits
        new = []
        for rule in rules:
            corners = layout.rule_corners[rule]
            a, b, c, d = corners
            every = allowed[clues[rule] or 0]
            choices = every & fits0[masks[a]] & fits1[masks[b]] & fits2[masks[c]] & fits3[masks[d]]
            for i, left in enumerate(views[choices]):
                corner = corners[i]
                mask = left & masks[corner]
                if mask != masks[corner]:
                    rests_on = tuple(latest[k] for k in self._needed(every, corners, i, mask))
                    new.append((rule, corner, mask, rests_on))
        return new

    def _needed(self, every: int, corners: tuple[int, ...], i: int, mask: int) -> list[int]:
        """The corners whose facts suffice to restrict corner i to `mask`, without the latest."""
        masks, base, latest = self._masks, self._base, self._latest
        known = tables()
        needed = [corner for corner in corners if latest[corner] >= 0]
        for dropped in sorted(needed, key=lambda corner: -latest[corner]):
            rest = [corner for corner in needed if corner != dropped]
            choices = every
            for j, corner in enumerate(corners):
                choices &= known.fits[j][(masks if corner in rest else base)[corner]]
            own = (masks if corners[i] in rest else base)[corners[i]]
            if known.views[choices][i] & own == mask:
                needed = rest
        return needed

    def _record(
        self, rule: int, corner: int, mask: int, rests_on: tuple[int, ...], touched: set[int]
    ) -> bool:
        """Record a fact and the edges that it decides; False when the corner has no choice left."""
        before = self._masks[corner]
        left = before & mask
        if left == before:
            return True
        if not left:
            return False
        if left != mask and self._latest[corner] >= 0 and self._latest[corner] not in rests_on:
            rests_on = (*rests_on, self._latest[corner])
        fact = len(self._facts)
        self._facts.append(Fact(rule, corner, left, rests_on))
        self._latest[corner] = fact
        self._masks[corner] = left
        touched.add(corner)
        first, second = self._field.layout.corner_edges[corner]
        line, cross = left & FIRST_LINE, left & FIRST_CROSS
        if not (line and cross) and not self._record_edge(first, line, touched):
            return False
        line, cross = left & SECOND_LINE, left & SECOND_CROSS
        return bool(line and cross) or self._record_edge(second, line, touched)

    def _record_edge(self, edge: int, line: int, touched: set[int]) -> bool:
        """Record an edge that the latest fact decides; False on a contradiction."""
        if self._states[edge] != UNKNOWN or edge in self._found:
            return True
        fact = len(self._facts) - 1
        self._found[edge] = (LINE if line else CROSS, fact)
        return all(
            self._record(-1, corner, as_line if line else as_cross, (fact,), touched)
            for corner, as_line, as_cross in self._field.layout.edge_corners[edge]
        )

    def _proof(self, edge: int, state: int, fact: int) -> Proof:
        """The proof of an edge, with the rules of all facts that `fact` depends on."""
        todo, seen = [fact], {fact}
        while todo:
            for earlier in self._facts[todo.pop()].rests_on:
                if earlier not in seen:
                    seen.add(earlier)
                    todo.append(earlier)
        rules = [rule for number in seen if (rule := self._facts[number].rule) >= 0]
        return Proof(edge, state, frozenset(rules), len(rules))
