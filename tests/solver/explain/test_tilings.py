"""Steps, checks and ratings on every tiling, and their sentences in both languages."""

import random
from pathlib import Path
from statistics import median

import pytest

from i18n.catalogues import localizer_for
from narrator.checks import Detail, narrate_check
from narrator.illustration import illustrate
from narrator.narration import Level, narrate
from puzzle.grid import SQUARE
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.notation.loopy import parse_loopy
from puzzle.symmetry import Symmetry
from puzzle.tilings.catalogue import BY_NUMBER, TILINGS
from solver.explain.explainer import Explainer
from solver.explain.mistakes import check
from solver.explain.rule_graph import layout
from solver.explain.step import Difficulty, Step
from solver.explain.techniques import TABLE, TABLE_ELSEWHERE
from solver.generate.spec import SIZES, GenerationSpec
from solver.rating import WEIGHTS, Rating, StepWeights, rate
from tests.support.explain.judge import Judge, Tally, state_in
from tests.support.explain.plays import play
from tests.support.explain.truth import Truth
from tests.support.long import some_or_all
from tests.support.shared import Collections
from tests.support.solver.specs import made
from tests.support.tilings import OTHERS, PERIODIC, loopy_boards, puzzle_of, small_grid
from tools.bench.datasets import load

LANGUAGES = tuple(map(localizer_for, ("en", "ja")))
GRADES = {"Easy": (1, 2), "Normal": (2, 3), "Tricky": (2, 3), "Hard": (3, 5)}
"""The lowest and the highest level of boards of each of Loopy's grades."""


@pytest.mark.parametrize("name", OTHERS)
def test_corners_of_cells_are_corners_of_dots(name: str) -> None:
    shape = layout(small_grid(name))
    inside = [(cell, dot) for cell, dot in shape.corner_rules if cell >= 0]
    assert len(inside) == sum(map(len, shape.grid.cell_edges))
    assert all(dot - shape.cells in shape.grid.cell_dots[cell] for cell, dot in inside)
    for dot, edges in enumerate(shape.grid.dot_edges):
        ring = shape.rule_edges[shape.cells + dot]
        assert sorted(edge for edge in ring if edge != shape.no_edge) == sorted(edges)


@pytest.mark.parametrize("name", OTHERS)
def test_every_step_is_sound(name: str) -> None:
    rng, tally = random.Random(name), Tally()
    puzzle, loop = puzzle_of(small_grid(name), 0, rng.uniform(0.3, 0.9))
    with Truth(puzzle) as truth:
        play(rng, Judge(puzzle, truth, tally), loop, 12)
    assert tally.states == 12


def told(board: Board, step: Step) -> list[str]:
    """The texts of a step at all levels in both languages."""
    return [narrate(board, step, level, each).text for level in Level for each in LANGUAGES]


@some_or_all("each", 1, 8)
@pytest.mark.parametrize("number", [number for number in BY_NUMBER if number])
def test_walkthroughs_of_published_boards(number: int, each: int, shared: Path | None) -> None:
    boards = [board for board in loopy_boards(shared) if board.number == number]
    if not boards:
        pytest.skip("needs the shared folder")
    for published in boards[:each]:
        puzzle = parse_loopy(published.game_id)
        edges = published.edges_on(puzzle.grid)
        walk(puzzle, frozenset(edges[edge] for edge in published.solution))


@pytest.mark.long
@pytest.mark.parametrize("name", PERIODIC)
def test_walkthroughs_of_generated_boards(name: str) -> None:
    cols, rows = map(int, SIZES[name].suggested[0].split("x"))
    for seed in range(13):
        level = list(Difficulty)[seed % len(Difficulty)]
        answer = made(GenerationSpec(rows, cols, level, Symmetry.NONE, seed, tiling=name))
        walk(answer.puzzle, answer.solution)


def walk(puzzle: Puzzle, solution: Solution) -> None:
    """Check and tell the steps of a board until it is solved."""
    board = Board.blank(puzzle)
    names = {row.name for row in TABLE_ELSEWHERE}
    with Truth(puzzle) as truth:
        judge = Judge(puzzle, truth, Tally())
        for step in Explainer(puzzle).walkthrough():
            judge.check(board, step)
            if isinstance(step, Step):
                assert step.technique.name in names
                assert all(told(board, step))
                illustrate(board, step)
                board = board.mark(step.forced)
    assert board.lines == solution


@some_or_all("each", 1, 8)
@pytest.mark.parametrize("number", [number for number in BY_NUMBER if number])
def test_levels_fit_the_grades_of_loopy(number: int, each: int, shared: Path | None) -> None:
    boards = [board for board in loopy_boards(shared) if board.number == number]
    if not boards:
        pytest.skip("needs the shared folder")
    for published in boards[:each]:
        rating = rate(parse_loopy(published.game_id))
        assert isinstance(rating, Rating)
        low, high = GRADES[published.grade]
        assert low <= rating.level <= high, published.game_id


def test_every_tiling_has_weights_and_squares_have_none() -> None:
    assert tuple(WEIGHTS) == tuple(TILINGS)
    assert WEIGHTS[SQUARE] == StepWeights()


@pytest.mark.long
@pytest.mark.parametrize("grade", GRADES)
def test_boards_of_a_grade_score_what_those_of_squares_do(
    grade: str, shared: Path | None, collections: Collections
) -> None:
    """Eight boards of a tiling are too few to compare alone."""
    boards = [board for board in loopy_boards(shared) if board.number and board.grade == grade]
    if not boards:
        pytest.skip("needs the shared folder")
    level = {"Hard": "expert"}.get(grade, grade.lower())
    others = [rate(parse_loopy(board.game_id)) for board in boards]
    squares = map(rate, load(collections.path(f"{level}_10x10")).spread(30))
    here, there = (
        median(rating.score for rating in ratings if isinstance(rating, Rating))
        for ratings in (others, squares)
    )
    assert there / 2 <= here <= there * 2


@pytest.mark.parametrize("name", OTHERS)
def test_a_wrong_mark_among_right_ones_is_explained(name: str) -> None:
    puzzle, loop = puzzle_of(small_grid(name), seed=1, share=1.0)
    explainer, rng = Explainer(puzzle), random.Random(name)
    assert explainer.solution == loop
    edges = range(len(puzzle.grid.edge_dots))
    for edge in rng.sample(edges, 8):
        marks = {other: state_in(loop, other) for other in rng.sample(edges, len(edges) // 2)}
        wrong = EdgeState.CROSS if edge in loop else EdgeState.LINE
        board = Board.blank(puzzle).mark({**marks, edge: wrong})
        found = check(explainer, board)
        assert found.wrong == {edge} == found.explained
        assert all(narrate_check(board, found, Detail.WHY, each).text for each in LANGUAGES)


def test_names_with_numbers_of_square_clues_are_for_squares() -> None:
    only = {row.name for row in TABLE} - {row.name for row in TABLE_ELSEWHERE}
    assert {name for name in only if not any(sign in name for sign in "123")} == {
        "three-next-to-zero",
        "three-diagonal-to-zero",
        "three-at-closed-corner",
        "one-at-closed-corner",
        "two-at-closed-corner",
        "clues-round-a-dot",
        "diagonal-chain",
        "two-ways-left",
        "known-sides",
    }
    assert not any(sign in row.name for row in TABLE_ELSEWHERE for sign in "123")
