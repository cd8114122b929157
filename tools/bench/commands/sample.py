"""Prints puzzles of several datasets as one list, for tuning."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from puzzle.notation import format_loopy
from tools.bench.boards import minimal_board, sparse_board
from tools.bench.datasets import load


def sample(
    datasets: Annotated[
        list[Path] | None, typer.Argument(help="Files with one puzzle on every line.")
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 20,
    minimal: Annotated[
        list[int] | None, typer.Option(help="Also SAT-minimal boards of this side, in cells.")
    ] = None,
    sparse: Annotated[
        list[int] | None, typer.Option(help="Also boards of that side with 40 % of the clues.")
    ] = None,
) -> None:
    """Print puzzles of several sets, one on every line, as input for `script/tune`."""
    for path in datasets or ():
        for puzzle in load(path).spread(limit):
            print(format_loopy(puzzle))
    for build, sides in ((minimal_board, minimal), (partial(sparse_board, share=0.4), sparse)):
        for side in sides or ():
            for seed in range(limit):
                print(format_loopy(build(side, side, seed=seed)))
