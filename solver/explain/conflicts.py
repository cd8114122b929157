"""Contradictions on a board that are visible without supposing anything."""

from typing import NamedTuple

from solver.explain.chains import LoopFinder, as_subloop
from solver.explain.rule_graph import BROKEN, CROSS, LINE, RuleGraph, States
from solver.explain.sides import connected_cells
from solver.explain.step import (
    Branch,
    Contradiction,
    DeadEnd,
    TooFew,
    TooMany,
    Unvisited,
    WrongSide,
)


class BrokenRule(NamedTuple):
    """A contradiction at a clue, at a dot, in a loop or of sides, and the edges that cause it."""

    fact: Contradiction
    given: list[int]


def find_conflict(graph: RuleGraph, states: States) -> BrokenRule | None:
    """The first clue or dot that can no longer be satisfied, or a premature loop, or a wrong side.

    None when there is nothing of these.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (0, None)))
    >>> find_conflict(graph, [0, 0, 0, 0, 0, LINE, 0, CROSS])
    BrokenRule(fact=TooMany(cell=0, lines=1), given=[5])
    """
    for rule in graph.rules:
        broken = broken_rule(graph, states, rule)
        if broken is not None:
            return broken
    return broken_loop(graph, states) or wrong_side(graph, states)


def broken_loop(graph: RuleGraph, states: States) -> BrokenRule | None:
    """The contradiction of a premature loop; None when there is none."""
    lines = [edge for edge in range(graph.edges) if states[edge] == LINE]
    loop = LoopFinder(graph, lines).find(())
    subloop = None if loop is None else as_subloop(graph.puzzle, loop, lines)
    if subloop is None:
        return None
    outside = [] if subloop.outside is None else [subloop.outside]
    return BrokenRule(subloop, [*subloop.edges, *outside])


def wrong_side(graph: RuleGraph, states: States) -> BrokenRule | None:
    """The contradiction that marks put an animal on the wrong side; None without one."""
    if not graph.animals:
        return None
    way = connected_cells(graph, states).conflict()
    if way is None:
        return None
    lines = sum(states[edge] == LINE for edge in way.crossed)
    return BrokenRule(WrongSide(way, lines), [*way.crossed])


def broken_rule(graph: RuleGraph, states: States, rule: int) -> BrokenRule | None:
    """The contradiction at a clue or a dot; None when it can still be satisfied."""
    edges = graph.layout.real_edges[rule]
    lines = [edge for edge in edges if states[edge] == LINE]
    crosses = [edge for edge in edges if states[edge] == CROSS]
    unknown = len(edges) - len(lines) - len(crosses)
    if graph.verdicts[rule][len(lines)][unknown] != BROKEN:
        return None
    if rule >= graph.cells:
        dot = rule - graph.cells
        if len(lines) > 2:
            return BrokenRule(Branch(dot), lines)
        if not lines:
            return BrokenRule(Unvisited(dot), crosses)
        return BrokenRule(DeadEnd(dot), lines + crosses)
    if len(lines) > (graph.clues[rule] or 0):
        return BrokenRule(TooMany(rule, len(lines)), lines)
    return BrokenRule(TooFew(rule, len(lines) + unknown), crosses)
