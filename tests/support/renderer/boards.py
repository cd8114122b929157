"""Boards for pictures: one made by hand, and solved ones from the shared puzzles."""

import json
from collections.abc import Iterator
from pathlib import Path

from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import Board, Puzzle
from puzzle.rules import is_solved


def solved_board() -> Board:
    """Two rows of three cells whose loop leaves out the cell at the top right.

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


def shared_boards(folder: Path, name: str, count: int) -> Iterator[Board]:
    """The first solved puzzles of a shared file."""
    with (folder / "puzzles" / name).open(encoding="utf-8") as file:
        records = [record for record in map(json.loads, file) if record.get("solution")]
    assert len(records) >= count
    for record in records[:count]:
        grid = square_grid(record["height"], record["width"])
        clues = (None if char == "." else int(char) for row in record["clues"] for char in row)
        loop = edges_from_rows(grid, record["solution"]["h"], record["solution"]["v"])
        yield Board.of_lines(Puzzle(grid, tuple(clues)), loop)
