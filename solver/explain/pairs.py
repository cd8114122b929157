"""Proofs by corners: constraints on pairs of consecutive edges, propagated from rule to rule.

Players call such constraints arcs: "exactly one of these two edges is a line". What is known of
the corners of a clue or dot excludes some of its choices of lines, and what the remaining choices
have in common for a corner is a new fact for the other rule of this corner. Facts
are found breadth first in at most `MAX_ROUNDS` rounds, each with the facts that it depends on, so
that a proof can be traced back to its rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from solver.explain.corner_tables import (
    FIRST_STATES,
    SECOND_STATES,
    MarkedCorners,
    RepeatedCorners,
    RuleRestrictions,
    decided,
    key_of,
    restrictions_of,
    tables,
)
from solver.explain.rule_graph import (
    LINE,
    UNKNOWN,
    RuleGraph,
    States,
)

MAX_ROUNDS = 40
"""Maximum number of rounds of propagation."""

Fact: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""A rule, a corner, its remaining choices that follow from the rule, and the earlier facts used.

The rule is `BY_EDGE` when an edge decided at one corner restricts another corner. A plain tuple,
since a search makes hundreds.
"""

BY_EDGE, DECIDES_EDGE = -1, -2
"""Numbers in place of a rule. With `DECIDES_EDGE`, a tuple of the form of a fact has an edge and a
state that follow from the latest fact.
"""


class Proof(NamedTuple):
    """A forced edge, the rules that its proof by corners uses, and the number of their facts."""

    edge: int
    state: int
    rules: frozenset[int]
    length: int


