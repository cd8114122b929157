"""The search for what leads to one given edge, rather than to the edge that is easiest to find."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from solver.explain.budget import SUPPOSITION_UNITS, Budget
from solver.explain.direct import close
from solver.explain.explainer import OTHER_ROUNDS, Explainer
from solver.explain.lookahead import LookAhead
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import CROSS, LINE, States
from solver.explain.shrink import Forced, shrink
from solver.explain.sides import ConnectedCells, KnownSides, find_sides, step_of_sides
from solver.explain.sides_at_clue import find_tied_clues, step_of_tied_clue
from solver.explain.small_core import find_cores
from solver.explain.smallest import as_forced
from solver.explain.step import Step

MAX_SETS = 4
"""Maximum number of sets of reasons for an edge that are reduced."""
MAX_FIRST_STEPS = 40
"""Maximum number of first steps of a chain that are tried."""


class Chain(NamedTuple):
    """A step to another edge, from which single reasons lead to the wanted one.

    - `reasons`: the number of reasons of that step; 1 for a known pattern.
    - `lines`: the number of lines on the way, those of that step too.
    """

    reasons: int
    lines: int


class _FirstStep(NamedTuple):
    """Edges with their states, and the number of reasons, which `forced` has if some may go."""

    edges: Mapping[int, int]
    reasons: int
    forced: Forced | None = None


def reasons_for(
    explainer: Explainer, states: States, edge: int, state: int, budget: Budget
) -> Forced | None:
    """A small set of several reasons that forces an edge into the state that it has in a solution.

    Single reasons are not looked for: `states` have all that these force. None if no set is found
    in the budget.

    >>> from puzzle.notation.rows import parse_rows
    >>> explainer = Explainer(parse_rows("3.../.33./..../.2.0"))
    >>> blank = [0] * explainer.graph.edges + [CROSS]
    >>> sorted(reasons_for(explainer, blank, 0, LINE, Budget(1000)).rules)
    [0, 16]
    """
    graph, opposite = explainer.graph, CROSS if state == LINE else LINE
    budget.spend(2 * len(graph.rules) + SUPPOSITION_UNITS)
    corners = explainer.corners.at(states)
    sets = [Forced(*two) for two in forced_by_two(graph, states, corners) if two[0] == edge]
    if not sets:
        proofs = find_proofs(graph, states, OTHER_ROUNDS, corners)
        sets += [Forced(*proof[:3]) for proof in proofs if proof.edge == edge]
        by_loop = map(as_forced, refute_by_loop(graph, states))
        sets += [found for found in by_loop if found.edge == edge]
        refuted = LookAhead(graph, states).refute(edge, opposite)
        sets += [] if refuted is None else [as_forced(refuted)]
    best: Forced | None = None
    for found in sorted(sets, key=lambda one: len(one.rules))[:MAX_SETS]:
        fewer_than = None if best is None else len(best.rules)
        best = shrink(graph, states, found, fewer_than, budget) or best
    if best is None and not budget.is_spent:
        for core in find_cores(graph, states, [(edge, opposite)], budget)[:1]:
            best = shrink(graph, states, as_forced(core), None, budget)
    return best


def step_by_sides(explainer: Explainer, states: States, edge: int, budget: Budget) -> Step | None:
    """The step by the sides of the loop that decides an edge, without a clue or with one."""
    connected = ConnectedCells(explainer.puzzle.grid, states, budget)
    if connected.decides(edge):
        one, two = explainer.puzzle.grid.edge_cells[edge]
        way = connected.way(two, one)
        state = LINE if connected.is_other_side(way) else CROSS
        return step_of_sides(connected, KnownSides(edge, state, way))
    for tied in find_tied_clues(explainer.graph, connected):
        if any(decided == edge for decided, _ in tied.states):
            return step_of_tied_clue(connected, tied)
    return None


def shortest_chain(  # noqa: PLR0913 - a search and its limits
    explainer: Explainer,
    states: States,
    edge: int,
    *,
    patterns: Iterable[KnownPattern],
    max_reasons: int,
    budget: Budget,
) -> Chain | None:
    """The chain to an edge with the fewest lines, whose first step has at most `max_reasons`.

    `states` have all that single reasons force. None if none is found in the budget.
    """
    best: Chain | None = None
    for first in _first_steps(explainer, states, patterns, max_reasons, budget):
        if budget.is_spent:
            break
        budget.spend(SUPPOSITION_UNITS)
        lines = _lines_on_the_way(explainer, states, first, edge)
        if lines is None or (best is not None and best.lines <= lines):
            continue
        reasons = first.reasons
        if first.forced is not None:
            fewer = shrink(explainer.graph, states, first.forced, max_reasons + 1, budget)
            if fewer is None:
                continue
            reasons = len(fewer.rules)
        best = Chain(reasons, lines)
    return best


def _first_steps(
    explainer: Explainer,
    states: States,
    patterns: Iterable[KnownPattern],
    max_reasons: int,
    budget: Budget,
) -> Iterator[_FirstStep]:
    """The steps with which a chain can begin, those with few reasons first."""
    graph = explainer.graph
    for known in patterns:
        if edges := known.open_edges(states):
            yield _FirstStep(edges, 1)
    for sides in find_sides(ConnectedCells(graph.puzzle.grid, states, budget))[:MAX_FIRST_STEPS]:
        yield _FirstStep({sides.edge: sides.state}, 1)
    corners = explainer.corners.at(states)
    proofs = find_proofs(graph, states, OTHER_ROUNDS, corners)
    budget.spend(len(graph.rules))
    sets = [Forced(*proof[:3]) for proof in proofs]
    sets += [*map(as_forced, refute_by_loop(graph, states))]
    sets.sort(key=lambda one: len(one.rules))
    for found in sets[:MAX_FIRST_STEPS]:
        if len(found.rules) > max_reasons + 2:  # reduced, it may still be small enough
            return
        yield _FirstStep({found.edge: found.state}, len(found.rules), found)


def _lines_on_the_way(
    explainer: Explainer, states: States, first: _FirstStep, edge: int
) -> int | None:
    """The number of lines before an edge that follows by single reasons after a step, or None."""
    graph, after = explainer.graph, states.copy()
    for each, state in first.edges.items():
        after[each] = state
    given: dict[int, Collection[int]] = dict.fromkeys(first.edges, ())
    dirty = sorted({rule for each in first.edges for rule in graph.edge_rules[each]})
    for found in close(graph, after, dirty):
        given.update(dict.fromkeys(found.edges, found.given))
    if edge not in given:
        return None
    todo, seen = [edge], {edge}
    while todo:
        for each in given[todo.pop()]:
            if each in given and each not in seen:
                seen.add(each)
                todo.append(each)
    return sum(after[each] == LINE for each in seen - {edge})
