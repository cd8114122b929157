"""Messages of errors are one sentence, and bounds of sizes."""

import pytest

from puzzle.bounds import Bounds
from puzzle.errors import NotationError, SizeError


def test_sentences() -> None:
    error = NotationError("CSV", "there are 2 cells", "in row 2", "give it 3")
    assert str(error) == "Read as CSV: in row 2, there are 2 cells; give it 3."
    assert str(NotationError("", "There is nothing")) == "There is nothing."


@pytest.mark.parametrize(
    ("rows", "cols", "reason"),
    [
        (0, 3, "at least one row"),
        (3, 0, "at least one row"),
        (3, 201, r"201x3.*no side may be over 200"),
        (201, 3, r"3x201.*no side may be over 200"),
    ],
)
def test_bounds_refuse_sizes(rows: int, cols: int, reason: str) -> None:
    with pytest.raises(SizeError, match=reason):
        Bounds().check(rows, cols)


def test_bounds_take_the_longest_sides() -> None:
    Bounds(max_side=4).check(4, 3)
    Bounds(max_side=4).check(3, 4)


def test_bounds_refuse_too_many_cells() -> None:
    Bounds(max_cells=6).check(2, 3)
    with pytest.raises(SizeError, match=r"3x3.*at most 6 cells"):
        Bounds(max_cells=6).check(3, 3)