def forced_by_two(
    graph: RuleGraph, states: States, corners: MarkedCorners | None = None
) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield all edges that a clue and a dot at one corner force together, as (edge, state, rules).

    `corners` are those of the board, if they are known already.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (3, None)))
    >>> states = [UNKNOWN] * 7 + [EdgeState.CROSS]
    >>> sorted({(edge, state) for edge, state, _ in forced_by_two(graph, states)})
    [(0, 1), (2, 1), (4, 1)]
    """
    shape, whole = graph.layout, dict[int, int]()
    masks, every = corners or RepeatedCorners(graph).at(states)
    for rule, restrictions in every:
        for i, left in restrictions:
            corner = shape.rule_corners[rule][i]
            other = sum(shape.corner_rules[corner]) - rule
            if other >= 0 and graph.clues[other] is not None:
                if other not in whole:
                    whole[other] = _choices(graph, masks, other)
                around, place = shape.rule_edges[other], shape.rule_corners[other].index(corner)
                choices = whole[other] & tables(len(around)).fits[place][left]
                for at, state in decided(len(around), choices):
                    if states[around[at]] == UNKNOWN:
                        yield around[at], state, frozenset({rule, other})


def forced_at_corner(
    graph: RuleGraph, states: States, clue: int, dot: int
) -> list[tuple[int, int]]:
    """All unknown edges that a clue and the dot at one of its corners force, in order.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (3, None)))
    >>> forced_at_corner(graph, [UNKNOWN] * 7 + [EdgeState.CROSS], 0, 2)
    [(0, 1), (4, 1)]
    """
    shape = graph.layout
    masks = {
        corner: FIRST_STATES[states[first]] & SECOND_STATES[states[second]]
        for corner in {*shape.rule_corners[clue], *shape.rule_corners[dot]}
        for first, second in [shape.corner_edges[corner]]
    }
    (common,) = set(shape.rule_corners[clue]).intersection(shape.rule_corners[dot])
    found: dict[int, int] = {}
    for rule in (clue, dot, clue):
        edges, choices = shape.rule_edges[rule], _choices(graph, masks, rule)
        place = shape.rule_corners[rule].index(common)
        masks[common] = tables(len(edges)).views[choices][place]
        found |= {edges[place]: state for place, state in decided(len(edges), choices)}
    return [(edge, state) for edge, state in sorted(found.items()) if states[edge] == UNKNOWN]


def _choices(graph: RuleGraph, masks: Sequence[int] | Mapping[int, int], rule: int) -> int:
    """The choices of a rule that agree with the choices of its corners."""
    around = graph.layout.rule_corners[rule]
    known = tables(len(around))
    choices = known.allowed[graph.clues[rule] or 0]
    for corner, fits in zip(around, known.fits, strict=True):
        choices &= fits[masks[corner]]
    return choices


def find_proofs(
    graph: RuleGraph, states: States, extra_rounds: int = 1, corners: MarkedCorners | None = None
) -> list[Proof]:
    """Edges that can be proved by corners, those with the fewest rules first.

    The search ends `extra_rounds` rounds after it found the first edge. It returns nothing when the
    marks contradict each other. `corners` are those of the board, if they are known already.
    """
    corners = corners or RepeatedCorners(graph).at(states)
    return _ProofSearch(graph, states, corners).run(extra_rounds)


class _ProofSearch:
    """A search for proofs on one board."""

    def __init__(self, graph: RuleGraph, states: States, corners: MarkedCorners) -> None:
        self._graph = graph
        self._states = states
        self._base, self._restrictions = corners
        self._masks = self._base.copy()
        self._facts: list[Fact] = []
        self._latest = [-1] * len(self._masks)
        self._found: dict[int, tuple[int, int]] = {}

    def run(self, extra_rounds: int) -> list[Proof]:
        """Search for proofs; see `find_proofs`."""
        restrictions: Iterable[RuleRestrictions] = self._restrictions
        last = MAX_ROUNDS
        number = before = 0
        while number < last:
            number += 1
            if not self._record_all(self._conclusions(restrictions)):
                return []
            if self._found:
                last = min(last, number + extra_rounds)
            touched = {corner for _, corner, _, _ in self._facts[before:]}
            if not touched:
                break
            before = len(self._facts)
            restrictions = restrictions_of(self._graph, self._masks, self._rules_at(touched))
        proofs = [self._proof(edge, state, fact) for edge, (state, fact) in self._found.items()]
        return sorted(proofs, key=lambda proof: (len(proof.rules), proof.length, proof.edge))

    def _rules_at(self, corners: Iterable[int]) -> list[int]:
        """The rules of some corners, in order."""
        rules, clues = self._graph.layout.corner_rules, self._graph.clues
        every: set[int] = set().union(*[rules[corner] for corner in corners])
        return sorted([rule for rule in every if rule >= 0 and clues[rule] is not None])

    def _conclusions(self, every: Iterable[RuleRestrictions]) -> list[Fact]:
        """New facts from the corners that some rules restrict."""
        corners, latest = self._graph.layout.rule_corners, self._latest
        if not self._facts:
            return [(rule, corners[rule][i], mask, ()) for rule, some in every for i, mask in some]
        found: list[Fact] = []
        for rule, restrictions in every:
            around = corners[rule]
            numbers = [latest[corner] for corner in around]
            known = [i for i, number in enumerate(numbers) if number >= 0]
            if len(known) > 1:
                needed = self._needed(rule, sorted(known, key=numbers.__getitem__, reverse=True))
                found += [
                    (rule, around[i], mask, tuple([numbers[k] for k in needed[i]]))
                    for i, mask in restrictions
                ]
            else:
                depends_on = tuple([numbers[i] for i in known])
                found += [(rule, around[i], mask, depends_on) for i, mask in restrictions]
        return found

    def _needed(self, rule: int, known: list[int]) -> dict[int, tuple[int, ...]]:
        """For each corner that a rule restricts, corners whose facts suffice for that.

        `known` are the places of the corners with a fact, the latest first. Later facts are spared
        if possible. A single fact is always needed: what no fact is needed for follows in the first
        round.
        """
        graph = self._graph
        now, marked = key_of(graph, self._masks, rule), key_of(graph, self._base, rule)
        return tables(len(graph.layout.rule_corners[rule])).sufficient[now, marked, tuple(known)]

    def _record_all(self, found: list[Fact]) -> bool:
        """Record facts and the edges that they decide; False when a corner has no choice left.

        A decided edge restricts its corners before the next fact is recorded.
        """
        masks, latest, facts, shape = self._masks, self._latest, self._facts, self._graph.layout
        states, edges = self._states, self._found
        todo = found[::-1]
        while todo:
            rule, corner, mask, depends_on = todo.pop()
            if rule == DECIDES_EDGE:
                todo += self._decide_edge(corner, mask)
                continue
            before, earlier = masks[corner], latest[corner]
            left = before & mask
            if left == before:
                continue
            if not left:
                return False
            if left != mask and earlier >= 0 and earlier not in depends_on:
                depends_on = (*depends_on, earlier)
            latest[corner] = len(facts)
            facts.append((rule, corner, left, depends_on))
            masks[corner] = left
            for place, state in decided(2, left)[::-1]:
                edge = shape.corner_edges[corner][place]
                if states[edge] == UNKNOWN and edge not in edges:
                    todo.append((DECIDES_EDGE, edge, state, ()))
        return True

    def _decide_edge(self, edge: int, state: int) -> list[Fact]:
        """Record an edge decided by the latest fact; returns the facts that follow, last first."""
        if self._states[edge] != UNKNOWN or edge in self._found:
            return []
        number = len(self._facts) - 1
        self._found[edge] = (state, number)
        return [
            (BY_EDGE, corner, as_line if state == LINE else as_cross, (number,))
            for corner, as_line, as_cross in reversed(self._graph.layout.edge_corners[edge])
        ]

    def _proof(self, edge: int, state: int, fact: int) -> Proof:
        """The proof of an edge, with the rules of all facts that `fact` depends on."""
        facts = self._facts
        todo, seen = [fact], {fact}
        while todo:
            for earlier in facts[todo.pop()][3]:
                if earlier not in seen:
                    seen.add(earlier)
                    todo.append(earlier)
        rules = [rule for number in seen if (rule := facts[number][0]) >= 0]
        return Proof(edge, state, frozenset(rules), len(rules))
