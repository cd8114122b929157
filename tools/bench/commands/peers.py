"""Comparison of Ouro with other solvers that can be installed from PyPI."""

from functools import partial
from typing import Annotated

import typer

from tools.bench.datasets import minimal, shared
from tools.bench.measure import Contestant, compete, ouro, print_machine, print_table
from tools.bench.peers.circuit import cp_sat
from tools.bench.peers.enumeration import pycosat_filter, pycosat_negation
from tools.bench.peers.reachability import clingo_reachability

SETS = ("puzzleloop_10x10_hard", "puzzleloop_20x20_medium", "puzzleloop_25x30_medium")


def peers(
    seconds: Annotated[float, typer.Option(help="Time limit of each puzzle.")] = 10,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 10,
    repeat: Annotated[
        int, typer.Option(help="Runs of each below a second; the best one counts.")
    ] = 2,
) -> None:
    """Time peers beside Ouro, with ratios to Ouro: above 1 is slower than Ouro.

    The peers: pycosat (enumerating and filtering; negating loops), CP-SAT with a circuit
    constraint, clingo with a reachability program. A puzzle that a peer does not solve counts
    with the time limit.
    """
    print_machine()
    contestants: dict[str, Contestant] = {
        "ouro": ouro(seconds=seconds),
        "pycosat, filter": partial(pycosat_filter, seconds=seconds),
        "pycosat, negate": partial(pycosat_negation, seconds=seconds),
        "CP-SAT, circuit": partial(cp_sat, seconds=seconds),
        "clingo, reachability": partial(clingo_reachability, seconds=seconds),
    }
    for dataset in [*shared(*SETS), minimal(20, limit)]:
        print_table(dataset.name, compete(contestants, dataset.spread(limit), repeat))
