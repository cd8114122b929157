"""Checks choose the refutation with the shortest explanation, compared with brute force."""

import random
from itertools import combinations

import pytest

from narrator.refutations import tell_refutation
from puzzle.model import Board, EdgeState
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, check
from solver.explain.refutation import refutation
from solver.explain.rule_graph import states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.step import Argument, Difficulty, Step, Technique, TechniqueFamily
from solver.explain.steps import WITHOUT_ARGUMENT, argue, explanation_length
from tests.support.explain.judge import state_in
from tools.bench.boards import minimal_board

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN
OPPOSITE = {LINE: CROSS, CROSS: LINE}
SIZES = [(3, 3), (2, 4), (4, 3), (3, 5)]


def mistaken(seed: int, wrong: int) -> tuple[Explainer, Board, Check]:
    """A small board with some right marks and some wrong ones, without a visible conflict."""
    rows, cols = SIZES[seed % len(SIZES)]
    explainer = Explainer(minimal_board(rows, cols, seed % 10))
    solution = explainer.solution
    assert solution is not None
    rng = random.Random(seed)
    edges = range(len(explainer.puzzle.grid.edge_dots))
    marks = {edge: state_in(solution, edge) for edge in edges if rng.random() < 0.3}
    marks |= {edge: OPPOSITE[state_in(solution, edge)] for edge in rng.sample(edges, wrong)}
    board = Board.blank(explainer.puzzle).mark(marks)
    return explainer, board, check(explainer, board, units=None)


@pytest.mark.parametrize("seed", range(40))
def test_no_single_mark_has_a_shorter_telling(seed: int) -> None:
    explainer, board, found = mistaken(seed, 4)
    if found.conflict is not None:
        return
    right = board.mark(dict.fromkeys(found.wrong, UNKNOWN))
    alone = [refutation(explainer, right, frozenset({edge}), None) for edge in found.wrong]
    lengths = [explanation_length(steps) for steps in alone if steps]
    assert bool(lengths) is bool(found.refutation)
    assert not lengths or explanation_length(found.refutation) <= min(lengths)


def shortest_by_pairs(explainer: Explainer, right: Board, wrong: frozenset[int]) -> int | None:
    """The fewest sentences with which one or two rules, of all there are, refute a wrong mark."""
    graph, states = explainer.graph, states_of(right)
    solution = explainer.solution or frozenset()
    every = [*graph.rules, graph.loop_rule]
    best: int | None = None
    for edge in wrong:
        state = int(state_in(solution, edge))
        for rules in [*combinations(every, 1), *combinations(every, 2)]:
            if shrink(graph, states, Forced(edge, state, frozenset(rules))) is None:
                continue  # these rules do not force the edge
            argument = argue(graph, states, edge, state, rules)
            if argument is not None:
                length = explanation_length([step_of(argument)])
                best = length if best is None else min(best, length)
    return best


def step_of(argument: Argument) -> Step:
    technique = Technique("any", TechniqueFamily.CLUE, Difficulty.EASY)
    return Step((), technique, (), frozenset(), argument)


@pytest.mark.parametrize("seed", range(12))
def test_no_pair_of_rules_gives_a_shorter_telling(seed: int) -> None:
    explainer, board, found = mistaken(seed, 3)
    if found.conflict is not None:
        return
    right = board.mark(dict.fromkeys(found.wrong, UNKNOWN))
    best = shortest_by_pairs(explainer, right, found.wrong)
    assert best is None or 0 < explanation_length(found.refutation) <= best


@pytest.mark.parametrize("seed", range(20))
def test_no_more_sentences_are_told_than_the_length_says(seed: int) -> None:
    """Facts that are known already are not repeated, and ways are told in fewer sentences."""
    _, board, found = mistaken(seed, 2)
    told = tell_refutation(board, found)
    sentences = sum(len(part.sentences) for part in told) + bool(told)
    assert sentences <= explanation_length(found.refutation)
    assert [part.step for part in told if part.step] == [
        step for step in found.refutation if step in [part.step for part in told]
    ]


def test_a_step_without_an_argument_is_long() -> None:
    assert explanation_length([step_of(Argument(()))]) == WITHOUT_ARGUMENT
    assert explanation_length([]) == 0
