"""Which of several steps is told: near ones first, others on demand."""

import random
from collections.abc import Collection

import pytest

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.explain.chains import with_nearest_witness
from solver.explain.explainer import Explainer
from solver.explain.step import Step, Subloop
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.solver.boards import clues_of

WIDE = parse_rows("3.......3\n.........\n....0....\n.........\n3.......3")
"""Four corners and a 0 in the middle."""


def edges_of(step: object) -> set[int]:
    assert isinstance(step, Step)
    return {found.edge for found in step.deductions}


def marks(puzzle: Puzzle, text: str) -> Collection[int]:
    return tuple(parse_marks(text, puzzle.grid))


@pytest.mark.parametrize(
    ("near", "cell"), [("B1-C1", 0), ("I1-I2", 8), ("B6-C6", 36), ("I5-I6", 44), ("E2-E3", 22)]
)
def test_of_equally_easy_steps_the_nearest_is_told(near: str, cell: int) -> None:
    puzzle = WIDE
    step = Explainer(puzzle).next_step(Board.blank(puzzle), near=[marks(puzzle, near)])
    assert isinstance(step, Step)
    assert any(getattr(reason, "cell", None) == cell for reason in step.reasons)


def test_earlier_marks_decide_between_steps_that_are_equally_near() -> None:
    puzzle, explainer = WIDE, Explainer(WIDE)
    middle = marks(puzzle, "A3-A4")
    up, down = (
        explainer.next_step(Board.blank(puzzle), near=[middle, marks(puzzle, text)])
        for text in ("C1-D1", "C6-D6")
    )
    assert edges_of(up) == set(marks(puzzle, "B1-A1-A2"))
    assert edges_of(down) == set(marks(puzzle, "A5-A6-B6"))


def test_without_last_marks_a_0_comes_first() -> None:
    step = Explainer(WIDE).next_step(Board.blank(WIDE))
    assert isinstance(step, Step)
    assert step.technique.name == "zero"


def test_single_reasons_first_for_those_who_learn_the_rules() -> None:
    puzzle = parse_rows("....\n.3..\n..0.\n....")
    board = Board.blank(puzzle)
    first = Explainer(puzzle).next_step(board)
    easy = Explainer(puzzle).next_step(board, rules_first=True)
    assert isinstance(first, Step)
    assert isinstance(easy, Step)
    assert (first.technique.name, easy.technique.name) == ("three-diagonal-to-zero", "zero")


def test_other_steps_find_other_edges_and_then_begin_again() -> None:
    rng, counts = random.Random(4), []
    for _ in range(4):
        rows, cols = rng.randint(3, 6), rng.randint(3, 6)
        grid = square_grid(rows, cols)
        loop = random_loop(grid, SeededRandom(rng.randrange(10**9)))
        puzzle = Puzzle(grid, clues_of(grid, loop))
        explainer, board = Explainer(puzzle), Board.blank(puzzle)
        found = [explainer.next_step(board)]
        seen = edges_of(found[0])
        while (other := explainer.next_step(board, another=len(found))) != found[0]:
            assert seen.isdisjoint(edges_of(other))
            seen |= edges_of(other)
            found.append(other)
        counts.append(len(found))
        assert explainer.next_step(board, another=2 * len(found) + 1) == found[1 % len(found)]
    assert max(counts) > 5


def test_after_the_easy_steps_come_those_of_several_reasons() -> None:
    puzzle = parse_rows("......\n12....\n..3...\n......\n....0.\n......")
    board = Board.blank(puzzle).mark(parse_marks("x B1-B2", puzzle.grid))
    explainer = Explainer(puzzle)
    first, second, third = (explainer.next_step(board, another=number) for number in range(3))
    assert isinstance(first, Step)
    assert isinstance(second, Step)
    assert (first.technique.name, second.technique.name) == ("zero", "arc-chain")
    assert third == first


def test_a_witness_is_near_to_the_edge_that_would_close_the_loop() -> None:
    puzzle = parse_rows("2......\n.4.2...\n.......")
    loop = Subloop(puzzle.grid.cell_edges[8], outside=0)
    right = puzzle.grid.cell_edges[8][1]
    assert with_nearest_witness(puzzle, loop, []).unmet == 0
    assert with_nearest_witness(puzzle, loop, [], [right]).unmet == 10
    solo = parse_rows(".4.")
    line = with_nearest_witness(solo, Subloop(solo.grid.cell_edges[1], outside=0), [0, 9])
    assert line.unmet is None
    assert line.outside in {0, 9}
