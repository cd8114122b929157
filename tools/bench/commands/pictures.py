"""How well pictures are read, in how much time and memory."""

import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Annotated

import typer

from solver.explain.step import Difficulty
from solver.timing import percentile
from tools.bench.datasets import generated
from tools.bench.measure import print_machine
from tools.bench.picture_trials import PictureTrial, TrialVerdict, drawn, own, without_id

SIZES = ((5, 5), (7, 9), (10, 10), (14, 11))


def pictures(
    count: Annotated[int, typer.Option(help="Pictures as others draw them.")] = 180,
    own_count: Annotated[int, typer.Option("--own", help="Pictures of Ouro's own.")] = 100,
    boards: Annotated[int, typer.Option(help="Puzzles of each size.")] = 5,
    seed: Annotated[int, typer.Option(help="Other pictures.")] = 1,
) -> None:
    """Read pictures whose puzzle is known, and tell how many are right, by kind."""
    print_machine()
    puzzles = [
        puzzle
        for rows, cols in SIZES
        for puzzle in generated(rows, cols, Difficulty.NORMAL, boards).puzzles
    ]
    recognised = [trial.verdict() for trial in own(puzzles, own_count, seed)]
    print(
        f"Ouro's own by the ID in their file: {recognised.count(TrialVerdict.RIGHT)} of {own_count}"
    )
    _print_table(drawn(puzzles, count, seed=seed))
    _print_table(map(without_id, own(puzzles, own_count, seed)))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Most memory of this process, with what draws the pictures: {memory:.0f} MiB")


def _print_table(trials: Iterable[PictureTrial]) -> None:
    table: dict[str, Counter[TrialVerdict]] = defaultdict(Counter)
    seconds = []
    for trial in trials:
        start = time.process_time()
        verdict = trial.verdict()
        seconds.append(time.process_time() - start)
        table[trial.kind][verdict] += 1
    titles = " | ".join(verdict.value for verdict in TrialVerdict)
    print(f"\n| Pictures | {titles} |")
    for kind, counts in table.items():
        print(f"| {kind} | {' | '.join(str(counts[verdict]) for verdict in TrialVerdict)} |")
    if seconds:
        usual, high = percentile(seconds, 0.5), percentile(seconds, 0.9)
        print(f"Processor time: median {usual:.2f} s, 90 % {high:.2f} s, most {max(seconds):.2f} s")
