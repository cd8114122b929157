"""Comparison of all connectivity methods of the solver."""

from typing import Annotated

import typer

from solver.connectivity import METHODS
from solver.options import Options
from tools.bench.datasets import shared
from tools.bench.measure import Contestant, compete, ouro, print_machine, print_table

SETS = (
    "puzzleloop_5x5_hard",
    "puzzleloop_7x7_medium",
    "puzzleloop_10x10_hard",
    "satmin_10x10",
)


def methods(
    seconds: Annotated[float, typer.Option(help="Time limit of each puzzle.")] = 10,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 20,
    repeat: Annotated[
        int, typer.Option(help="Runs of each below a second; the best one counts.")
    ] = 2,
    backend: Annotated[str, typer.Option(help="The SAT solver of all of them.")] = "cadical195",
) -> None:
    """Time every method on the same puzzles, with ratios to the first.

    Each method solves a puzzle and proves that the solution is unique. A puzzle that a method
    does not finish counts with the time limit.
    """
    print_machine()
    contestants: dict[str, Contestant] = {
        name: ouro(Options(name, backend), seconds) for name in METHODS
    }
    for dataset in shared(*SETS):
        print_table(dataset.name, compete(contestants, dataset.spread(limit), repeat))
