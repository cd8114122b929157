"""The steps of a refutation: the moves of the search, converted to steps with arguments.

Each move becomes a step on a board that has only the right marks and the steps before. Steps and
arguments that the last step does not depend on are left out.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzle.model import Board
from solver.explain.chains import closing_edges
from solver.explain.direct import RuleDeduction, apply_rule, premature_loop
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import UNKNOWN, RuleGraph, States, states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.step import Step
from solver.explain.steps import step_of_forced, step_of_rule


class Move(NamedTuple):
    """A deduction in the search for a refutation.

    - `rules`: the rules that force the edges.
    - `edges`: the forced edges with their states.
    - `given`: the known edges that the deduction uses.
    - `premises`: a bit set of the numbers of all moves that this move depends on, and its own.
    """

    rules: frozenset[int]
    edges: dict[int, int]
    given: frozenset[int]
    premises: int


def as_steps(
    explainer: Explainer, board: Board, moves: list[Move], wrong: frozenset[int]
) -> tuple[Step, ...]:
    """The steps for moves, without what turns out to be unneeded; () if that fails.

    Every step is one of `board`, which has right marks only, after the steps before. Only the last
    one deduces the state of an edge of `wrong`.
    """
    while True:
        pairs = list(_iter_steps(explainer, board, moves, wrong))
        if not pairs or not _contradicts(pairs[-1][1], wrong):
            return ()
        needed = _needed(pairs, wrong)
        if len(needed) == len(moves):
            return tuple(step for _, step in needed)
        moves = [move for move, _ in needed]


def _iter_steps(
    explainer: Explainer, board: Board, moves: Iterable[Move], wrong: frozenset[int]
) -> Iterator[tuple[Move, Step]]:
    """Each move with its step on the board after the steps before, up to a wrong mark."""
    for move in moves:
        step = _as_step(explainer, board, move, wrong)
        if step is not None:
            yield move, step
            if _contradicts(step, wrong):
                return
            board = board.mark(step.forced)


def _as_step(explainer: Explainer, board: Board, move: Move, wrong: frozenset[int]) -> Step | None:
    """The step for a move, with a minimal set of reasons; None when its edges are known already.

    Its reasons are those for an edge with a wrong mark, if the move forces one.
    """
    graph, states = explainer.graph, states_of(board)
    unknown = [edge for edge in move.edges if states[edge] == UNKNOWN]
    if not unknown:
        return None
    edge = next((edge for edge in unknown if edge in wrong), unknown[0])
    forced = Forced(edge, move.edges[edge], move.rules)
    if len(move.rules) > 1:
        fewer = shrink(graph, states, forced)
        if fewer is None:
            return None
        forced = fewer
    if len(forced.rules) > 1:
        return step_of_forced(graph, board, forced)
    (rule,) = forced.rules
    deduction = _apply_rule(graph, states, rule, edge)
    return None if deduction is None else step_of_rule(graph, board, deduction)


def _apply_rule(graph: RuleGraph, states: States, rule: int, edge: int) -> RuleDeduction | None:
    """The deduction from one rule, which contains an edge if the rule is the loop rule."""
    if rule != graph.loop_rule:
        return apply_rule(graph, states, rule)
    closing = dict(closing_edges(graph, states))
    return premature_loop(graph, edge, closing[edge]) if edge in closing else None


def _needed(pairs: Sequence[tuple[Move, Step]], wrong: frozenset[int]) -> list[tuple[Move, Step]]:
    """The moves and steps that the last step depends on, without their needless arguments.

    The last step keeps the argument for the wrong mark with the lowest number.
    """
    refuted = min(found.edge for found in pairs[-1][1].deductions if found.edge in wrong)
    wanted, kept = {refuted}, []
    for move, step in reversed(pairs):
        if not wanted.isdisjoint(step.forced):
            shorter = _with_arguments_for(step, wanted)
            wanted |= shorter.known
            kept.append((move, shorter))
    return kept[::-1]


def _contradicts(step: Step, wrong: frozenset[int]) -> bool:
    """Whether a step deduces the state of a wrongly marked edge."""
    return not wrong.isdisjoint(step.forced)


def _with_arguments_for(step: Step, wanted: Collection[int]) -> Step:
    """A step with the arguments for some of its edges; its first argument always stays."""
    needed, further = set(wanted), []
    for argument in reversed(step.further):
        if not needed.isdisjoint(argument.proved_edges()):
            needed |= argument.used_edges()
            further.append(argument)
    if len(further) == len(step.further):
        return step
    arguments = (step.argument, *further[::-1])
    proved = {edge for argument in arguments for edge in argument.proved_edges()}
    used = {edge for argument in arguments for edge in argument.used_edges()}
    return replace(
        step,
        deductions=tuple(found for found in step.deductions if found.edge in proved),
        known=step.known & used,
        further=arguments[1:],
    )
