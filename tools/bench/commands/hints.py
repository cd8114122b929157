"""Times of finding the next step, its number of reasons, and how it is told."""

import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer
from msgspec import Struct

from narrator.lessons import ToldSteps, told_steps
from narrator.narration import Level, Narration, narrate
from narrator.walkthrough import ExplainedStep
from puzzle.model import Board
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.techniques import is_named
from solver.search import Outcome
from solver.timing import percentile
from tools.bench.datasets import datasets
from tools.bench.measure import print_machine

HARD = (
    "puzzleloop_10x10_hard",
    "loopy_10x10t0dt",
    "loopy_10x10t0dh",
    "loopy_30x30t0dh",
    "puzzleloop_25x30_medium",
    "janko_a",
    "satmin_10x10",
)
PHRASES = (
    "uppose",
    "one line reaches",
    "of the same kind",
    "The rest follows",
    "Only a long trial",
)
"""Parts of sentences that tell little or take long; the fewer, the better."""

RUNS = 2
"""Number of runs of each step; the best one counts."""


class TimedHint(Struct, frozen=True):
    """A step, the board it was found on, and its CPU time in seconds."""

    board: Board
    step: Step
    seconds: float

    @property
    def is_stuck(self) -> bool:
        """Whether there was neither a step of one reason nor a known pattern."""
        return self.step.cost > 1 and self.step.pattern is None

    def told(self) -> Narration:
        """The step as people read it."""
        return narrate(self.board, self.step, Level.STEP)


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
    before the first step. Then follows how steps of several reasons are told: their techniques,
    their sentences, the share with each of `PHRASES`, and the items of walkthroughs that repeat.
    """
    print_machine()
    for dataset in datasets(collections or list(HARD), limit):
        print(f"\n{dataset.name}", flush=True)
        found, ends, walks = [], Counter[str](), []
        for puzzle in dataset.spread(limit):
            explainer = Explainer(puzzle)
            if explainer.report.outcome is not Outcome.UNIQUE:
                ends[explainer.report.outcome.value] += 1
                continue
            steps, end = play(explainer)
            found += steps
            walks.append(steps)
            ends[end.name.lower()] += 1
        print("  " + ", ".join(f"{count} {end}" for end, count in ends.most_common()))
        _print_times(found)
        _print_explanation_lengths(found)
        _print_repetition(walks)


def play(explainer: Explainer) -> tuple[list[TimedHint], NoStep]:
    """All steps of a puzzle with their times, and the reason why there is no further one."""
    board = Board.blank(explainer.puzzle)
    found: list[TimedHint] = []
    while True:
        answer, taken = _timed(explainer, board)
        if isinstance(answer, NoStep):
            return found, answer
        found.append(TimedHint(board, answer, taken))
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


def _print_explanation_lengths(found: Sequence[TimedHint]) -> None:
    """Print how steps of several reasons are told."""
    joint = [hint for hint in found if hint.step.cost > 1]
    print(f"  several reasons  {_share(len(joint), len(found))}")
    if not joint:
        return
    told = [hint.told() for hint in joint]
    counts = [len(one.sentences) + (one.conclusion is not None) for one in told]
    words = [len(sentence.split()) for one in told for sentence in one.sentences]
    nameless = Counter(
        hint.step.technique.name for hint in joint if not is_named(hint.step.technique)
    )
    print(f"    named          {_share(len(joint) - nameless.total(), len(joint))}")
    print(f"    sentences      {_spread(counts)}")
    print(f"    words of one   {_spread(words)}")
    for phrase in PHRASES:
        count = sum(any(phrase in sentence for sentence in one.sentences) for one in told)
        print(f"    {phrase!r:20} {_share(count, len(joint))}")
    names = Counter(hint.step.technique.name for hint in joint)
    print("    techniques     " + ", ".join(f"{n} {name}" for name, n in names.most_common()))


def _print_repetition(walks: Sequence[Sequence[TimedHint]]) -> None:
    """Print how many items of the walkthroughs repeat an earlier one of the same walkthrough."""
    repeated = count = 0
    for walk in walks:
        steps = (ExplainedStep(hint.board, hint.step) for hint in walk)
        texts = [told.text for told in told_steps(steps) if isinstance(told, ToldSteps)]
        repeated, count = repeated + repeated_items(texts), count + len(texts)
    print(f"  repeated items   {_share(repeated, count)}")


def _share(count: int, total: int) -> str:
    return f"{count} of {total}" + (f" ({count / total:.1%})" if total else "")


def _spread(values: Sequence[int]) -> str:
    mean, middle = statistics.fmean(values), statistics.median(values)
    most = f"p95 {percentile(values, 0.95)}   max {max(values)}"
    return f"mean {mean:.1f}   median {middle:g}   {most}"


_PLACE = re.compile(
    r"\b(?:[A-Z]{1,2}\d{1,3}|tops?|bottoms?|lefts?|rights?|up|down|sides?|corners?|edges?)\b"
)
_COUNT = re.compile(r"\d+ (line|cross|clue)(?:s|es)?\b")
_PLACES = re.compile(r"@(?:(?:,? (?:(?:and|to|of|the) )*|-)@)*")


def without_places(text: str) -> str:
    """An English text with one sign in place of each list of places and each number of marks.

    >>> without_places("So the top and left of F9, and the right of J4 are lines.")
    'So the @ are lines.'
    >>> without_places("Simple consequences: 1 line and 2 crosses.")
    'Simple consequences: # line and # cross.'
    """
    return _COUNT.sub(r"# \1", _PLACES.sub("@", _PLACE.sub("@", text)))


def repeated_items(items: Iterable[str]) -> int:
    """How many texts are equal to an earlier one, apart from places and numbers.

    >>> repeated_items(["The top of A1 is a line.", "All is done.", "The left of B2 is a line."])
    1
    """
    texts = [without_places(item) for item in items]
    return len(texts) - len(set(texts))
