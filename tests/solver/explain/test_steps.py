"""Checks choose the refutation with the shortest explanation, compared with brute force."""

import random
from itertools import combinations

import pytest

from narrator.refutations import tell_refutation
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, check
from solver.explain.refutation import refutation
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.step import Argument, Difficulty, Step, Subloop, Technique, TechniqueFamily
from solver.explain.steps import WITHOUT_ARGUMENT, argue, explanation_length
from tests.support.explain.judge import state_in
from tests.support.tilings import puzzle_of, small_grid
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


def has_third_line(grid: Grid, lines: frozenset[int], argument: Argument) -> bool:
    """Whether another line ends at a loop that an argument finds."""
    if argument.supposed is not None and argument.supposed.state is LINE:
        lines |= {argument.supposed.edge}
    for found in argument.inferences:
        loop = found.fact if isinstance(found.fact, Subloop) else found.subloop
        if loop is not None:
            dots = {dot for edge in loop.edges for dot in grid.edge_dots[edge]}
            if any(not dots.isdisjoint(grid.edge_dots[edge]) for edge in lines - {*loop.edges}):
                return True
    return any(has_third_line(grid, lines, case) for case in argument.cases)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["square", "kagome", "triangular"])
def test_a_third_line_at_a_dot_is_seen_before_a_loop_there(name: str, seed: int) -> None:
    grid = square_grid(4, 4) if name == "square" else small_grid(name)
    puzzle, solution = puzzle_of(grid, seed, 0.8)
    graph, rng, found = RuleGraph(puzzle), random.Random(seed), 0
    for _ in range(40):
        lines = frozenset(edge for edge in solution if rng.random() < 0.8)
        edge = rng.choice([edge for edge in range(len(grid.edge_dots)) if edge not in lines])
        beside = [other for dot in grid.edge_dots[edge] for other in grid.dot_edges[dot]]
        near = sorted({rule for other in beside for rule in graph.edge_rules[other]})
        rules = {graph.loop_rule, *rng.sample(near, 2)}
        states = states_of(Board.of_lines(puzzle, lines))
        argument = argue(graph, states, edge, int(state_in(solution, edge)), rules)
        if argument is not None:
            assert not has_third_line(grid, lines, argument)
            found += 1
    assert found > 15
