"""Short texts that would need much work are refused before it begins."""

import pytest

from puzzle.bounds import Bounds
from puzzle.errors import NotationError, PuzzleError, SizeError
from puzzle.grid import square_grid
from puzzle.notation import parse_puzzle, parse_rows
from puzzle.notation.search import MAX_PIECES
from tests.support.readings import find_puzzle


def grids_created() -> int:
    return square_grid.cache_info().misses


@pytest.mark.parametrize("text", ["57x53:a", "slither/53/57/~", "57x53:" + "z" * 200, "53x57:5"])
def test_no_grid_is_created_for_clues_that_do_not_fit(text: str) -> None:
    before = grids_created()
    with pytest.raises(NotationError):
        parse_puzzle(text)
    assert grids_created() == before


def test_no_grid_is_created_for_a_doubtful_piece() -> None:
    before = grids_created()
    message = " ".join(f"`slither/{side}/59/`" for side in range(50, 90))
    with pytest.raises(PuzzleError):  # the words themselves are addresses
        find_puzzle(message.replace("/59/", "/59/~"))
    found = find_puzzle("`58x61:" + "z" * 136 + "b` no")
    assert found is not None
    assert found.size == "58x61"
    assert grids_created() == before + 1


def test_a_message_of_very_many_pieces_is_not_read_to_its_end() -> None:
    good = "3x3:3c2c1"
    assert find_puzzle("`a` " * (MAX_PIECES - 1) + good) == parse_rows("3..\n.2.\n..1")
    assert find_puzzle("`a` " * MAX_PIECES + good) is None


def test_far_too_many_rows_are_reported_by_their_number() -> None:
    with pytest.raises(SizeError) as caught:
        parse_rows("\n".join(["32."] * 5000), Bounds(max_side=100))
    assert caught.value.size == "3x5000"
