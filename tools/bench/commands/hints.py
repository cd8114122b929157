"""Times of finding the next step, its number of reasons, and whether fewer would suffice."""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from puzzle.model import Board
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.techniques import is_named
from solver.search import Outcome
from solver.timing import percentile
from tools.bench.datasets import Dataset, load, shared
from tools.bench.exact import smallest_core
from tools.bench.measure import print_machine

HARD = (
    "puzzleloop_10x10_hard",
    "puzzleloop_20x20_hard",
    "puzzleloop_25x30_hard",
    "loopy_10x10t0dt",
    "loopy_10x10t0dh",
    "loopy_30x30t0dh",
    "satmin_10x10",
)
MIXED = {"janko_a": ("20x15", "24x14", "30x20", "36x20"), "misc_examples": ("20x20", "25x30")}
"""Datasets of many sizes, and the sizes that are measured."""

RUNS = 2
"""Number of runs of each step; the best one counts."""


@dataclass(frozen=True, slots=True)
class TimedHint:
    """A step, the board it was found on, and its CPU time in seconds."""

    board: Board
    step: Step
    seconds: float


@dataclass(frozen=True, slots=True)
class HintCheck:
    """A hint compared with the exact search.

    `fewest` is the minimum number of reasons (None: not found in time), and `ratio` the time of
    the exact search divided by the hint's.
    """

    hint: TimedHint
    fewest: int | None
    ratio: float

    @property
    def has_unneeded_reasons(self) -> bool:
        """Whether the hint has more reasons than necessary."""
        return self.fewest is not None and self.hint.step.cost > self.fewest


def hints(
    datasets: Annotated[
        list[Path] | None,
        typer.Argument(help="Files with one puzzle on every line; without any, the usual sets."),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 20,
    exact: Annotated[
        int, typer.Option(help="Number of stuck boards of each set for the exact search.")
    ] = 20,
    seconds: Annotated[float, typer.Option(help="Time limit of each exact search.")] = 30,
    show: Annotated[
        bool, typer.Option("--show", help="Print the boards on which fewer reasons would do.")
    ] = False,
) -> None:
    """Play puzzles from blank to solved, and time each step.

    Direct steps have one reason. Patterns are known ones, with all edges that they force. Where
    there is neither, the board is stuck, and its step is a hard one. The solution is computed
    before the first step. A sample of stuck boards is given to the search for the fewest reasons
    (`tools/bench/exact.py`); `x` is the ratio of its time to that of the hint.
    """
    print_machine()
    for dataset in map(load, datasets) if datasets else hard_datasets():
        print(f"\n{dataset.name}", flush=True)
        found, ends = [], Counter[str]()
        for puzzle in dataset.spread(limit):
            explainer = Explainer(puzzle)
            if explainer.report.outcome is not Outcome.UNIQUE:
                ends[explainer.report.outcome.value] += 1
                continue
            steps, end = play(explainer)
            found += steps
            ends[end.name.lower()] += 1
        patterns = [hint for hint in found if hint.step.pattern is not None]
        stuck = [hint for hint in found if hint.step.cost > 1 and hint.step.pattern is None]
        print("  " + ", ".join(f"{count} {end}" for end, count in ends.most_common()))
        print(f"  direct  {_times([hint.seconds for hint in found if hint.step.cost == 1])}")
        print(f"  pattern {_times([hint.seconds for hint in patterns])}")
        print(f"  stuck   {_times([hint.seconds for hint in stuck])}", flush=True)
        if stuck:
            _print_stuck(stuck)
            checks = [check(hint, seconds) for hint in _spread(stuck, exact)]
            _print_checks(checks)
            if show:
                _print_boards(checks)


def hard_datasets() -> Iterator[Dataset]:
    """Datasets that are hard for people; missing files are skipped."""
    yield from shared(*HARD)
    for dataset in shared(*MIXED):
        for size in MIXED[dataset.name]:
            fitting = tuple(puzzle for puzzle in dataset.puzzles if puzzle.size == size)
            yield Dataset(f"{dataset.name} {size}", fitting)


def play(explainer: Explainer) -> tuple[list[TimedHint], NoStep]:
    """All steps of a puzzle with their times, and the reason why there is no further one."""
    board = Board.blank(explainer.puzzle)
    found: list[TimedHint] = []
    while True:
        answer, taken = _timed(explainer, board)
        if isinstance(answer, NoStep):
            return found, answer
        found.append(TimedHint(board, answer, taken))
        board = board.mark({deduction.edge: deduction.state for deduction in answer.deductions})


def _timed(explainer: Explainer, board: Board) -> tuple[Step | NoStep, float]:
    """The next step, and the shortest CPU time of its runs in seconds."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        answer = explainer.next_step(board)
        best = min(best, time.process_time() - start)
    return answer, best


def check(hint: TimedHint, seconds: float) -> HintCheck:
    """Compare a hint with the exact search on the same board, limited to `seconds`."""
    start = time.process_time()
    core = smallest_core(hint.board, seconds)
    taken = time.process_time() - start
    return HintCheck(hint, None if core is None else len(core.reasons), taken / hint.seconds)


def _spread(hints: Sequence[TimedHint], count: int) -> list[TimedHint]:
    """At most `count` hints, evenly spread."""
    count = min(count, len(hints))
    return [hints[rank * len(hints) // count] for rank in range(count)]


def _times(seconds: Sequence[float]) -> str:
    if not seconds:
        return "none"
    return (
        f"{len(seconds):6} steps: median {statistics.median(seconds) * 1e3:7.2f}"
        f"   p95 {percentile(seconds, 0.95) * 1e3:7.2f}   max {max(seconds) * 1e3:8.2f} ms"
    )


def _print_stuck(stuck: Sequence[TimedHint]) -> None:
    costs = Counter(hint.step.cost for hint in stuck)
    print("  reasons " + "  ".join(f"{cost}: {costs[cost]}" for cost in sorted(costs)))
    nameless = Counter(
        hint.step.technique.name for hint in stuck if not is_named(hint.step.technique)
    )
    share = 1 - nameless.total() / len(stuck)
    others = ", ".join(f"{count} {name}" for name, count in nameless.most_common())
    print(f"  named   {share:.1%}" + (f"; the others: {others}" if others else ""))


def _print_checks(checks: Sequence[HintCheck]) -> None:
    if not checks:
        return
    done = [one for one in checks if one.fewest is not None]
    more = Counter((one.hint.step.cost, one.fewest) for one in done if one.has_unneeded_reasons)
    equal = len(done) - more.total()
    ratio = statistics.median(one.ratio for one in checks)
    print(
        f"  fewest  {equal} of {len(done)} ({equal / max(1, len(done)):.1%}); "
        f"exact search x {ratio:.0f}, {len(checks) - len(done)} not done in time"
    )
    for (cost, fewest), count in more.items():
        print(f"          {count} with {cost} reasons where {fewest} do", flush=True)


def _print_boards(checks: Iterable[HintCheck]) -> None:
    for one in checks:
        if one.has_unneeded_reasons:
            board = one.hint.board
            marks = {edge: mark for edge, mark in enumerate(board.marks) if mark}
            text = format_marks(board.puzzle.grid, marks)
            print(f"          {format_loopy(board.puzzle)} --marks '{text}'")
