"""Many puzzles: lists on the command line, engines of batches, and the cost of each level."""

import asyncio
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Annotated

import structlog
import typer
from distributed import LocalCluster

from batch.chunks import Chunk
from batch.cluster import ClusterEngine
from batch.engine import Engine, LocalEngine
from batch.folder import BatchFolder
from batch.rows import BatchItem, ItemFailure, MakeItems, PuzzleRow, RowsRequest, answer_items
from batch.run import run_batch
from batch.schema import part_of
from puzzle.notation import format_loopy
from puzzle.symmetry import images
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from tools.bench.datasets import load
from tools.bench.measure import print_machine
from workers.child import NICENESS

EASY = MakeItems(GenerationSpec(7, 7, Difficulty.EASY))
ROOT = Path(__file__).resolve().parents[3]
OURO = (sys.executable, "-P", "-m", "cli")
LIST = ROOT / "tests" / "samples" / "medium_10x10.jsonl"
"""The puzzles of the list."""
KILL_SECONDS = 600.0
MACHINES, CORES = 50, 16
"""The cluster whose time is worked out on paper."""
MILLION = 1_000_000


def batch(
    listed: Annotated[int, typer.Option(help="Puzzles in the list of `ouro solve`.")] = 2000,
    chunks: Annotated[int, typer.Option(help="Chunks in each round of the engines.")] = 40,
    items: Annotated[int, typer.Option(help="Puzzles of each of these chunks.")] = 10,
    rounds: Annotated[int, typer.Option(help="Rounds of lists and engines; the best counts.")] = 3,
    sample: Annotated[int, typer.Option(help="Puzzles made of each level, at 7x7 and 10x10.")] = 60,
) -> None:
    """Time lists by one process and by all cores, compare the engines, and measure each level.

    `ouro solve` and `ouro rate` run as whole programs on a list of 10x10 puzzles. Each engine
    writes parts of easy 7x7 puzzles, in two processes. The table says what a chunk costs beyond
    plain multiprocessing, whose workers cannot be killed one by one. 0 leaves a table out.
    """
    print_machine(all_cores=True)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    if listed:
        time_lists(listed, rounds)
    if chunks:
        compare_engines(chunks, rounds, items)
    print(f"\n{'level':8} {'size':>6} {'CPU ms each':>11} {'core-hours a million':>21}", end="")
    print(f" {f'minutes on {MACHINES} x {CORES} cores':>30}")
    for side in (7, 10):
        for level in Difficulty if sample else ():
            print(_cost(GenerationSpec(side, side, level, seed=1), sample), flush=True)


def time_lists(count: int, rounds: int) -> None:
    """Print puzzles per second of `ouro solve` and `ouro rate`, by one process and by more.

    The list repeats the eight images of each puzzle. CPU is the processor time of all processes
    for a puzzle, with the start of the program.
    """
    cores = len(os.sched_getaffinity(0))
    print(f"\n{f'{count} of 10x10':26} {'seconds':>8} {'puzzles/s':>10} {'CPU ms':>7}")
    puzzles = cycle(chain.from_iterable(map(images, load(LIST).puzzles)))
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.writelines(f"{format_loopy(puzzle)}\n" for puzzle in islice(puzzles, count))
        file.flush()
        for command in ("solve", "rate"):
            for jobs in (1, cores):
                runs = [_list_seconds(command, file.name, jobs) for _ in range(rounds)]
                best, cpu = min(runs)
                name = f"ouro {command} --jobs {jobs}"
                print(f"{name:26} {best:8.2f} {count / best:10,.0f} {cpu / count * 1e3:7.2f}")


def _list_seconds(command: str, file: str, jobs: int) -> tuple[float, float]:
    """The seconds and processor seconds of a run over a list."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(  # noqa: S603 - our own program
        [*OURO, command, "--json", "--file", file, "--jobs", str(jobs)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def compare_engines(count: int, rounds: int, items: int) -> None:
    """Print the seconds that each engine takes for `count` chunks, and what a chunk costs more."""
    chunks = [
        Chunk(number, tuple(BatchItem(number * items + one) for one in range(items)))
        for number in range(count)
    ]
    times: dict[str, list[float]] = {}
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        address: str = cluster.scheduler_address
        contestants: dict[str, Callable[[], float]] = {
            "multiprocessing": lambda: _plain_seconds(chunks),
            "this machine": lambda: _engine_seconds(LocalEngine(EASY, 2, KILL_SECONDS), chunks),
            "Dask": lambda: _engine_seconds(ClusterEngine(EASY, address, KILL_SECONDS), chunks),
        }
        for _ in range(rounds):
            for name, run in contestants.items():
                times.setdefault(name, []).append(run())
    print(f"\n{count} chunks of {items}   {'best s':>8} {'puzzles/s':>10} {'ms more a chunk':>16}")
    base = min(times["multiprocessing"])
    for name, seconds in times.items():
        best = min(seconds)
        more = 2 * (best - base) / count * 1e3  # two processes: each has half of the chunks
        print(f"{name:20} {best:8.2f} {count * items / best:10.0f} {more:16.1f}")


def plain_part(chunk: Chunk) -> bytes:
    """Make a part in this process."""
    answer = answer_items(RowsRequest(EASY, chunk.items))
    rows = [result for result in answer.results if isinstance(result, PuzzleRow)]
    failures = [result for result in answer.results if isinstance(result, ItemFailure)]
    return part_of(rows, failures, answer.seconds)


def _plain_seconds(chunks: Iterable[Chunk]) -> float:
    """The seconds that two processes of `multiprocessing` take, without their start."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name, context.Pool(2, os.nice, (NICENESS,)) as pool:
        pool.map(plain_part, [Chunk(0, (BatchItem(0),))] * 8)
        folder = BatchFolder(Path(name))
        started = time.perf_counter()
        for number, data in enumerate(pool.imap_unordered(plain_part, chunks)):
            folder.add_part(number, data)
        return time.perf_counter() - started


def _engine_seconds(engine: Engine, chunks: Iterable[Chunk]) -> float:
    """The seconds that an engine takes, without its start."""
    started: list[float] = []
    warm = [Chunk(-number, (BatchItem(0),)) for number in range(1, 9)]

    def begin(_: int) -> None:
        if len(started) < len(warm):
            started.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as name:
        asyncio.run(run_batch(BatchFolder(Path(name)), [*warm, *chunks], engine, begin))
        return time.perf_counter() - started[-1]


def _cost(spec: GenerationSpec, sample: int) -> str:
    """A row about what puzzles of a specification cost, in processor time of this process."""
    items = tuple(BatchItem(seed) for seed in range(sample))
    answer = answer_items(RowsRequest(MakeItems(spec), items))
    made = sum(isinstance(result, PuzzleRow) for result in answer.results)
    each = answer.seconds / max(made, 1)
    hours = each * MILLION / 3600
    minutes = hours * 60 / (MACHINES * CORES)
    return (
        f"{spec.level.name.lower():8} {spec.size:>6} {each * 1e3:11.1f} {hours:21.1f}"
        f" {minutes:30.1f}" + (f"  ({sample - made} seeds gave none)" if made < sample else "")
    )


def _drop(*_: object) -> str:
    raise structlog.DropEvent
