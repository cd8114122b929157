"""Arguments about lines at corners of clues that are told as one idea."""

import pytest

from i18n.localizer import ENGLISH
from narrator.arguments import argument_sentences, words_for
from narrator.illustration import illustrate
from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.drills import unpack
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from tests.support.narration import told_example

MAX_SENTENCES = 3


def first_step(rows: str, marks: str) -> tuple[Board, Step]:
    """The next step on a board."""
    puzzle = parse_rows(rows)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    step = Explainer(puzzle).next_step(board)
    assert isinstance(step, Step)
    return board, step


@pytest.mark.parametrize("twos", [1, 2, 4])
def test_a_chain_of_any_length_has_three_sentences(twos: int) -> None:
    size = twos + 4
    clues = {1: "1", size - 2: "3"} | dict.fromkeys(range(2, size - 2), "2")
    rows = "/".join(
        "".join(clues.get(row, ".") if col == row else "." for col in range(size))
        for row in range(size)
    )
    board, step = first_step(rows, "x B2-C2 x B2-B3")
    sentences = narrate(board, step, Level.STEP).sentences
    assert len(sentences) == MAX_SENTENCES
    assert sentences[0] == "The line of the 1 at B2 ends at the bottom-right corner of B2."
    assert "just one on" in sentences[1]
    assert sentences[2].startswith("Just one goes on there, so the 3 at ")
    assert sentences[2].endswith(" needs both of its far sides.")
    assert len(illustrate(board, step).ones) == 2 * (twos + 1)


@pytest.mark.parametrize(
    ("rows", "marks", "start"),
    [
        ("..../.2../..3./....", "x B2-C2", "The 2 at B2 and the 3 at C3 each have room for only "),
        ("..../.13./..../....", "x C1-C2", "The 3 at C2 has a line at the top-left corner of C2, "),
        (
            "....../....../..3.../..1.../....../......",
            "x D4-E4",
            "The 3 at C3 has a line at the bottom-right corner of C3, so two lines meet there.",
        ),
    ],
)
def test_two_neighbours(rows: str, marks: str, start: str) -> None:
    board, step = first_step(rows, marks)
    first, *rest = narrate(board, step, Level.STEP).sentences
    assert first.startswith(start)
    assert len(rest) == 1


def test_a_1_with_a_single_side_left_beside_a_2_at_a_closed_corner() -> None:
    board, step = first_step("...../..1../.2.../...../.....", "x A4-B4 x B4-B5 x D2-D3")
    sentences = narrate(board, step, Level.STEP).sentences
    assert sentences[1].startswith("The same goes for the top-right corner of B3, where the 1 at ")
    assert sentences[2:] == ("The 1 at C2 needs its last open side.",)


def test_nothing_between_two_1s() -> None:
    board, step = first_step("..11../....../......", "")
    assert narrate(board, step, Level.STEP).sentences == (
        "A line between the 1 at C1 and the 1 at D1 could only go on along one of them at the "
        "top-right corner of C1, which would have too many lines.",
    )


def test_a_2_with_one_line_beside_a_2_with_both_or_none() -> None:
    board = unpack("ZsRAWzSH81ulDIJiAq1Lx7R1tgPq-jz1-Vr-wxPOZy8bgsdXfvY").board
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    assert [*narrate(board, step, Level.STEP).sentences] == [
        "A line already reaches the far corner of the 2 at D3, so it has a line at the bottom-left "
        "corner of D3.",
        "Only two edges at the bottom-right corner of the 2 at D4 can still be lines, so it has "
        "both of its lines there or none.",
        "Either way, the 2 at D3 has just one line at the bottom-left corner of D3, and its other "
        "line ends at the top-right corner of D3.",
        "Two lines already meet there.",
    ]


def test_a_2_at_a_closed_corner_beside_a_3() -> None:
    board, step = first_step("...../.2.../..3../...../.....", "x A2-B2 x B1-B2")
    sentences = narrate(board, step, Level.STEP).sentences
    assert sentences[1:] == (
        "The 3 at C3 has a line at the opposite corner, where there is no room for both.",
        "So only two sides of the 3 at C3 are left there, and two crosses would be too many for "
        "it.",
    )


@pytest.mark.parametrize(
    "technique",
    ["diagonal-1-3", "diagonal-2-3", "diagonal-2-2", "diagonal-1-2", "diagonal-1-1"],
)
def test_examples_of_diagonals_are_short(technique: str) -> None:
    assert len(told_example(technique)) <= MAX_SENTENCES


@pytest.mark.parametrize("rows", ["..../.1../..3./....", "...../.1.../..2../...3./....."])
def test_sentences_have_all_inferences_for_the_picture(rows: str) -> None:
    board, step = first_step(rows, "x B2-C2 x B2-B3")
    sentences, rest = argument_sentences(board, step, words_for(board, step, ENGLISH))
    shown = [each for one in sentences for each in (*one.earlier, one.inference)]
    assert not rest
    assert shown == list(step.argument.inferences)
