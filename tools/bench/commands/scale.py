"""Times, outcomes and memory of solving large boards with few clues."""

import multiprocessing
import resource
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Annotated

import typer

from cli.options import HELP as OPTIONS_HELP
from cli.options import parse_options
from solver.options import DEFAULT_OPTIONS, Options
from solver.search import Limits, Outcome, solve
from tools.bench.boards import sparse_board
from tools.bench.measure import print_machine

SEEDS = {60: 10, 100: 10, 150: 3, 200: 3}
"""Default number of boards by side length."""


@dataclass(frozen=True, slots=True)
class Run:
    """Wall-clock and processor seconds and outcome of each search, and peak memory in MiB."""

    seconds: tuple[float, ...]
    processor: tuple[float, ...]
    outcomes: tuple[Outcome, ...]
    memory: float


def scale(
    sides: Annotated[list[int] | None, typer.Argument(help="Sides of the boards.")] = None,
    share: Annotated[float, typer.Option(help="The share of cells that keep their clue.")] = 0.4,
    seeds: Annotated[int | None, typer.Option(help="Boards of each size, from seed 0.")] = None,
    seconds: Annotated[float, typer.Option(help="Time limit of each board.")] = 60,
    choices: Annotated[str, typer.Option("--options", help=OPTIONS_HELP)] = "",
) -> None:
    """Solve and prove unique, or find two solutions; each size runs in its own process."""
    options = parse_options(choices)
    print_machine()
    print(
        f"\n{'size':>9} {'median s':>9} {'max s':>9} {'median cpu':>11} {'memory':>10}   outcomes"
    )
    for side in sides or SEEDS:
        count = seeds or SEEDS.get(side, 3)
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=context) as process:
            run = process.submit(solve_sparse, side, share, count, seconds, options).result()
        tally = Counter(outcome.value for outcome in run.outcomes)
        outcomes = ", ".join(f"{number} {outcome}" for outcome, number in tally.items())
        print(
            f"{f'{side}x{side}':>9} {statistics.median(run.seconds):9.2f}"
            f" {max(run.seconds):9.2f} {statistics.median(run.processor):11.2f}"
            f" {run.memory:6.0f} MiB   {outcomes}",
            flush=True,
        )


def solve_sparse(
    side: int, share: float, seeds: int, seconds: float, options: Options = DEFAULT_OPTIONS
) -> Run:
    """Solve the boards of one size, one after another."""
    reports, processor = [], []
    for seed in range(seeds):
        board = sparse_board(side, side, share, seed)
        started = time.process_time()
        reports.append(solve(board, Limits(seconds), options))
        processor.append(time.process_time() - started)
    unit = 1 if sys.platform == "darwin" else 1024  # bytes on macOS, KiB elsewhere
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
    taken = tuple(report.stats.seconds for report in reports)
    outcomes = tuple(report.outcome for report in reports)
    return Run(taken, tuple(processor), outcomes, memory)
