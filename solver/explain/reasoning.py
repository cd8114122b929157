"""Inferences from a few rules of a board: by single rules, by corners, by loops, by sides.

Unlike `pairs` and `lookahead`, which search the whole board, this module considers few rules, and
reduces what each inference depends on, so that the inferences can be explained to a person.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial, reduce
from operator import and_, not_
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import EdgeState
from solver.explain.chains import LoopFinder, as_subloop, closing_edges, with_nearest_witness
from solver.explain.conflicts import broken_rule, wrong_side
from solver.explain.corner_tables import state_in, tables
from solver.explain.direct import by_sides
from solver.explain.rule_graph import ANY_CORNER, CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    Deduction,
    EdgesAre,
    Fact,
    Inference,
    PairIs,
    Relation,
    Subloop,
)

MAX_ROUNDS = 40
"""Maximum number of rounds of inferences."""

EDGE, PAIR = "edge", "pair"

RELATIONS = {
    0b0110: Relation.ONE,
    0b1110: Relation.SOME,
    0b0111: Relation.NOT_BOTH,
    0b1001: Relation.ALIKE,
    0b1101: Relation.IMPLIES,
}
SECOND_IMPLIES_FIRST = 0b1011


Item: TypeAlias = tuple[str, int]
"""Known information around a rule: the state of an "edge", or the "pair" at a corner."""


class RecordedInference(Struct, frozen=True):
    """An inference with the numbers of the earlier inferences that it depends on.

    For a relation between two edges, `corner` is their corner and `mask` its remaining choices.
    """

    inference: Inference
    depends_on: frozenset[int]
    corner: int = -1
    mask: int = ANY_CORNER


class Pair(NamedTuple):
    """The remaining choices of a corner, as a mask and a fact, and the number of its entry."""

    mask: int
    fact: PairIs
    entry: int


class Reasoning:
    """Breadth-first inference from some rules of a board, in at most `MAX_ROUNDS` rounds.

    Deductions are stored in `states` and `_pairs`, with the numbers of their entries.
    """

    def __init__(
        self, graph: RuleGraph, states: States, rules: Collection[int], *, with_corners: bool = True
    ) -> None:
        self._graph = graph
        self.states = states.copy()
        self._rules = sorted(rule for rule in rules if rule < graph.loop_rule)
        self._global_rules = graph.global_rules.intersection(rules)
        self._uses_loop = graph.loop_rule in rules
        self._uses_sides = graph.sides_rule in rules
        self._with_corners = with_corners
        self._entries: list[RecordedInference] = []
        self._edge_entry: dict[int, int] = {}
        self._pairs: dict[int, Pair] = {}
        edges_of = graph.layout.real_edges
        self._touched = {edge for rule in self._rules for edge in edges_of[rule]}

    # Interface

    def reach(self, edge: int, state: int) -> Argument | None:
        """Infer until the edge has this state; returns the argument, None without one."""
        self._touched.add(edge)
        for _ in range(MAX_ROUNDS):
            if self.states[edge] != UNKNOWN:
                break
            if not self._run_round():
                return None
        if self.states[edge] != state:
            return None
        return Argument(self._traced({self._edge_entry[edge]}))

    def refute(self, edge: int, state: int) -> Argument | None:
        """Suppose a state and infer up to a contradiction; returns the argument, or None."""
        self._touched.add(edge)
        self.states[edge] = state
        for _ in range(MAX_ROUNDS):
            end = self._contradiction()
            if end is not None:
                inferences = (*self._traced(end.depends_on), end.inference)
                return Argument(inferences, Deduction(edge, EdgeState(state)))
            if not self._run_round():
                return None
        return None

    def copy(self) -> "Reasoning":
        """New reasoning with the same rules, in which all states so far are given."""
        return Reasoning(self._graph, self.states, [*self._rules, *self._global_rules])

    def with_cases(self, supposed: Deduction, cases: tuple[Argument, Argument]) -> Argument:
        """The argument with a case distinction, and the inferences that its cases depend on."""
        used = {edge for case in cases for edge in case.used_edges()}
        needed = {entry for e in used if (entry := self._edge_entry.get(e)) is not None}
        return Argument(self._traced(needed), supposed, cases)

    def open_edges(self) -> list[int]:
        """The unknown edges of the rules."""
        return sorted(edge for edge in self._touched if self.states[edge] == UNKNOWN)

    def _traced(self, entries: Collection[int]) -> tuple[Inference, ...]:
        """The inferences of these entries and of all entries that they depend on, in order."""
        todo, seen = list(entries), set(entries)
        while todo:
            for earlier in self._entries[todo.pop()].depends_on - seen:
                seen.add(earlier)
                todo.append(earlier)
        return tuple(self._entries[number].inference for number in sorted(seen))

    # Rounds

    def _run_round(self) -> bool:
        """Add all inferences from what is known now; returns whether there were any.

        Corners are used only when single rules, premature loops and sides give nothing new.
        """
        if self._record_all(
            [*self._rule_inferences(), *self._premature_loops(), *self._inferences_by_sides()]
        ):
            return True
        if not self._with_corners:
            return False
        return self._record_all(
            [entry for rule in self._rules for entry in self._corner_inferences(rule)]
        )

    def _record_all(self, entries: list[RecordedInference]) -> bool:
        return sum(map(self._record, entries)) > 0

    def _record(self, entry: RecordedInference) -> bool:
        """Record an inference if it is new; returns whether it is."""
        number = len(self._entries)
        fact = entry.inference.fact
        if isinstance(fact, EdgesAre):
            new = [edge for edge in fact.edges if self.states[edge] == UNKNOWN]
            for edge in new:
                self.states[edge] = int(fact.state)
                self._edge_entry[edge] = number
            if not new:
                return False
            if len(new) < len(fact.edges):
                fact = EdgesAre(tuple(new), fact.state)
                entry = replace(entry, inference=replace(entry.inference, fact=fact))
        if isinstance(fact, PairIs):
            if entry.corner in self._pairs and self._pairs[entry.corner].mask == entry.mask:
                return False
            self._pairs[entry.corner] = Pair(entry.mask, fact, number)
        self._entries.append(entry)
        return True

    def _rule_inferences(self) -> Iterator[RecordedInference]:
        """Inferences about edges from single clues and dots."""
        for rule in self._rules:
            lines, crosses, unknown = self._sorted_edges(rule)
            state = self._graph.verdicts[rule][len(lines)][len(unknown)]
            if state in {LINE, CROSS}:
                given = self._reason_for(rule, lines, crosses)
                yield self._recorded(
                    rule, EdgesAre(tuple(unknown), EdgeState(state)), _as_items(given)
                )

    def _sorted_edges(self, rule: int) -> tuple[list[int], list[int], list[int]]:
        """The lines, crosses and unknown edges of a rule."""
        edges, states = self._graph.layout.real_edges[rule], self.states
        return (
            [edge for edge in edges if states[edge] == LINE],
            [edge for edge in edges if states[edge] == CROSS],
            [edge for edge in edges if states[edge] == UNKNOWN],
        )

    def _reason_for(self, rule: int, lines: list[int], crosses: list[int]) -> list[int]:
        """The edges behind a verdict: the lines that satisfy a rule, else its limiting edges."""
        if rule >= self._graph.cells:
            return lines if len(lines) == 2 else lines + crosses
        return lines if len(lines) == self._graph.clues[rule] else crosses

    def _premature_loops(self) -> Iterator[RecordedInference]:
        """Inferences that an edge between the ends of a chain is a cross."""
        if not self._uses_loop:
            return
        for edge, found in closing_edges(self._graph.puzzle, self.states):
            if edge in self._touched:
                subloop = self._with_witness(found, [edge])
                given = [other for other in subloop.edges if other != edge]
                if subloop.outside is not None:
                    given.append(subloop.outside)
                inference = Inference(
                    self._graph.reason(self._graph.loop_rule),
                    EdgesAre((edge,), EdgeState.CROSS),
                    frozenset(given),
                    subloop=subloop,
                )
                yield RecordedInference(inference, self._origins(given))

    def _inferences_by_sides(self) -> Iterator[RecordedInference]:
        """Inferences about edges from the sides of the cells beside them."""
        if not self._uses_sides:
            return
        for found in by_sides(self._graph, self.states):
            if self._touched.issuperset(found.edges):
                inference = Inference(
                    self._graph.reason(found.rule),
                    EdgesAre(found.edges, EdgeState(found.state)),
                    found.given,
                    way=found.way,
                )
                yield RecordedInference(inference, self._origins(found.given))

    def _recorded(self, rule: int, fact: Fact, items: Iterable[Item]) -> RecordedInference:
        """A fact that follows from a rule and from known items around it."""
        known = list(items)
        given = frozenset(number for kind, number in known if kind == EDGE)
        pairs = [self._pairs[number] for kind, number in known if kind == PAIR]
        inference = Inference(
            self._graph.reason(rule), fact, given, tuple(pair.fact for pair in pairs)
        )
        return RecordedInference(inference, self._origins(given) | {pair.entry for pair in pairs})

    def _origins(self, edges: Iterable[int]) -> frozenset[int]:
        """The entries that these edges were inferred in."""
        return frozenset(self._edge_entry[edge] for edge in edges if edge in self._edge_entry)

    # Contradictions

    def _contradiction(self) -> RecordedInference | None:
        """The first contradiction found at a rule or in a loop; None without one."""
        for rule in self._rules:
            broken = broken_rule(self._graph, self.states, rule)
            if broken is not None:
                return self._recorded(rule, broken.fact, _as_items(broken.given))
            if self._with_corners and self._pairs:
                entry = self._clash(rule)
                if entry is not None:
                    return entry
        closed = (self._branch() or self._closed_loop()) if self._uses_loop else None
        if closed is None and self._uses_sides:
            wrong = wrong_side(self._graph, self.states)
            if wrong is not None:
                return self._recorded(self._graph.sides_rule, wrong.fact, _as_items(wrong.given))
        return closed

    def _clash(self, rule: int) -> RecordedInference | None:
        """The contradiction that a rule has no choice left; None when it has one."""
        items = self._items(rule)
        if self._choices(rule, items):
            return None
        return self._recorded(rule, Clash(), self._minimal_items(rule, items, not_))

    def _branch(self) -> RecordedInference | None:
        """The contradiction of a third line at a dot, where one loop cannot pass."""
        graph, states = self._graph, self.states
        for edge in sorted(e for e in self._touched if states[e] == LINE):
            for dot in graph.puzzle.grid.edge_dots[edge]:
                broken = broken_rule(graph, states, graph.cells + dot)
                if broken is not None and isinstance(broken.fact, Branch):
                    return self._recorded(graph.loop_rule, broken.fact, _as_items(broken.given))
        return None

    def _closed_loop(self) -> RecordedInference | None:
        """The contradiction that the lines contain a loop that is not the solution."""
        graph, states = self._graph, self.states
        drawn = [e for e in range(graph.edges) if states[e] == LINE and e in self._edge_entry]
        drawn += [e for e in self._touched if states[e] == LINE and e not in self._edge_entry]
        among = set(drawn)
        known = [e for e in range(graph.edges) if states[e] == LINE and e not in among]
        loop = LoopFinder(graph, known).find(sorted(among))
        if loop is None:
            return None
        subloop = as_subloop(graph.puzzle, loop, [*known, *sorted(among)])
        if subloop is None:
            return None
        subloop = self._with_witness(subloop, [edge for edge in loop if edge in self._edge_entry])
        given = [*loop, *([] if subloop.outside is None else [subloop.outside])]
        inference = Inference(graph.reason(graph.loop_rule), subloop, frozenset(given))
        return RecordedInference(inference, self._origins(given))

    def _with_witness(self, subloop: Subloop, near: list[int]) -> Subloop:
        lines = (edge for edge, state in enumerate(self.states) if state == LINE)
        return with_nearest_witness(self._graph.puzzle, subloop, lines, near)

    # Corners

    def _corner_inferences(self, rule: int) -> Iterator[RecordedInference]:
        """Inferences from a rule and all that is known of its edges and pairs of edges."""
        items = self._items(rule)
        choices = self._choices(rule, items)
        if not choices:
            return
        yield from self._edges_by_corners(rule, items, choices)
        yield from self._pairs_by_corners(rule, items, choices)

    def _edges_by_corners(
        self, rule: int, items: list[Item], choices: int
    ) -> Iterator[RecordedInference]:
        """Inferences of edges that have the same state in all choices of a rule."""
        ring = self._graph.layout.rule_edges[rule]
        lines_in = tables(len(ring)).lines
        for state in (LINE, CROSS):
            found = {
                edge: lines
                for edge, lines in zip(ring, lines_in, strict=True)
                if self.states[edge] == UNKNOWN and state_in(lines, choices) == state
            }
            if found:
                kept = self._minimal_items(rule, items, partial(_all_in, [*found.values()], state))
                fact = EdgesAre(tuple(found), EdgeState(state))
                yield self._recorded(rule, fact, kept)

    def _pairs_by_corners(
        self, rule: int, items: list[Item], choices: int
    ) -> Iterator[RecordedInference]:
        """Inferences of relations between two edges that hold in all choices of a rule."""
        layout = self._graph.layout
        around = layout.rule_corners[rule]
        known = tables(len(around))
        for corner, mask, fits in zip(around, known.views[choices], known.fits, strict=True):
            first, second = layout.corner_edges[corner]
            if (self.states[first], self.states[second]) != (UNKNOWN, UNKNOWN):
                continue
            pair = self._as_pair(corner, mask)
            if pair is not None and (corner not in self._pairs or self._pairs[corner].mask != mask):
                others = fits[ANY_CORNER ^ mask]
                kept = self._minimal_items(rule, items, partial(_has_none_of, others))
                entry = self._recorded(rule, pair, kept)
                yield replace(entry, corner=corner, mask=mask)

    def _as_pair(self, corner: int, mask: int) -> PairIs | None:
        """A mask as a relation; None when it excludes nothing or decides an edge."""
        first, second = self._graph.layout.corner_edges[corner]
        dot = self._graph.layout.corner_rules[corner][1] - self._graph.cells
        if mask == SECOND_IMPLIES_FIRST:
            return PairIs(dot, (second, first), Relation.IMPLIES)
        relation = RELATIONS.get(mask)
        return None if relation is None else PairIs(dot, (first, second), relation)

    def _items(self, rule: int) -> list[Item]:
        """All known items around a rule: states of edges and relations of pairs."""
        layout = self._graph.layout
        edges = [
            edge
            for edge in layout.rule_edges[rule]
            if edge < self._graph.edges and self.states[edge] != UNKNOWN
        ]
        corners = [corner for corner in layout.rule_corners[rule] if corner in self._pairs]
        return [(EDGE, edge) for edge in edges] + [(PAIR, corner) for corner in corners]

    def _choices(self, rule: int, items: Iterable[Item]) -> int:
        """The choices of a rule that agree with these items, as in `corner_tables.Tables`."""
        ring = self._graph.layout.rule_edges[rule]
        known = tables(len(ring))
        choices = known.allowed[self._graph.clues[rule] or 0]
        for edge, lines in zip(ring, known.lines, strict=True):
            if edge == self._graph.edges:
                choices &= ~lines
        for item in items:
            choices &= self._choices_with(rule, item)
        return choices

    def _choices_with(self, rule: int, item: Item) -> int:
        """The choices among the edges of a rule that agree with an item around it."""
        layout, (kind, number) = self._graph.layout, item
        known = tables(len(layout.rule_edges[rule]))
        if kind == PAIR:
            i = layout.rule_corners[rule].index(number)
            return known.fits[i][self._pairs[number].mask]
        lines = known.lines[layout.rule_edges[rule].index(number)]
        return lines if self.states[number] == LINE else ~lines

    def _minimal_items(
        self, rule: int, items: list[Item], holds: Callable[[int], bool]
    ) -> list[Item]:
        """A minimal subset of the items with which the choices of a rule still pass a test."""
        kept = {item: self._choices_with(rule, item) for item in items}
        every = self._choices(rule, ())
        for item in reversed(items):
            rest = reduce(and_, [kept[other] for other in kept if other != item], every)
            if holds(rest):
                del kept[item]
        return list(kept)


def _as_items(edges: Iterable[int]) -> Iterator[Item]:
    return ((EDGE, edge) for edge in edges)


def _all_in(places: list[int], state: int, choices: int) -> bool:
    return all(state_in(lines, choices) == state for lines in places)


def _has_none_of(others: int, choices: int) -> bool:
    return not choices & others
