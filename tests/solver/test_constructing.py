"""What is told while clues are set agrees with the oracle, whatever was known before."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from msgspec.structs import replace

from jobs.constructing import FollowRequest, follow_clues
from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import ALL_RULES, Rules
from solver.agreement import Agreement
from solver.backbone import find_backbone
from solver.constructing import MAX_LOOPS, NOTHING, KnownLoops, find_forced, open_construction
from solver.report import NO_LIMITS, Limits, Outcome
from tests.support.long import some_or_all
from tests.support.oracle import simple_cycles
from tests.support.solver.boards import clues_of, sparse_board
from tests.support.solver.expected import as_solution, expected, marked_puzzles
from tests.support.solver.puzzles import only
from tests.support.tilings import OTHERS, puzzle_of, small_grid

SIZES = ((2, 3), (3, 3), (3, 4), (1, 4))


def walk(rng: random.Random, rules: Rules) -> Iterator[Puzzle]:
    """A board whose clues change: many are those of a loop, some are not, some go."""
    rows, cols = rng.choice(SIZES)
    grid = square_grid(rows, cols)
    true = clues_of(grid, as_solution(grid, rng.choice(simple_cycles(rows, cols))))
    clues: list[Clue] = [None] * len(true)
    for _ in range(9):
        for cell in rng.sample(range(len(true)), rng.choice((1, 1, 1, 2))):
            others = [None, None, *range(5), *rules.variant.signs]
            clues[cell] = true[cell] if rng.random() < 0.7 else rng.choice(others)
        yield Puzzle(grid, tuple(clues), rules)


def in_common(puzzle: Puzzle, solutions: set[Solution]) -> Agreement:
    every = frozenset(range(len(puzzle.grid.edge_dots)))
    if not solutions:
        return Agreement()
    return Agreement(every.intersection(*solutions), every.difference(*solutions))


def check_forced(puzzle: Puzzle, known: KnownLoops) -> KnownLoops:
    """What is told of a puzzle, warm and cold, is what the oracle says; what is known then."""
    solutions = expected(puzzle)
    with open_construction(puzzle, NO_LIMITS, known) as warm:
        told = warm.follow()
        assert told == find_forced(puzzle, NO_LIMITS)
        assert told.complete
        assert told.outcome is Outcome.of(min(len(solutions), 2), complete=True)
        assert told.forced == in_common(puzzle, solutions)
        assert warm.only_solution == (next(iter(solutions)) if len(solutions) == 1 else None)
        return warm.knowledge


def check_questions(puzzle: Puzzle, known: KnownLoops, cell: int) -> None:
    """The answers to all questions, with what is known and without, are right by the oracle."""
    solutions, clued = expected(puzzle), puzzle.clue_cells
    for each in (known, NOTHING):
        with open_construction(puzzle, NO_LIMITS, each) as asked:
            found = asked.contradiction(cell)
            assert found.complete
            assert len(found.groups) == (not solutions)
            for group in found.groups:
                assert not expected(only(puzzle, group))
                assert all(expected(only(puzzle, {*group} - {one})) for one in group)
            values = {
                clue
                for clue in (*range(5), *puzzle.rules.variant.signs)
                if expected(with_clue(puzzle, cell, clue))
            }
            assert {*asked.values(cell).groups[0]} == values
        with open_construction(puzzle, NO_LIMITS, each) as asked:
            found = asked.difference()
            assert found.complete
            assert len(found.groups) == (2 if len(solutions) > 1 else 0)
            if found.groups:
                first, second = map(frozenset, found.groups)
                pairs = [
                    one
                    for one in solutions
                    if first <= one and not one & second and one ^ first ^ second in solutions
                ]
                assert any(
                    not any(
                        len(one ^ other) > 0 and one ^ other < first | second for other in solutions
                    )
                    for one in pairs
                )
        groups = (*((one,) for one in clued), clued[:2])
        with open_construction(puzzle, NO_LIMITS, each) as asked:
            could = {
                group
                for group in groups
                if len(solutions) == 1 == len(expected(only(puzzle, {*clued} - {*group})))
            }
            found = asked.removable(groups)
            assert (found.complete, {*found.groups}) == (True, could)


def with_clue(puzzle: Puzzle, cell: int, clue: Clue) -> Puzzle:
    return replace(puzzle, clues=(*puzzle.clues[:cell], clue, *puzzle.clues[cell + 1 :]))


@some_or_all("count", 6, 150)
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_what_is_told_agrees_with_the_oracle(rules: Rules, count: int) -> None:
    for seed in range(count):
        rng = random.Random(f"{rules.name} {seed}")
        known = NOTHING
        for number, puzzle in enumerate(walk(rng, rules)):
            known = check_forced(puzzle, known)
            if number % 3 == 0:
                check_questions(puzzle, known, rng.randrange(len(puzzle.clues)))


@given(case=marked_puzzles())
def test_marks_are_forced_too(case: tuple[Puzzle, dict[int, EdgeState]]) -> None:
    puzzle, marks = case
    solutions = expected(puzzle, marks)
    told = find_forced(puzzle, NO_LIMITS, marks)
    assert told.outcome is Outcome.of(min(len(solutions), 2), complete=True)
    assert told.forced == in_common(puzzle, solutions)


@pytest.mark.parametrize("name", OTHERS)
def test_other_tilings_agree_with_the_backbone(name: str) -> None:
    puzzle, _ = puzzle_of(small_grid(name), seed=3, share=0.7)
    found, told = find_backbone(puzzle), find_forced(puzzle, NO_LIMITS)
    assert (told.outcome, told.forced) == (found.outcome, found.edges)


def test_a_limit_leaves_a_part_that_is_certain() -> None:
    """What is known then makes the next answer complete; fewer clues forget what they forced."""
    puzzle, known = sparse_board(9, 9, 0.5, seed=4), NOTHING
    right = find_forced(puzzle, NO_LIMITS)
    for calls in range(5):
        with open_construction(puzzle, Limits(seconds=None, calls=calls)) as construction:
            told = construction.follow()
            assert not told.complete
            assert told.forced.lines <= right.forced.lines
            assert told.forced.crosses <= right.forced.crosses
            known = construction.knowledge
            answers = (
                construction.contradiction(),
                construction.values(puzzle.clue_cells[0]),
                construction.removable([(puzzle.clue_cells[0],)]),
            )
            assert not any(answer.complete for answer in answers) or calls
    for cell in (None, *puzzle.clue_cells[:3]):
        less = with_clue(puzzle, cell, None) if cell is not None else puzzle
        with open_construction(less, NO_LIMITS, known) as construction:
            assert construction.follow() == find_forced(less, NO_LIMITS)


def test_what_is_known_is_bounded_and_outlives_a_contradiction() -> None:
    puzzle = sparse_board(7, 7, 0.4, seed=5)
    first = follow_clues(FollowRequest(puzzle))
    wrong = with_clue(puzzle, puzzle.clue_cells[0], 4)
    none = follow_clues(FollowRequest(wrong, first.known))
    assert (none.found.outcome, none.known.clues) == (Outcome.NONE, puzzle.clues)
    again = follow_clues(FollowRequest(puzzle, none.known))
    assert again.found == first.found
    for each in (first, none, again):
        assert len(each.known.loops) <= MAX_LOOPS
        assert each.known.size < 64 * 24 + 200
