"""Collections of puzzles for benchmarks: published and generated ones."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from solver.search import solve
from tools.bench.boards import minimal_board

SHARED = Path(__file__).resolve().parents[3] / "shared" / "puzzles"
"""The folder of published puzzles beside the checkout."""
SMALL_CELLS = 100
"""Maximum number of cells of the collection `small`."""
GENERATED = (
    (15, 15, Difficulty.HARD),
    (20, 20, Difficulty.HARD),
    (30, 25, Difficulty.HARD),
    (20, 20, Difficulty.EXTREME),
)
"""Rows, columns and level of generated puzzles."""


class Dataset(Struct, frozen=True):
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


def generated(rows: int, cols: int, level: Difficulty, count: int) -> Dataset:
    """Generate puzzles of a level from the seeds 1, 2, …; those without a puzzle are skipped."""
    specs = (GenerationSpec(rows, cols, level, seed=seed) for seed in range(1, count + 1))
    results = map(generate, specs)
    puzzles = tuple(result.puzzle for result in results if isinstance(result, GeneratedPuzzle))
    return Dataset(f"generated {cols}x{rows} {level.name.lower()}", puzzles)


def _puzzle_loop(_: int) -> Iterator[Dataset]:
    yield from shared("puzzleloop_5x5_hard", "puzzleloop_10x10_medium", "puzzleloop_10x10_hard")
    sizes = ("15x15", "20x20", "25x30")
    yield from shared(*(f"puzzleloop_{size}_medium" for size in sizes))


def _generated(limit: int) -> Iterator[Dataset]:
    for rows, cols, level in GENERATED:
        yield generated(rows, cols, level, limit)


def _minimal(limit: int) -> Iterator[Dataset]:
    """Boards of which no clue can be removed, as a SAT solver found; see `minimal_board`."""
    yield from shared("satmin_10x10")
    for side, count in ((20, 10), (30, 4)):
        puzzles = (minimal_board(side, side, seed) for seed in range(min(limit, count)))
        yield Dataset(f"SAT-minimal {side}x{side}", tuple(puzzles))


def _small(_: int) -> Iterator[Dataset]:
    """Small boards that propagation alone does not solve."""
    for dataset in shared("janko_a", "misc_examples", "satmin_10x10"):
        small = (puzzle for puzzle in dataset.puzzles if len(puzzle.clues) <= SMALL_CELLS)
        puzzles = tuple(puzzle for puzzle in small if solve(puzzle).stats.calls)
        yield Dataset(f"{dataset.name}, small and needing SAT", puzzles)


COLLECTIONS: Mapping[str, Callable[[int], Iterator[Dataset]]] = MappingProxyType(
    {
        "puzzle-loop": _puzzle_loop,
        "loopy": lambda _: iter(shared("loopy_10x10t0dt", "loopy_10x10t0dh", "loopy_30x30t0dh")),
        "janko": lambda _: iter(shared("janko_a")),
        "users": lambda _: iter(shared("misc_examples")),
        "generated": _generated,
        "minimal": _minimal,
        "small": _small,
    }
)
"""The datasets of each collection, of which at most so many puzzles are needed."""


def datasets(names: list[str], limit: int) -> Iterator[Dataset]:
    """The datasets of collections, shared files (without `.jsonl`) and other files, by name.

    Raises `SystemExit` for a name that is none of these.
    """
    for name in names:
        if name in COLLECTIONS:
            yield from COLLECTIONS[name](limit)
        elif found := shared(name):
            yield from found
        elif Path(name).is_file():
            yield load(Path(name))
        else:
            raise SystemExit(f"{name} is no file and none of: {', '.join(COLLECTIONS)}")
