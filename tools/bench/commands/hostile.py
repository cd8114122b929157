"""Random and mutated inputs for every parser: none may be slow or cause an unexpected error."""

import contextlib
import heapq
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Annotated

import typer

from tools.bench.measure import print_machine
from tools.fuzz.mutants import inputs
from tools.fuzz.targets import TARGETS, Target

RETRIED = 20
"""Number of slowest inputs that are parsed three more times; the minimum time counts."""

HEADER = f"{'':16} {'inputs':>9} {'read':>9} {'refused':>9} {'p99 ms':>9} {'max ms':>9} {'of':>9}"


@dataclass(frozen=True, slots=True)
class TargetResult:
    """The results of all inputs of one target; times are CPU seconds."""

    target: Target
    read: int
    seconds: tuple[float, ...]
    slowest: str
    slowest_seconds: float
    """The time of the slowest input: the maximum of the repeated minimum times."""
    broken: tuple[tuple[str, str], ...]
    """Unexpected errors, each with the input that caused it."""

    def row(self) -> str:
        """Counts, times in milliseconds, and the length of the slowest input."""
        times = sorted(self.seconds)
        return (
            f"{self.target.name:16} {len(times):9,} {self.read:9,} {len(times) - self.read:9,}"
            f" {times[len(times) * 99 // 100] * 1e3:9.2f} {self.slowest_seconds * 1e3:9.2f}"
            f" {len(self.slowest):9,}"
        )


def hostile(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of readers; all by default.")
    ] = None,
    count: Annotated[int, typer.Option("--inputs", help="Inputs for each reader.")] = 100_000,
    limit: Annotated[float, typer.Option(help="Milliseconds that one may take.")] = 100,
    seed: int = 1,
) -> None:
    """Give every reader random and mutated inputs: none may be slow or cause an unexpected error.

    Times are CPU times, so that other programs have no influence; the slowest inputs are read
    again. The exit code is 1 when an input is over the limit or causes an unexpected error.
    """
    if unknown := set(names or ()) - TARGETS.keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}; choose of {', '.join(TARGETS)}")
    print_machine()
    print(f"\n{HEADER}")
    results = []
    for name in names or TARGETS:
        results.append(attack_target(TARGETS[name], count, seed))
        print(results[-1].row(), flush=True)
    if failures := list(report_failures(results, limit / 1e3)):
        print("\n" + "\n".join(failures))
        raise typer.Exit(1)
    print(
        f"\n{sum(len(each.seconds) for each in results):,} inputs: none broke a reader, none slow"
    )


def attack_target(target: Target, count: int, seed: int) -> TargetResult:
    """Parse `count` inputs with a target."""
    texts = islice(inputs(list(target.seeds()), Random(seed)), count)
    seconds: list[float] = []
    broken: list[tuple[str, str]] = []
    read, slow = 0, list[tuple[float, str]]()
    for text in texts:
        seconds.append(_seconds(target, text))
        try:
            read += target.accepts(text)
        except Exception as error:
            broken.append((repr(error), text))
        if len(slow) < RETRIED or seconds[-1] > slow[-1][0]:
            slow = heapq.nlargest(RETRIED, [*slow, (seconds[-1], text)])
    longest, slowest = max((minimum_seconds(target, text), text) for _, text in slow)
    return TargetResult(target, read, tuple(seconds), slowest, longest, tuple(broken))


def minimum_seconds(target: Target, text: str) -> float:
    """The minimum CPU time of three runs."""
    return min(_seconds(target, text) for _ in range(3))


def _seconds(target: Target, text: str) -> float:
    """The CPU time of parsing a text, whatever the result."""
    start = time.process_time()
    with contextlib.suppress(Exception):
        target.attempt(text)
    return time.process_time() - start


def report_failures(results: Iterable[TargetResult], limit: float) -> Iterable[str]:
    """A line for each slow input, and for the first input with each unexpected error."""
    for each in results:
        name = each.target.name
        if each.slowest_seconds > limit:
            yield f"{name}: {each.slowest_seconds * 1e3:.0f} ms for {shorten(each.slowest)}"
        for error, text in dict(reversed(each.broken)).items():
            yield f"{name}: {error[:200]} for {shorten(text)}"


def shorten(text: str) -> str:
    """An input as one line, shortened in the middle."""
    return (
        ascii(text) if len(text) < 200 else f"{text[:120]!a} … {text[-40:]!a}, {len(text):,} long"
    )
