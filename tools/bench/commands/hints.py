"""Times of finding the next step, its number of reasons, and its technique."""

import statistics
import time
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from msgspec import Struct

from puzzle.model import Board
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.techniques import is_named
from solver.search import Outcome
from tools.bench.datasets import datasets
from tools.bench.measure import print_machine
from tools.bench.timing import percentile

HARD = (
    "puzzleloop_10x10_hard",
    "loopy_10x10t0dt",
    "loopy_10x10t0dh",
    "loopy_30x30t0dh",
    "puzzleloop_25x30_medium",
    "janko_a",
    "satmin_10x10",
)
RUNS = 2
"""Number of runs of each step; the best one counts."""


class TimedHint(Struct, frozen=True):
    """A step, and its CPU time in seconds."""

    step: Step
    seconds: float

    @property
    def is_stuck(self) -> bool:
        """Whether there was neither a step of one reason nor a known pattern."""
        return self.step.cost > 1 and self.step.pattern is None


def hints(
    collections: Annotated[
        list[str] | None,
        typer.Argument(help="Collections, as of `solve`, or files; by default hard puzzles."),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 20,
) -> None:
    """Play puzzles from blank to solved, and time each step.

    Direct steps have one reason. Patterns are known ones, with all edges that they force. Where
    there is neither, the board is stuck, and its step is a hard one. The solution is computed
    before the first step. Then follow the techniques of steps of several reasons, and how many of
    these steps have a name.
    """
    print_machine()
    for dataset in datasets(collections or list(HARD), limit):
        print(f"\n{dataset.name}", flush=True)
        found, ends = list[TimedHint](), Counter[str]()
        for puzzle in dataset.spread(limit):
            explainer = Explainer(puzzle)
            if explainer.report.outcome is not Outcome.UNIQUE:
                ends[explainer.report.outcome.value] += 1
                continue
            steps, end = play(explainer)
            found += steps
            ends[end.name.lower()] += 1
        print("  " + ", ".join(f"{count} {end}" for end, count in ends.most_common()))
        _print_times(found)
        _print_techniques(found)


def play(explainer: Explainer) -> tuple[list[TimedHint], NoStep]:
    """All steps of a puzzle with their times, and the reason why there is no further one."""
    board = Board.blank(explainer.puzzle)
    found: list[TimedHint] = []
    while True:
        answer, taken = _timed(explainer, board)
        if isinstance(answer, NoStep):
            return found, answer
        found.append(TimedHint(answer, taken))
        board = board.mark(answer.forced)


def _timed(explainer: Explainer, board: Board) -> tuple[Step | NoStep, float]:
    """The next step, and the shortest CPU time of its runs in seconds."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        answer = explainer.next_step(board)
        best = min(best, time.process_time() - start)
    return answer, best


def _print_times(found: Sequence[TimedHint]) -> None:
    stuck = [hint for hint in found if hint.is_stuck]
    print(f"  direct  {_times([hint.seconds for hint in found if hint.step.cost == 1])}")
    print(f"  pattern {_times([hint.seconds for hint in found if hint.step.pattern])}")
    print(f"  stuck   {_times([hint.seconds for hint in stuck])}")
    costs = Counter(hint.step.cost for hint in stuck)
    print("  reasons " + "  ".join(f"{cost}: {costs[cost]}" for cost in sorted(costs)), flush=True)


def _times(seconds: Sequence[float]) -> str:
    if not seconds:
        return "none"
    return (
        f"{len(seconds):6} steps: median {statistics.median(seconds) * 1e3:7.2f}"
        f"   p95 {percentile(seconds, 0.95) * 1e3:7.2f}   max {max(seconds) * 1e3:8.2f} ms"
    )


def _print_techniques(found: Sequence[TimedHint]) -> None:
    """Print the techniques of steps of several reasons, and how many have a name."""
    joint = [hint.step.technique for hint in found if hint.step.cost > 1]
    print(f"  several reasons  {_share(len(joint), len(found))}")
    print(f"    named          {_share(sum(map(is_named, joint)), len(joint))}")
    names = Counter(technique.name for technique in joint)
    print("    techniques     " + ", ".join(f"{n} {name}" for name, n in names.most_common()))


def _share(count: int, total: int) -> str:
    return f"{count} of {total}" + (f" ({count / total:.1%})" if total else "")
