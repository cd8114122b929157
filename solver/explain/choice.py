"""The choice among the steps that are easiest to see: single reasons and known patterns.

A person recognises a pattern as a whole, so a pattern counts as one reason here. Ratings do not use
this module: they count the reasons of a pattern one by one.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TypeAlias

from solver.explain.direct import RuleDeduction, find_direct
from solver.explain.marked_patterns import patterns_of_marks
from solver.explain.nearness import Nearness
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import RuleGraph, States

Easy: TypeAlias = RuleDeduction | KnownPattern
"""A single reason or a known pattern."""

FIRST, LATER, LAST = range(3)
"""The groups of choices; nearness decides only within a group. Premature loops come last."""

UNTOUCHED, SINGLE, TOUCHED = range(3)
"""The order of what is equally near: whole patterns, single reasons, the rest of patterns."""

Key: TypeAlias = tuple[int, tuple[float, ...], int, int, int]
"""Group, distances, rank, given marks, number."""


def easy_choices(
    graph: RuleGraph,
    patterns: Iterable[KnownPattern],
    states: States,
    nearness: Nearness,
    *,
    rules_first: bool = False,
) -> Iterator[Easy]:
    """Yield the single reasons and known patterns of a board, in order of preference.

    Premature loops come last. Of the others, the nearest comes first; where they are equally near,
    whole patterns come before single reasons with few given marks, and those with a 0, or a 0
    alone, before the others. With `rules_first`, patterns come after single reasons, wherever they
    are. `patterns` are those of the clues.

    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.patterns import patterns_of_clues
    >>> graph = RuleGraph(parse_rows("3.../.33./..../.2.0"))
    >>> blank = [0] * graph.edges + [2]
    >>> patterns, nowhere = patterns_of_clues(graph), Nearness(graph.puzzle.grid, ())
    >>> found = easy_choices(graph, patterns, blank, nowhere)
    >>> [one.place.name if isinstance(one, KnownPattern) else one.rule for one in found]
    [15, 'adjacent-3-3', 'diagonal-3-3', 'corner-3']
    """
    group = LATER if rules_first else FIRST
    found: list[tuple[Key, Easy]] = [*_single_reasons(graph, states, nearness)]
    for number, known in enumerate(patterns):
        if known.is_open(states):
            rank = UNTOUCHED if known.is_untouched(states) else TOUCHED
            others = 0 if has_zero(graph, known.place.cells) else 2
            found.append(((group, nearness.of(known.core), rank, others, number), known))
    found += (
        ((group, nearness.of(known.core), TOUCHED, 0, min(known.core)), known)
        for known in patterns_of_marks(graph, states)
    )
    if found:
        first = min(found, key=itemgetter(0))
        yield first[1]
        found.remove(first)
        found.sort(key=itemgetter(0))
        yield from (easy for _, easy in found)


def _single_reasons(
    graph: RuleGraph, states: States, nearness: Nearness
) -> Iterator[tuple[Key, RuleDeduction]]:
    """The deductions from single reasons, with their keys."""
    for single in find_direct(graph, states):
        rule, near = single.rule, nearness.of(single.edges)
        if rule == graph.loop_rule:
            yield (LAST, near, SINGLE, len(single.given), single.edges[0]), single
        elif graph.clues[rule] == 0:
            yield (FIRST, near, UNTOUCHED, 1, rule), single
        else:
            yield (FIRST, near, SINGLE, len(single.given), rule), single


def has_zero(graph: RuleGraph, cells: Iterable[int]) -> bool:
    """Whether a 0 is among the clues of some cells."""
    return any(graph.clues[cell] == 0 for cell in cells)
