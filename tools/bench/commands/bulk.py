"""Puzzles per second of `ouro solve` and `ouro rate` on a list, with one process and with more."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Annotated

import typer

from puzzle.notation import format_loopy
from puzzle.symmetry import images
from tools.bench.datasets import Dataset, load, shared
from tools.bench.measure import print_machine

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "tests" / "samples" / "medium_10x10.jsonl"
"""The puzzles where there is no shared folder."""
COMMANDS = (("solve", "--json"), ("rate", "--json"))


@dataclass(frozen=True, slots=True)
class BulkRun:
    """The seconds and processor seconds of a run over a list."""

    seconds: float
    cpu_seconds: float


def bulk(
    datasets: Annotated[
        list[Path] | None,
        typer.Argument(help="Files with one puzzle on every line; without any, 10x10 puzzles."),
    ] = None,
    count: Annotated[int, typer.Option(help="Puzzles in each list.")] = 2000,
    jobs: Annotated[int, typer.Option(help="Processes; 0 for one on each core.")] = 0,
    repeat: Annotated[int, typer.Option(help="Runs of each; the quickest one counts.")] = 3,
) -> None:
    """Time whole runs of `ouro solve` and `ouro rate` on a list, by one process and by several.

    The list repeats the eight images of each puzzle until it is long enough. The runs take turns.
    The ratio compares with one process; CPU is the processor time of all processes for a puzzle.
    """
    print_machine(all_cores=True)
    many = jobs or len(os.sched_getaffinity(0))
    for dataset in _datasets(datasets or []):
        print(f"\n{dataset.name}: {count} puzzles")
        print(f"{'':26} {'seconds':>8} {'puzzles/s':>10} {'CPU ms':>7} {'ratio':>6}")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list.txt"
            _write(path, dataset, count)
            for command in COMMANDS:
                _print_rows(command, count, _compete(command, path, (1, many), repeat))


def _datasets(paths: list[Path]) -> Iterable[Dataset]:
    if paths:
        return map(load, paths)
    return shared("puzzleloop_10x10_medium") or [load(SAMPLE)]


def _write(path: Path, dataset: Dataset, count: int) -> None:
    puzzles = list(chain.from_iterable(map(images, dataset.puzzles)))
    lines = [format_loopy(puzzle) for puzzle in islice(cycle(puzzles), count)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _compete(
    command: tuple[str, ...], path: Path, jobs: tuple[int, ...], repeat: int
) -> dict[int, BulkRun]:
    """The quickest run for each number of processes."""
    best: dict[int, BulkRun] = {}
    for _ in range(repeat):
        for number in jobs:
            found = _run([*command, "--file", str(path), "--jobs", str(number)])
            if number not in best or found.seconds < best[number].seconds:
                best[number] = found
    return best


def _run(arguments: list[str]) -> BulkRun:
    before, start = _children_seconds(), time.perf_counter()
    subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", "cli", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return BulkRun(time.perf_counter() - start, _children_seconds() - before)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _print_rows(command: tuple[str, ...], count: int, runs: dict[int, BulkRun]) -> None:
    for number, run in runs.items():
        name = f"{command[0]}, {number} process{'' if number == 1 else 'es'}"
        print(
            f"{name:26} {run.seconds:8.2f} {count / run.seconds:10,.0f}"
            f" {run.cpu_seconds / count * 1e3:7.2f} {runs[1].seconds / run.seconds:6.2f}",
            flush=True,
        )
