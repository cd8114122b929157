"""Boards for pictures: a hand-written one, and solved ones from collections of puzzles."""

from collections.abc import Iterator

from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import Board, Puzzle
from puzzle.rules import is_solved
from tests.support.shared import Collections


def solved_board() -> Board:
    """Two rows of three cells, with a loop around all cells except the top right one.

    ┏━━━━━━━┓   ·
    ┃ 2     ┃ 2
    ┃   ·   ┗━━━┓
    ┃     1   3 ┃
    ┗━━━━━━━━━━━┛
    """
    grid = square_grid(2, 3)
    loop = edges_from_rows(grid, ["110", "001", "111"], ["1010", "1001"])
    board = Board.of_lines(Puzzle(grid, (2, None, 2, None, 1, 3)), loop)
    assert is_solved(board.puzzle, board.lines)
    return board


def collected_boards(collections: Collections, name: str, count: int) -> Iterator[Board]:
    """The solved boards of the first `count` puzzles of a collection that have a solution."""
    records = [record for record in collections.records(name) if record.get("solution")]
    assert len(records) >= count
    for record in records[:count]:
        grid = square_grid(record["height"], record["width"])
        clues = (None if char == "." else int(char) for row in record["clues"] for char in row)
        loop = edges_from_rows(grid, record["solution"]["h"], record["solution"]["v"])
        yield Board.of_lines(Puzzle(grid, tuple(clues)), loop)
