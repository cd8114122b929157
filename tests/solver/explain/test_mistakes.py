"""Checks find exactly the wrong marks, and refutations use the right marks alone."""

import random
from collections.abc import Iterator
from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, CheckOutcome, check
from solver.explain.refutation import MAX_REASONS, MAX_STEPS, refutation
from solver.explain.step import Step, TooMany
from solver.report import Limits, Outcome
from tests.support.explain.judge import Judge, Tally, marks_of, state_in
from tests.support.explain.truth import Truth
from tests.support.long import some_examples
from tests.support.solver.expected import expected, fits, marked_puzzles
from tools.bench.boards import minimal_board

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN
OPPOSITE = {LINE: CROSS, CROSS: LINE}

SIZES = [(2, 3), (4, 3), (3, 5), (5, 5), (4, 7), (7, 7)]


@lru_cache
def explained(rows: int, cols: int, seed: int) -> Explainer:
    """The explainer of a random puzzle with one solution."""
    return Explainer(minimal_board(rows, cols, seed))


@st.composite
def mistaken_boards(draw: st.DrawFn) -> tuple[Explainer, Board, frozenset[int]]:
    """Boards of puzzles with one solution, with some right and some wrong marks."""
    explainer = explained(*draw(st.sampled_from(SIZES)), draw(st.integers(0, 9)))
    solution = explainer.solution
    assert solution is not None
    rng = random.Random(draw(st.integers(0, 10**9)))
    share = draw(st.sampled_from([0.0, 0.2, 0.5, 0.9]))
    edges = range(len(explainer.puzzle.grid.edge_dots))
    right = {edge: state_in(solution, edge) for edge in edges if rng.random() < share}
    wrong = rng.sample(edges, draw(st.integers(0, 4)))
    marks = right | {edge: OPPOSITE[state_in(solution, edge)] for edge in wrong}
    return explainer, Board.blank(explainer.puzzle).mark(marks), frozenset(wrong)


@given(case=mistaken_boards())
def test_exactly_the_wrong_marks_are_found(case: tuple[Explainer, Board, frozenset[int]]) -> None:
    explainer, board, wrong = case
    found = check(explainer, board, explain=False)
    assert found.wrong == wrong
    assert found.count == len(wrong)
    assert found.outcome is (CheckOutcome.WRONG if wrong else CheckOutcome.RIGHT)
    assert wrong or found.conflict is None
    assert not found.refutation


@given(case=mistaken_boards())
def test_a_refutation_is_sound_short_and_uses_right_marks_only(
    case: tuple[Explainer, Board, frozenset[int]],
) -> None:
    explainer, board, wrong = case
    found = check(explainer, board, units=None)
    assert found.wrong == wrong
    if not wrong or found.conflict is not None:
        assert not found.refutation
    if found.refutation:
        follow(board, found)


def follow(board: Board, found: Check) -> None:
    """Follow a refutation as a reader does, and check each step."""
    steps = found.refutation
    assert len(steps) <= MAX_STEPS
    assert max(step.cost for step in steps) <= MAX_REASONS
    right = board.mark(dict.fromkeys(found.wrong, UNKNOWN))
    with Truth(board.puzzle) as truth:
        judge = Judge(board.puzzle, truth, Tally())
        for step in steps:
            assert step.known.isdisjoint(found.wrong)
            assert set(marks_of(right)) >= step.known
            judge.check(right, step)
            right = right.mark({deduction.edge: deduction.state for deduction in step.deductions})
    assert not any(shown(step) & found.wrong for step in steps[:-1])
    assert found.refuted in shown(steps[-1]) & found.wrong
    assert found.refuted is not None
    assert right.marks[found.refuted] is OPPOSITE[board.marks[found.refuted]]
    for step, later in with_later_steps(steps):
        assert any(shown(step) & other.known for other in later), "a step that is not needed"


def shown(step: Step) -> set[int]:
    return {deduction.edge for deduction in step.deductions}


def with_later_steps(steps: tuple[Step, ...]) -> Iterator[tuple[Step, tuple[Step, ...]]]:
    """Each step but the last, with all later steps."""
    return ((step, steps[number:]) for number, step in enumerate(steps[:-1], 1))


def test_most_mistakes_on_small_boards_are_refuted() -> None:
    """Otherwise the property test of refutations would check too few of them."""
    lengths: list[int] = []
    for seed in range(20):
        rng = random.Random(seed)
        explainer = explained(*SIZES[seed % len(SIZES)], seed % 10)
        solution = explainer.solution
        assert solution is not None
        edge = rng.randrange(len(explainer.puzzle.grid.edge_dots))
        board = Board.blank(explainer.puzzle).mark({edge: OPPOSITE[state_in(solution, edge)]})
        found = check(explainer, board, units=None)
        if found.conflict is None:
            lengths.append(len(found.refutation))
            if found.refutation:
                follow(board, found)
    assert len(lengths) > 10
    assert sum(length > 0 for length in lengths) > len(lengths) / 2
    assert len(set(lengths)) > 4


