"""Changes of clues as lines of text."""

import pytest

from puzzle.clue_lines import read_clue_lines
from puzzle.grid import square_grid

GRID = square_grid(5, 6)
WIDE = "".join(chr(ord(char) + 0xFEE0) for char in "C4=2;A1:3")
"""As Japanese keyboards write it."""


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("C4 = 2", {20: 2}),
        ("c4=2\nd5 = blank\r\n\n a1: . ", {20: 2, 27: None, 0: None}),
        ("C4 2, B1 0; F5 空白", {20: 2, 1: 0, 29: None}),
        (WIDE, {20: 2, 0: 3}),
        ("C4 = 2\nC4 = 3", {20: 3}),
        ("A1 = 4", {0: 4}),
    ],
)
def test_lines_are_read_as_people_write_them(text: str, clues: dict[int, int | None]) -> None:
    found = read_clue_lines(GRID, text)
    assert (found.clues, found.errors) == (clues, ())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("G1 = 2", "There is no cell G1; this board has the cells A1 to F5."),
        ("A0 = 2", "'A0' is not a cell; write the letters of its column, then its row, A1."),
        ("A1 = 5", "'A1 = 5' has no clue that a cell can have; write a number from 0 to 4, or"),
        ("A1 =", "'A1 =' has no clue that a cell can have"),
        ("A1 = -1", "'A1 = -1' has no clue that a cell can have"),
        ("hello", "'hello' does not say which clue a cell has; write C4 = 2, or C4 = blank."),
        ("C 2 3 4", "'C 2 3 4' has no clue that a cell can have"),
        ("x" * 500, f"'{'x' * 30}' does not say"),
    ],
)
def test_one_wrong_line_keeps_no_other_from_being_read(line: str, words: str) -> None:
    found = read_clue_lines(GRID, f"B1 = 1\n{line}\nB2 = 3")
    assert found.clues == {1: 1, 7: 3}
    assert [str(error).startswith(words) for error in found.errors] == [True], found.errors
