"""Puzzles to measure with."""

import json
from dataclasses import dataclass
from pathlib import Path

from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle


@dataclass(frozen=True, slots=True)
class Dataset:
    """A name and its puzzles."""

    name: str
    puzzles: tuple[Puzzle, ...]


def load(path: Path) -> Dataset:
    """The puzzles of a file: one on every line, as text or as JSON.

    A JSON line has `width`, `height` and `clues`, a list of rows in which digits are clues.
    Lines of JSON without clues are passed over.
    """
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if path.suffix == ".jsonl":
        records = [json.loads(line) for line in lines]
        puzzles = [_from_record(record) for record in records if "clues" in record]
    else:
        puzzles = [parse_puzzle(line, DEFAULT_BOUNDS) for line in lines]
    return Dataset(path.stem, tuple(puzzles))


def _from_record(record: dict[str, object]) -> Puzzle:
    rows, cols, clues = record["height"], record["width"], record["clues"]
    assert isinstance(rows, int)
    assert isinstance(cols, int)
    assert isinstance(clues, list)
    cells = "".join(clues)
    values = tuple(int(cell) if cell in "01234" else None for cell in cells)
    return Puzzle(square_grid(rows, cols), values)


def ring(side: int) -> Puzzle:
    """A closed ring of 0s three cells in from the border, a 3 in a corner, a 1 in the middle.

    It has no solution: nothing crosses the ring. Forbidding loops one by one takes
    exponential time on it.
    """
    near, far = 3, side - 4
    cells = {(i, j) for i in range(near, far + 1) for j in (near, far)}
    zeros = cells | {(j, i) for i, j in cells}
    clues: list[int | None] = [None] * (side * side)
    for row, col in zeros:
        clues[row * side + col] = 0
    clues[0] = 3
    clues[side // 2 * side + side // 2] = 1
    return Puzzle(square_grid(side, side), tuple(clues))


def sea(islands: int, side: int = 6) -> Puzzle:
    """A sea of 0s with `islands` squared blank islands of `side` cells, a 2 in each."""
    period = side + 1
    length = islands * period + 1
    clues: list[int | None] = [0] * (length * length)
    for row in range(length):
        for col in range(length):
            if row % period and col % period:
                middle = row % period == side // 2 and col % period == side // 2
                clues[row * length + col] = 2 if middle else None
    return Puzzle(square_grid(length, length), tuple(clues))