def on_board(text: str, marks: str) -> tuple[Explainer, Board]:
    puzzle = parse_puzzle(text)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    return Explainer(puzzle), board


def test_a_conflict_that_is_seen_is_named_and_not_refuted() -> None:
    found = check(*on_board("33\n..", "A1-A2-B2-B1-A1"))
    assert found.outcome is CheckOutcome.WRONG
    assert found.conflict == TooMany(0, 4)
    assert (found.refutation, found.refuted) == ((), None)


def test_the_shortest_way_is_chosen_among_wrong_marks() -> None:
    """A cross at the corner of a 3 is refuted at once, whatever else is wrong."""
    explainer, board = on_board("33\n..", "x A1-B1 A3-C3")
    found = check(explainer, board)
    assert found.count == 3
    assert found.refuted == 0
    assert [step.technique.name for step in found.refutation] == ["corner-3"]


def test_wrong_marks_are_counted_without_budget() -> None:
    explainer, board = on_board("33\n..", "x A1-B1")
    found = check(explainer, board, units=0)
    assert (found.count, found.refutation) == (1, ())


def test_a_puzzle_without_a_solution_says_so() -> None:
    found = check(*on_board("30\n..", "A1-B1"))
    assert found == Check(CheckOutcome.NO_SOLUTION)
    found = check(*on_board("30\n..", "B1-C1"))
    assert found == Check(CheckOutcome.NO_SOLUTION, conflict=TooMany(1, 1))


def test_crosses_everywhere_leave_no_loop() -> None:
    puzzle = Puzzle(square_grid(1, 2), (None, None))
    board = Board.blank(puzzle).mark(dict.fromkeys(range(7), CROSS))
    found = check(Explainer(puzzle), board)
    assert found.outcome is CheckOutcome.NOT_TOGETHER
    assert found.conflict is None
    assert found.wrong


@given(case=mistaken_boards(), order=st.randoms())
@some_examples(15)
def test_the_first_wrong_mark_is_refuted_where_that_is_possible(
    case: tuple[Explainer, Board, frozenset[int]], order: random.Random
) -> None:
    explainer, board, wrong = case
    made = [edge for edge, mark in enumerate(board.marks) if mark]
    order.shuffle(made)
    first = next((edge for edge in made if edge in wrong), None)
    found = check(explainer, board, made=made)
    plain = check(explainer, board)
    if first is None or first in plain.culprits:
        assert found == plain
        return
    right = board.mark(dict.fromkeys(wrong, UNKNOWN))
    steps = refutation(explainer, right, frozenset({first}))
    if steps:
        assert (found.refutation, found.refuted, found.first) == (steps, first, first)
        assert found.explained == {first}
    elif plain.conflict is not None:
        assert found == plain
    else:
        assert found.first == first != found.refuted
        assert found.is_explained is bool(plain.refutation)


def test_without_a_refutation_of_the_first_another_wrong_mark_is_explained() -> None:
    puzzle = parse_puzzle("5x5:b1c3a12a02d1a2c32")
    explainer, hard, easy = Explainer(puzzle), 0, 6
    board = Board.blank(puzzle).mark(
        {edge: OPPOSITE[state_in(explainer.solution or frozenset(), edge)] for edge in (hard, easy)}
    )
    found = check(explainer, board, made=(hard, easy))
    assert (found.first, found.refuted) == (hard, easy)
    found = check(explainer, board, made=(easy, hard))
    assert (found.first, found.refuted) == (easy, easy)


def test_without_a_verdict_on_the_puzzle_marks_that_fit_pass() -> None:
    puzzle = parse_puzzle("5x5:b1c3a12a02d1a2c32")
    explainer = Explainer(puzzle, Limits(calls=0))
    assert explainer.report.outcome is Outcome.LIMIT
    found = check(explainer, Board.blank(puzzle))
    assert found.outcome is CheckOutcome.RIGHT


@given(case=marked_puzzles())
def test_with_several_solutions_few_marks_are_named_that_none_has(
    case: tuple[Puzzle, dict[int, EdgeState]],
) -> None:
    puzzle, marks = case
    all_solutions = expected(puzzle)
    found = check(Explainer(puzzle), Board.blank(puzzle).mark(marks))
    if len(all_solutions) < 2:
        assert found.outcome is not CheckOutcome.NOT_TOGETHER
        assert (found.outcome is CheckOutcome.NO_SOLUTION) is not bool(all_solutions)
        return
    if any(fits(solution, marks) for solution in all_solutions):
        assert found == Check(CheckOutcome.RIGHT)
        return
    assert (found.outcome, found.count, found.refutation) == (CheckOutcome.NOT_TOGETHER, 0, ())
    named = {edge: marks[edge] for edge in found.wrong}
    assert not any(fits(solution, named) for solution in all_solutions)
    for edge in named:
        rest = {other: state for other, state in named.items() if other != edge}
        assert any(fits(solution, rest) for solution in all_solutions)
