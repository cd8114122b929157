"""The choice among the steps that are easiest to see: single reasons and known patterns.

A person recognises a pattern as a whole, so a pattern counts as one reason here. Ratings do not use
this module: they count the reasons of a pattern one by one.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TypeAlias

from solver.explain.direct import RepeatedDirect, RuleDeduction
from solver.explain.marked_patterns import RepeatedPatterns
from solver.explain.nearness import Nearness
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import RuleGraph, States
from solver.explain.shrink import open_rules

Easy: TypeAlias = RuleDeduction | KnownPattern
"""A single reason or a known pattern."""

FIRST, LATER, LAST = range(3)
"""The groups of choices; nearness decides only within a group.

Premature loops come last, and so do sides unless both cells are animals, or one at the border.
"""

UNTOUCHED, SINGLE, TOUCHED = range(3)
"""The order of what is equally near: whole patterns, single reasons, the rest of patterns."""

Key: TypeAlias = tuple[int, tuple[float, ...], int, int, int]
"""Group, distances, rank, given marks, number."""


class EasyChoices:
    """The single reasons and known patterns on one board after another, in order of preference.

    Premature loops come last, and sides that marks tell. Of the others, the nearest comes first;
    where they are equally near, whole patterns come before single reasons with few given marks, and
    those with a 0, or a 0 alone, before the others. `patterns` are those of the clues; each is left
    out while fewer of its reasons, with the marks, force the same.

    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.patterns import patterns_of_clues
    >>> graph = RuleGraph(parse_rows("3.../.33./..../.2.0"))
    >>> blank, nowhere = [0] * graph.edges + [2], Nearness(graph.puzzle.grid, ())
    >>> found = EasyChoices(graph, patterns_of_clues(graph)).at(blank, nowhere)
    >>> [one.place.name if isinstance(one, KnownPattern) else one.rule for one in found]
    [15, 'adjacent-3-3', 'diagonal-3-3', 'corner-3']
    """

    def __init__(self, graph: RuleGraph, patterns: Iterable[KnownPattern]) -> None:
        self._graph = graph
        self._patterns = patterns
        self._direct = RepeatedDirect(graph)
        self._marked = RepeatedPatterns(graph)

    def at(
        self, states: States, nearness: Nearness, *, rules_first: bool = False
    ) -> Iterator[Easy]:
        """Yield the choices on a board.

        With `rules_first`, patterns come after single reasons, wherever they are, and those that
        need marks after premature loops.
        """
        graph = self._graph
        group, group_of_marked = (LATER, LAST) if rules_first else (FIRST, FIRST)
        found: list[tuple[Key, Easy]] = [*self._single_reasons(states, nearness)]
        for number, known in enumerate(self._patterns):
            if known.is_open(states):
                rank = UNTOUCHED if known.is_untouched(states) else TOUCHED
                others = 0 if has_zero(graph, known.place.cells) else 2
                found.append(((group, nearness.of(known.core), rank, others, number), known))
        found += (
            ((group_of_marked, nearness.of(known.core), TOUCHED, 0, min(known.core)), known)
            for known in self._marked.at(states)
        )
        if found:
            first = min(found, key=itemgetter(0))
            found.remove(first)
            yield from _with_needed_reasons(graph, states, [first])
            found.sort(key=itemgetter(0))
            yield from _with_needed_reasons(graph, states, found)

    def _single_reasons(
        self, states: States, nearness: Nearness
    ) -> Iterator[tuple[Key, RuleDeduction]]:
        """The deductions from single reasons, with their keys."""
        for single in self._direct.at(states):
            rule, near = single.rule, nearness.of(single.edges)
            if single.way is not None:
                by_marks = LAST if single.way.crossed else FIRST
                cells = len(single.way.cells)
                yield (by_marks, near, SINGLE, cells, single.edges[0]), single
            elif rule == self._graph.loop_rule:
                yield (LAST, near, SINGLE, len(single.given), single.edges[0]), single
            elif self._graph.clues[rule] == 0:
                yield (FIRST, near, UNTOUCHED, 1, rule), single
            else:
                yield (FIRST, near, SINGLE, len(single.given), rule), single


def _with_needed_reasons(
    graph: RuleGraph, states: States, found: Iterable[tuple[Key, Easy]]
) -> Iterator[Easy]:
    """Yield choices without the patterns of which not all reasons are needed."""
    for _, easy in found:
        if not isinstance(easy, KnownPattern) or needs_all_reasons(graph, states, easy):
            yield easy


def needs_all_reasons(graph: RuleGraph, states: States, known: KnownPattern) -> bool:
    """Whether no reason of a pattern can be left out, given all marks.

    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.patterns import patterns_of_clues
    >>> graph = RuleGraph(parse_rows("3."))
    >>> (corner, _) = patterns_of_clues(graph)
    >>> needs_all_reasons(graph, [0, 0, 0, 0, 0, 0, 0, 2], corner)
    True
    >>> needs_all_reasons(graph, [1, 0, 0, 0, 0, 0, 0, 2], corner)
    False
    """
    rules, edges = known.open_rules(states), known.open_edges(states)
    with open_rules(graph, states, rules, edges) as solver:
        return not any(
            all(
                solver.forces(edge, state, rules - {rule}) is not None
                for edge, state in edges.items()
            )
            for rule in rules
        )


def has_zero(graph: RuleGraph, cells: Iterable[int]) -> bool:
    """Whether a 0 is among the clues of some cells."""
    return any(graph.clues[cell] == 0 for cell in cells)
