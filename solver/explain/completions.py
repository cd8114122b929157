"""The ways to complete one of the reasons of a step: what follows from each, and which ones fail.

Where several reasons decide something together, each way to complete one of them leads to it, or
breaks a rule.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct

from puzzle.model import Board
from solver.explain.chains import closing_edges
from solver.explain.conflicts import broken_loop, broken_rule, wrong_side
from solver.explain.direct import apply_rule, by_sides, premature_loop
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States, states_of
from solver.explain.shrink import open_rules
from solver.explain.step import Contradiction, Reason, Step

MIN_WAYS, MAX_WAYS, MAX_OPEN = 2, 4, 6
"""Minimum and maximum number of ways side by side, and maximum number of edges to complete."""


class Completion(Struct, frozen=True):
    """One way to complete a clue or dot: the states of its `chosen` edges, and what `follows`.

    `fails` if no loop has these edges, by the rule that is `broken`; None if it takes several.
    `plain`: the conclusion of the step follows by one rule at a time.
    """

    chosen: Mapping[int, int]
    follows: Mapping[int, int]
    fails: bool
    broken: Contradiction | None
    plain: bool


class Completions(Struct, frozen=True):
    """The ways to complete the clue or dot of a reason, first those that do not fail."""

    reason: Reason
    ways: tuple[Completion, ...]

    @property
    def untidiness(self) -> tuple[int, int, int]:
        """How many ways need further reasoning, how many fail, and how many there are."""
        hard = sum(not way.plain if not way.fails else way.broken is None for way in self.ways)
        return hard, sum(way.fails for way in self.ways), len(self.ways)


def completions(board: Board, step: Step) -> Completions | None:
    """The ways for the reason of a step that shows best why; None if none has two to four ways.

    >>> from puzzle.notation import parse_loopy
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(parse_loopy("3x2:3e"))
    >>> step = Explainer(board.puzzle).next_step(board)
    >>> [(way.chosen, way.broken) for way in completions(board, step).ways]
    [({0: 1, 9: 1}, None), ({0: 2, 9: 2}, TooFew(cell=0, lines=2))]
    """
    graph, states = RuleGraph(board.puzzle), states_of(board)
    rules = [rule for rule in _all_rules(graph) if graph.reason(rule) in step.reasons]
    found = (_at(graph, states, rules, rule, step) for rule in rules if rule < graph.loop_rule)
    usable = (each for each in found if each is not None)
    return min(usable, key=lambda each: each.untidiness, default=None) if rules[1:] else None


def _all_rules(graph: RuleGraph) -> list[int]:
    return [*graph.rules, *sorted(graph.global_rules)]


def _at(
    graph: RuleGraph, states: States, rules: Sequence[int], anchor: int, step: Step
) -> Completions | None:
    """The ways to complete one rule; None if there are too few or too many."""
    open_ = [edge for edge in graph.layout.real_edges[anchor] if states[edge] == UNKNOWN]
    if len(open_) > MAX_OPEN:
        return None
    ways = []
    for choice in product((LINE, CROSS), repeat=len(open_)):
        chosen = dict(zip(open_, choice, strict=True))
        after = _marked(states, chosen)
        if broken_rule(graph, after, anchor) is None:
            ways.append(_completion(graph, after, rules, chosen, step))
        if len(ways) > MAX_WAYS:
            return None
    ways.sort(key=lambda way: way.fails)
    return Completions(graph.reason(anchor), tuple(ways)) if len(ways) >= MIN_WAYS else None


def _completion(
    graph: RuleGraph, after: States, rules: Sequence[int], chosen: Mapping[int, int], step: Step
) -> Completion:
    forced, then = {edge: int(state) for edge, state in step.forced.items()}, after.copy()
    broken = _follow(graph, then, rules, forced)
    plain, fails = all(then[edge] == state for edge, state in forced.items()), broken is not None
    if not fails and not plain:
        with open_rules(graph, after, rules, forced) as together:
            fails = together.refute([], rules) is not None
            then = _marked(after, dict(together.all_forced()))
    follows = {edge: state for edge, state in enumerate(then) if state != after[edge]}
    return Completion(chosen, follows, fails, broken, plain)


def _marked(states: States, new: Mapping[int, int]) -> States:
    return [new.get(edge, state) for edge, state in enumerate(states)]


def _follow(
    graph: RuleGraph, states: States, rules: Sequence[int], forced: Mapping[int, int]
) -> Contradiction | None:
    """Mark what follows from one rule at a time, in place; the contradiction that is reached."""
    local = [rule for rule in rules if rule < graph.loop_rule]
    about = {edge for rule in local for edge in graph.layout.real_edges[rule]}.union(forced)
    while True:
        for rule in local:
            if (found := broken_rule(graph, states, rule)) is not None:
                return found.fact
        if graph.loop_rule in rules and (found := broken_loop(graph, states)) is not None:
            return found.fact
        if graph.sides_rule in rules and (found := wrong_side(graph, states)) is not None:
            return found.fact
        new = [each for rule in local if (each := apply_rule(graph, states, rule)) is not None]
        if not new and graph.loop_rule in rules:
            new = [premature_loop(graph, *loop) for loop in closing_edges(graph.puzzle, states)]
        if not any(about.intersection(each.edges) for each in new) and graph.sides_rule in rules:
            new = by_sides(graph, states)
        new = [each for each in new if about.intersection(each.edges)]
        if not new:
            return None
        for each in new:
            states[:] = _marked(states, dict.fromkeys(each.edges, each.state))
