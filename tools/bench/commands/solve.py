"""Comparison of Ouro's solver with plain per-loop negation: solving and proving uniqueness."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cli.options import HELP as OPTIONS_HELP
from cli.options import parse_options
from puzzle.model import Puzzle
from solver.explain.step import Difficulty
from solver.options import Options, fitted
from tools.bench.datasets import Dataset, generated, load, minimal, shared
from tools.bench.measure import Contestant, compete, ouro, print_machine, print_table
from tools.bench.peers import plain_negation

REFERENCE = "cadical195"
HUMAN = (
    "puzzleloop_5x5_hard",
    "puzzleloop_10x10_medium",
    "puzzleloop_10x10_hard",
    "puzzleloop_15x15_medium",
    "puzzleloop_20x20_medium",
    "puzzleloop_25x30_medium",
    "janko_a",
)


GENERATED = (
    (15, 15, Difficulty.HARD),
    (20, 20, Difficulty.HARD),
    (30, 25, Difficulty.HARD),
    (20, 20, Difficulty.EXTREME),
)
"""Rows, columns and level of generated puzzles."""


def default_datasets(limit: int) -> Iterator[Dataset]:
    """Puzzles made for people, generated puzzles, and SAT-minimal ones; missing files are skipped.

    At most `limit` puzzles of each size and level are generated, just before they are used.
    """
    yield from shared(*HUMAN)
    for rows, cols, level in GENERATED:
        yield generated(rows, cols, level, limit)
    yield from shared("satmin_10x10")
    yield minimal(20, min(limit, 10))
    yield minimal(30, min(limit, 4))


def solve(
    datasets: Annotated[
        list[Path] | None,
        typer.Argument(help="Files with one puzzle on every line; without any, the usual sets."),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 50,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 3,
    backend: Annotated[
        str | None,
        typer.Option(help="One SAT solver for all rows; by default Ouro's choice for the size."),
    ] = None,
    choices: Annotated[
        str | None, typer.Option("--options", help=f"A further row. {OPTIONS_HELP}")
    ] = None,
) -> None:
    """Time Ouro beside plain per-loop negation, with ratios to the latter: below 1 is faster.

    The peer generates its own clauses and negates subloops as published solvers do, on the same
    SAT solver. `negate-loops` is the same method in Ouro's solver.
    """
    print_machine()
    options = Options(backend=backend)

    def plain(puzzle: Puzzle) -> int | None:
        return plain_negation(puzzle, backend=fitted(options, puzzle).backend or REFERENCE)

    contestants: dict[str, Contestant] = {
        "plain negation": plain,
        f"plain, {REFERENCE}": partial(plain_negation, backend=REFERENCE),
        "ouro, negate-loops": ouro(replace(options, method="negate-loops")),
        "ouro": ouro(options),
    }
    if choices is not None:
        contestants["ouro, --options"] = ouro(parse_options(choices))
    for dataset in map(load, datasets) if datasets else default_datasets(limit):
        print_table(dataset.name, compete(contestants, dataset.spread(limit), repeat))
