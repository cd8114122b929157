"""Measures of dull loops, drawn by hand."""

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import Puzzle, Solution
from puzzle.notation import parse_rows
from solver.generate.region import Region
from solver.generate.style import Style, StyleBounds, largest_blank, style_of, widest_gap
from tests.support.strategies import puzzles


def loop_around(drawing: str) -> tuple[int, int, Solution]:
    """The loop around the `#` of a drawing."""
    rows = drawing.split("/")
    cells = [i for i, sign in enumerate("".join(rows)) if sign == "#"]
    return len(rows), len(rows[0]), Region(square_grid(len(rows), len(rows[0])), cells).border()


@pytest.mark.parametrize(
    ("drawing", "bald", "comb"),
    [
        ("#####/#####/#####/#####/#####", 9, 1),  # the middle of a full board
        ("#.#.#/#.#.#/#.#.#/#####", 0, 6),  # the teeth of a comb, two edges long and more
        ("#.#.#/#####", 0, 1),  # its teeth are too short
        ("##../.##./..##", 1, 1),  # two corners are a cell each
        ("#####/....#/#####/#..../#####", 0, 6),  # a snake lies the other way
    ],
)
def test_bald_areas_and_combs(drawing: str, bald: int, comb: int) -> None:
    rows, cols, loop = loop_around(drawing)
    style = style_of(square_grid(rows, cols), loop)
    assert (style.bald, style.comb) == (bald, comb)
    assert style.winding == len(loop) / ((rows + 1) * (cols + 1))
    assert sum(style.clues.values()) == pytest.approx(1)


def test_dull_loops_are_out_of_bounds() -> None:
    for drawing in (
        "######/######/######/######/######/######",
        "#.#.#.#.#/#.#.#.#.#/#.#.#.#.#/#########",
        "##......../##......../........../.........." + "/.........." * 4,
    ):
        rows, cols, loop = loop_around(drawing)
        style = style_of(square_grid(rows, cols), loop)
        assert not StyleBounds.for_cells(rows * cols).allow(style)


def test_monotonous_loops_are_out_of_bounds() -> None:
    bounds = StyleBounds.for_cells(100)
    assert bounds.allow(Style(0.9, 1, 3, {0: 0.04, 1: 0.13, 2: 0.7, 3: 0.13}))
    assert not bounds.allow(Style(0.9, 1, 3, {0: 0.04, 1: 0.12, 2: 0.71, 3: 0.13}))


@pytest.mark.parametrize(
    ("rows", "blank", "gap"),
    [("3.2/.0./2.1", 1, 1), ("..2/..1/11.", 4, 2), ("222/222", 0, 0), (".../.../...", 9, 3)],
)
def test_blanks(rows: str, blank: int, gap: int) -> None:
    puzzle = parse_rows(rows)
    assert (largest_blank(puzzle), widest_gap(puzzle)) == (blank, gap)


@given(puzzles(6))
def test_the_widest_gap_is_the_largest_blank_square(puzzle: Puzzle) -> None:
    rows, cols, clues = puzzle.grid.rows, puzzle.grid.cols, puzzle.clue_rows
    squares = [
        side
        for side in range(1, min(rows, cols) + 1)
        for top in range(rows - side + 1)
        for left in range(cols - side + 1)
        if all(clue is None for row in clues[top : top + side] for clue in row[left : left + side])
    ]
    assert widest_gap(puzzle) == max(squares, default=0)
