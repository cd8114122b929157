"""Puzzles of all variants are read from game IDs, addresses and files, and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import (
    NOTATIONS,
    format_board,
    format_puzzle,
    parse_board,
    parse_puzzle,
    play_address,
)
from puzzle.rules import ALL_RULES, Rules, rules_named
from solver.judge import read_only
from tests.support.readings import is_kept
from tests.support.variants import ADDRESSES, IDS, NAMES, sample, shared_variants

WITH_RULES = ("loopy", "puzzlink", "pzpr")
"""The notations that name the rules."""


@pytest.mark.parametrize("name", NAMES)
def test_ids_and_addresses_mean_the_same(name: str) -> None:
    puzzle = parse_puzzle(ADDRESSES[name])
    assert puzzle == parse_puzzle(IDS[name]) == sample(name)
    assert puzzle.rules == rules_named(name)
    assert play_address(puzzle) == format_puzzle(puzzle, "puzzlink") == ADDRESSES[name]
    assert format_puzzle(puzzle, "loopy") == IDS[name]
    for text in (IDS[name], ADDRESSES[name]):
        assert read_only(f"look at {text}, friends").puzzle == puzzle


@st.composite
def variant_puzzles(draw: st.DrawFn) -> Puzzle:
    rules = draw(st.sampled_from(ALL_RULES))
    rows, cols = draw(st.sampled_from([(2, 3), (3, 1), (1, 30), (4, 5)]))
    values = [None, None, None, *range(5), *rules.variant.signs]
    clues = draw(st.lists(st.sampled_from(values), min_size=rows * cols, max_size=rows * cols))
    return Puzzle(square_grid(rows, cols), tuple(clues), rules)


@given(variant_puzzles(), st.data())
def test_notations_keep_the_rules_or_refuse_them(puzzle: Puzzle, data: st.DataObject) -> None:
    marks = data.draw(
        st.dictionaries(
            st.integers(0, len(puzzle.grid.edge_dots) - 1), st.sampled_from(EdgeState), max_size=3
        )
    )
    board = Board.blank(puzzle).mark(marks)
    for notation in NOTATIONS:
        if puzzle.rules.is_plain or notation in WITH_RULES:
            text = format_board(board, notation)
            assert is_kept(text, puzzle)
            if NOTATIONS[notation].write_marks:
                assert parse_board(text) == board
        else:
            with pytest.raises(NotationError, match=r"^Only puzzles with the plain rules can be"):
                format_board(board, notation)


def test_files_of_puzz_link_may_have_colours_and_marks_on_dots() -> None:
    """As its own samples: version 3.1 without marks on dots, and 3 with them."""
    edges = "0 1 0/1 0/0 1/"
    for version, dots in (("3.1", ""), ("3", "0 1 2/0 0 0/")):
        text = f"pzprv{version}/tslither/1/2/2 ./0 1/{edges}{dots}"
        board = parse_board(text)
        assert board.puzzle == Puzzle(square_grid(1, 2), (2, None), Rules("touch"))
        assert sorted(board.lines) == [0, 3, 5]
    text = "pzprv3.1/swslither/1/2/f/5 6/0 0/0 0 0/0 0/0 0/"
    assert parse_board(text).puzzle.clues == (-2, -3)
    assert parse_board(text).puzzle.rules == Rules("sheep-wolf-full")


def test_a_flag_that_means_nothing_is_remarked() -> None:
    text = "puzz.link/p?vslither/f/3/3/o"
    assert parse_puzzle(text).rules == Rules("vertex")
    assert read_only(text).remarks == ("the flag f means nothing in Vertex Slitherlink",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("3x3:odd_i", "there is a description of the grid, which this tiling does not have"),
        ("3x3:standard_i", "there is a description of the grid"),
        ("3x3:touch_Sh", '"S" stands for a clue of 28, which is out of range'),
        ("3x3:sheep-wolf_SAg", '"A" stands for a clue of 10'),
        ("3x3t2:touch_6h", "Only boards of squares can be Touch Slitherlink"),
        ("3x3:S2g", '"S" stands for a clue of 28'),
    ],
)
def test_mistakes_get_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_puzzle(text)


def test_rows_between_dots_may_have_animals() -> None:
    puzzle = parse_puzzle("3x2:sheep-wolf_S2.W.1")
    assert puzzle == parse_puzzle("3x2:sheep-wolf_S2aWa1")


def test_puzzles_from_elsewhere_are_written_as_they_were() -> None:
    for record in shared_variants():
        puzzle = parse_puzzle(record["url"])
        genre, _, flag = record["variant"].partition("/")
        assert puzzle.rules.variant.genre == genre
        assert puzzle.rules.variant.visits_every_dot == (flag == "f")
        rows = ["".join(_sign(c, puzzle) for c in row) for row in puzzle.clue_rows]
        assert rows == record["clues"]
        for notation in WITH_RULES:
            assert parse_puzzle(format_puzzle(puzzle, notation)) == puzzle
        assert format_puzzle(puzzle, "puzzlink") == record["url"]


def _sign(clue: int | None, puzzle: Puzzle) -> str:
    return "." if clue is None else puzzle.rules.clue_text(clue)
