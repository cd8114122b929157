"""Ouro's solver beside plain per-loop negation: solve and prove unique.

    script/bench solve ../shared/puzzles/puzzleloop_25x30_medium.jsonl [MORE …] [--limit 20]

The peer writes its clauses out and negates subloops as published solvers do, on the same
SAT solver. `negate-loops` is the same idea on Ouro's own machinery. The ratio is the median
over puzzles of a contestant's time to the peer's on the same puzzle.
"""

import platform
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bench.datasets import load
from bench.measure import HEADER, Contestant, race
from bench.peers import plain_negation
from solver.options import Options
from solver.search import Limits, Outcome, solve

LIMITS = Limits(seconds=60)


def main(
    datasets: Annotated[list[Path], typer.Argument(help="Files with one puzzle on every line.")],
    limit: Annotated[int, typer.Option(help="Take the first so many puzzles of each.")] = 50,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 3,
) -> None:
    """Print median, p95 and maximum of each contestant on each dataset, and the ratio."""
    contestants: dict[str, Contestant] = {
        "plain per-loop negation": plain_negation,
        "ouro, negate-loops": partial(solve, limits=LIMITS, options=Options("negate-loops")),
        "ouro, cuts": partial(solve, limits=LIMITS),
    }
    print(f"Python {platform.python_version()}, {platform.machine()}, one core")
    for path in datasets:
        dataset = load(path)
        puzzles = dataset.puzzles[:limit]
        for puzzle in puzzles:
            _agree(puzzle.size, solve(puzzle, LIMITS).outcome, plain_negation(puzzle))
        print(f"\n{dataset.name}: {len(puzzles)} puzzles\n{HEADER}")
        timings = race(contestants, puzzles, repeat)
        for timing in timings:
            print(timing.row(timings[0]))


def _agree(size: str, outcome: Outcome, found: int) -> None:
    expected = (Outcome.NONE, Outcome.UNIQUE, Outcome.MULTIPLE)[found]
    if outcome is not expected:
        raise SystemExit(f"a {size} puzzle: ouro says {outcome.value}, the peer {expected.value}")


if __name__ == "__main__":
    typer.run(main)
