"""Datasets of puzzles for benchmarks."""

import json
from dataclasses import dataclass
from pathlib import Path

from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from tools.bench.boards import minimal_board

SHARED = Path(__file__).resolve().parents[3] / "shared" / "puzzles"


@dataclass(frozen=True, slots=True)
class Dataset:
    """A named list of puzzles."""

    name: str
    puzzles: tuple[Puzzle, ...]

    def spread(self, count: int) -> tuple[Puzzle, ...]:
        """At most `count` puzzles, evenly spread, because files are ordered by size."""
        step = max(1.0, len(self.puzzles) / count)
        return tuple(
            self.puzzles[int(rank * step)] for rank in range(min(count, len(self.puzzles)))
        )


def load(path: Path) -> Dataset:
    """The puzzles of a file with one per line, in any notation or as JSON (`.jsonl`).

    A JSON line has `width`, `height` and `clues`, a list of rows in which digits are clues.
    Lines of JSON without clues are skipped.
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


def shared(*names: str) -> list[Dataset]:
    """The named datasets in the shared folder beside the checkout; missing files are skipped."""
    paths = [SHARED / f"{name}.jsonl" for name in names]
    return [load(path) for path in paths if path.exists()]


def minimal(side: int, count: int) -> Dataset:
    """Generate SAT-minimal square boards from the seeds 0, 1, …"""
    puzzles = tuple(minimal_board(side, side, seed) for seed in range(count))
    return Dataset(f"made_satmin_{side}x{side}", puzzles)


def generated(rows: int, cols: int, level: Difficulty, count: int) -> Dataset:
    """Generate puzzles of a level from the seeds 1, 2, …; those without a puzzle are skipped."""
    specs = (GenerationSpec(rows, cols, level, seed=seed) for seed in range(1, count + 1))
    results = map(generate, specs)
    puzzles = tuple(result.puzzle for result in results if isinstance(result, GeneratedPuzzle))
    return Dataset(f"generated {cols}x{rows} {level.name.lower()}", puzzles)
