"""Tables of paired timings: medians, worst cases, and ratios puzzle by puzzle; values and goals."""

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from puzzle.model import Puzzle
from solver.errors import FormulaSizeError
from solver.options import DEFAULT_OPTIONS, Options
from solver.search import Limits, Outcome, solve
from tools.bench.timing import Contestant, percentile, race

HEADER = f"{'':26} {'solved':>9} {'median':>9} {'p95':>9} {'max ms':>9}   {'ratio':>7} {'p95':>8}"


class SolveTimings(Struct, frozen=True):
    """The times of one contestant on each puzzle, in seconds, and its answers."""

    name: str
    seconds: tuple[float, ...]
    answers: tuple[int | None, ...]

    def row(self, base: "SolveTimings") -> str:
        """A table row: solved, median, 95th percentile and maximum in ms; ratios to `base`.

        A puzzle that was not solved counts with the time spent, so ratios are then lower
        bounds, marked with `>`.
        """
        solved = sum(answer is not None for answer in self.answers)
        ratios = [mine / theirs for mine, theirs in zip(self.seconds, base.seconds, strict=True)]
        bound = ">" if solved < len(self.answers) else " "
        return (
            f"{self.name:26} {f'{solved}/{len(self.answers)}':>9}"
            f" {statistics.median(self.seconds) * 1e3:9.2f}"
            f" {percentile(self.seconds, 0.95) * 1e3:9.2f} {max(self.seconds) * 1e3:9.2f}  "
            f"{bound}{statistics.median(ratios):7.2f} {percentile(ratios, 0.95):8.2f}"
        )


def ouro(options: Options = DEFAULT_OPTIONS, seconds: float = 60) -> Contestant:
    """Ouro's solver as a contestant with a time limit in seconds.

    A puzzle that is too large for a method counts as one that is not solved in time.
    """
    limits = Limits(seconds)

    def count(puzzle: Puzzle) -> int | None:
        try:
            report = solve(puzzle, limits, options)
        except FormulaSizeError:
            return None
        return None if report.outcome is Outcome.LIMIT else len(report.solutions)

    return count


def compete(
    contestants: Mapping[str, Contestant], puzzles: Sequence[Puzzle], repeat: int = 3
) -> list[SolveTimings]:
    """Time the contestants on every puzzle.

    The first puzzle is solved once before, uncounted, so that caches are warm for all. Raises
    `SystemExit` when the answers of two contestants differ.
    """
    race(contestants, puzzles[0], 1)
    races = []
    for puzzle in puzzles:
        timings = race(contestants, puzzle, repeat)
        answers = {name: answer for name, (_, answer) in timings.items()}
        if len(set(answers.values()) - {None}) > 1:
            raise SystemExit(f"The answers to a {puzzle.size} puzzle differ: {answers}")
        races.append(timings)
    return [
        SolveTimings(
            name,
            tuple(timings[name][0] for timings in races),
            tuple(timings[name][1] for timings in races),
        )
        for name in contestants
    ]


def print_table(title: str, timings: Sequence[SolveTimings]) -> None:
    """Print one row for each contestant, with ratios to the first."""
    print(f"\n{title}: {len(timings[0].seconds)} puzzles\n{HEADER}")
    for row_timings in timings:
        print(row_timings.row(timings[0]), flush=True)


def print_machine(*, all_cores: bool = False) -> None:
    """Print the version of Python, the processor and the number of cores."""
    cores = f"{os.cpu_count()} cores" + ("" if all_cores else ", one used")
    print(f"Python {platform.python_version()}, {_processor()}, {cores}", flush=True)


def _processor() -> str:
    """The processor's name on Linux, otherwise its architecture."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


class Goals(Struct):
    """Prints measured values beside goals; `reached` is whether all of them are."""

    reached: bool = True

    def add(self, name: str, measured: str, goal: str, reached: bool) -> None:
        """Print a row of the table, and take whether its goal is reached into account."""
        self.reached &= reached
        print(f"{name:52} {measured:>12}   {goal:14} {'yes' if reached else 'MISSED'}", flush=True)

    def below(self, name: str, seconds: float, most: float) -> None:
        """Add a time in seconds that must be below `most`."""
        self.add(name, f"{seconds * 1e3:,.0f} ms", f"< {most * 1e3:,.0f} ms", seconds < most)

    def count(self, name: str, number: int, wanted: int) -> None:
        """Add a number that must equal `wanted`."""
        self.add(name, f"{number:,}", f"{wanted:,}", number == wanted)

    def note(self, name: str, measured: str) -> None:
        """Print a value without a goal."""
        print(f"{name:52} {measured:>12}", flush=True)
