"""How near real puzzles come to being taken for a daily, and what looking for dailies costs."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from jobs import GenerateAnswer, GenerateRequest, make_puzzle
from jobs.bounds import CHAT_BOUNDS
from play.calendar import Track, size
from play.resemblance import CONTRADICTION, ClueField, is_regular, needed_score, score_in_place
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from service.daily_generation import spec_of
from solver.report import Limits
from solver.search import solve
from tools.bench.datasets import SHARED
from tools.bench.measure import print_machine
from tools.fuzz.seeds import random_puzzle

A_SATURDAY, A_SUNDAY = date(2026, 11, 7), date(2026, 11, 8)
SIDES = tuple(sorted({size(track, day) for track in Track for day in (A_SATURDAY, A_SUNDAY)}))
"""Sides of dailies."""
LEAKS = 20
"""Dailies of each track that clues are left out of."""
NEAR = 5
"""Scores that are so much less than needed are told."""
SAME_LOOP = 0.8
"""Two puzzles have the same loop where so large a share of cells has as many lines in both."""


@dataclass(frozen=True, slots=True)
class Known:
    """A puzzle of a collection; `lines` has as clues how many lines its solution has at each cell,
    where that is known."""

    name: str
    puzzle: Puzzle
    lines: Puzzle | None


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """A puzzle that is searched for another, which could be a daily."""

    puzzle: Known
    daily: Known
    score: int
    needed: int

    @property
    def missing(self) -> int:
        """How much less than needed the score is."""
        return self.needed - self.score

    def __str__(self) -> str:
        return (
            f"{self.daily.name} scores {self.score} of {len(self.daily.puzzle.clue_cells)} in "
            f"{self.puzzle.name}, and {self.needed} are needed"
        )


def dailies(
    step: Annotated[int, typer.Option(help="Only every so many puzzles as dailies.")] = 16,
    folder: Annotated[Path, typer.Option(help="Collections of puzzles.")] = SHARED,
) -> None:
    """Look for each puzzle of the size of a daily in all puzzles of the collections.

    The exit code is 1 when one is found where it is not. Puzzles of the same loop are the same
    puzzle, with other clues left out, and do not count. Then the largest board is searched for
    dailies of random clues; time is that of the processor. Last, clues are left out of generated
    dailies: how many are still recognised, and how much of their loop a solution shows.
    """
    print_machine()
    known = list(known_puzzles(sorted(folder.glob("*.jsonl"))))
    wanted = daily_sized(known)[::step]
    print(f"{len(wanted)} puzzles as dailies, looked for in {len(known)}")
    near = sorted(near_pairs(known, wanted), key=lambda pair: pair.missing)
    for missing, count in sorted(Counter(pair.missing for pair in near).items()):
        print(f"{count} pairs lack {missing}" if missing > 0 else f"{count} exceed by {-missing}")
    print("\n".join(f"  {pair}" for pair in near[:10]))
    time_largest()
    tell_leaks()
    if near and near[0].missing <= 0:
        raise typer.Exit(1)


def time_largest() -> None:
    """Times the search of the largest board for the dailies of a Sunday, the largest there are."""
    side, sides = CHAT_BOUNDS.max_side, [size(track, A_SUNDAY) for track in Track]
    board, patterns = random_puzzle(side, side, 1), [random_puzzle(n, n, n) for n in sides]
    seconds = []
    for _ in range(5):
        start = time.process_time()
        field = ClueField(board, max(sides))
        assert not any(field.holds(pattern) for pattern in patterns)
        seconds.append(time.process_time() - start)
    print(f"{side}x{side}, searched for dailies of {sides}: {min(seconds) * 1e3:.0f} ms")


def tell_leaks() -> None:
    """Leaves shares of the clues out of generated dailies."""
    made = []
    for seed in range(LEAKS):
        for track in Track:
            answer = make_puzzle(GenerateRequest(spec_of(track, A_SATURDAY, seed)))
            assert isinstance(answer, GenerateAnswer)
            made.append((track, answer.puzzle, answer.solution))
    random = Random(1)
    for share in (0.1, 0.25, 0.4, 0.5, 0.6):
        found, shown = Counter[Track](), Counter[Track]()
        for track, puzzle, loop in made:
            cells = puzzle.clue_cells
            out = set(random.sample(cells, round(share * len(cells))))
            clues = tuple(None if cell in out else c for cell, c in enumerate(puzzle.clues))
            fewer = Puzzle(puzzle.grid, clues)
            found[track] += ClueField(fewer, fewer.grid.rows).holds(puzzle)
            solution = solve(fewer, Limits(solutions=1)).solutions[0]
            shown[track] += 100 * len(solution & loop) // len(loop)
        texts = (f"{t.value} {found[t]} of {LEAKS}, {shown[t] // LEAKS} %" for t in Track)
        print(f"{share:.0%} of clues left out, recognised, loop shown: {'; '.join(texts)}")


def known_puzzles(paths: Iterable[Path]) -> Iterator[Known]:
    """The puzzles in files of JSON lines with `clues` and, where it is known, `solution`."""
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            if "clues" in record:
                solution: dict[str, list[str]] | None = record.get("solution")
                lines = _puzzle(_lines_at_cells(solution)) if solution else None
                yield Known(record["id"], _puzzle(record["clues"]), lines)


def daily_sized(known: Iterable[Known]) -> list[Known]:
    """Those that are as large as a daily, and not too regular to be searched."""
    return [
        each
        for each in known
        if each.puzzle.grid.rows == each.puzzle.grid.cols
        and each.puzzle.grid.rows in SIDES
        and not is_regular(each.puzzle)
    ]


def near_pairs(known: Iterable[Known], wanted: Sequence[Known]) -> Iterator[ScoredPair]:
    """Pairs whose score is at most `NEAR` less than needed, but for those with the same loop."""
    for each in known:
        fields = {side: ClueField(each.puzzle, side) for side in SIDES}
        for daily in wanted:
            field = fields[daily.puzzle.grid.rows]
            needed = needed_score(each.puzzle, daily.puzzle)
            if field.reaches(needed - NEAR, daily.puzzle) and not same_loop(each, daily):
                yield ScoredPair(each, daily, field.best_score(daily.puzzle), needed)


def same_loop(one: Known, other: Known) -> bool:
    """Whether two puzzles have the same loop, turned or mirrored, nearly everywhere."""
    first, second = (each.lines or _lines_of_solution(each.puzzle) for each in (one, other))
    least = SAME_LOOP - CONTRADICTION * (1 - SAME_LOOP)
    return score_in_place(first, second) >= least * len(first.clues)


def _lines_of_solution(puzzle: Puzzle) -> Puzzle:
    """What is in `Known.lines`, of a puzzle that has to be solved for it."""
    found = solve(puzzle, Limits(solutions=1)).solutions
    loop = found[0] if found else frozenset()
    lines = (sum(edge in loop for edge in edges) for edges in puzzle.grid.cell_edges)
    return Puzzle(puzzle.grid, tuple(lines))


def _puzzle(rows: Sequence[str]) -> Puzzle:
    cells = tuple(int(cell) if cell in "01234" else None for cell in "".join(rows))
    return Puzzle(square_grid(len(rows), len(rows[0])), cells)


def _lines_at_cells(solution: dict[str, list[str]]) -> list[str]:
    """How many of its four edges belong to the loop, for each cell."""
    flat, upright = solution["h"], solution["v"]
    return [
        "".join(
            str(sum(map(int, (above[col], below[col], sides[col], sides[col + 1]))))
            for col in range(len(above))
        )
        for above, below, sides in zip(flat, flat[1:], upright, strict=False)
    ]
