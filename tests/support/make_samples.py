"""Generates the sample puzzles: `python -m tests.support.make_samples`.

tests/samples/README.md lists them.
"""

import json
from collections.abc import Iterable, Iterator

from puzzle.grid import edge_rows
from puzzle.model import Puzzle, Solution
from puzzle.notation import format_rows
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import GenerationSpec
from solver.search import solve
from tests.support.shared import SAMPLES
from tools.bench.boards import minimal_board

EASY, NORMAL, HARD, EXPERT, _ = Difficulty
SEED = 2026
MADE = {
    "medium_5x5": (5, 5, EASY, 6),
    "medium_7x7": (7, 7, EASY, 2),
    "medium_10x10": (10, 10, EASY, 10),
    "medium_15x15": (15, 15, EASY, 2),
    "medium_20x20": (20, 20, EASY, 1),
    "medium_25x30": (30, 25, EASY, 3),
    "hard_5x5": (5, 5, HARD, 6),
    "hard_10x10": (10, 10, HARD, 6),
    "easy_10x10": (10, 10, EASY, 4),
    "normal_10x10": (10, 10, NORMAL, 4),
    "tricky_10x10": (10, 10, HARD, 4),
    "expert_10x10": (10, 10, EXPERT, 4),
    "expert_7x7": (7, 7, EXPERT, 6),
    "expert_30x30": (30, 30, EXPERT, 1),
}
"""Rows, columns, difficulty and number of puzzles of each sample."""
VARIED = ((4, 4), (4, 6), (7, 5), (8, 8), (9, 8), (8, 11), (10, 12), (14, 9))
"""Rows and columns of the puzzles in the sample `varied`, whose difficulties alternate."""


def made(
    rows: int, cols: int, level: Difficulty, count: int, seed: int
) -> Iterator[GeneratedPuzzle]:
    """Generate puzzles of one size and difficulty."""
    for one in series(GenerationSpec(rows, cols, level, seed=seed), count):
        assert isinstance(one, GeneratedPuzzle)
        yield one


def varied() -> Iterator[GeneratedPuzzle]:
    """Generate puzzles of the sizes in `VARIED`."""
    for number, (rows, cols) in enumerate(VARIED):
        level = (EASY, NORMAL, HARD)[number % 3]
        yield from made(rows, cols, level, 1, SEED + 2000 + number)


def minimal() -> Iterator[tuple[Puzzle, Solution]]:
    """Puzzles from which no clue can be removed; they are hard for people."""
    for seed in range(4):
        puzzle = minimal_board(10, 10, SEED + seed)
        yield puzzle, solve(puzzle).solutions[0]


def write(name: str, puzzles: Iterable[tuple[Puzzle, Solution]]) -> None:
    """Write a sample as JSON lines, one record per puzzle."""
    lines = []
    for number, (puzzle, solution) in enumerate(puzzles, start=1):
        across, down = edge_rows(puzzle.grid, solution)
        record = {
            "id": f"{name}:{number}",
            "width": puzzle.grid.cols,
            "height": puzzle.grid.rows,
            "clues": format_rows(puzzle).split(),
            "solution": {"h": across, "v": down},
        }
        lines.append(json.dumps(record) + "\n")
    (SAMPLES / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for offset, (sample, (rows, cols, level, count)) in enumerate(MADE.items()):
        answers = made(rows, cols, level, count, SEED + 100 * offset)
        write(sample, ((one.puzzle, one.solution) for one in answers))
    write("varied", ((one.puzzle, one.solution) for one in varied()))
    write("minimal_10x10", minimal())
