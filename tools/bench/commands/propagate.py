"""Comparison of propagation on bitboards with plain per-loop negation."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import typer

from puzzle.model import Puzzle
from solver.bitboard.layout import BitLayout
from solver.bitboard.probe import probe
from solver.bitboard.propagate import propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import Contradiction, Propagated, Solved
from tools.bench.datasets import Dataset, load, minimal, shared
from tools.bench.measure import Contestant, compete, ouro, print_machine, print_table
from tools.bench.peers import plain_negation

SETS = (
    "puzzleloop_5x5_hard",
    "puzzleloop_10x10_hard",
    "puzzleloop_15x15_medium",
    "puzzleloop_20x20_medium",
    "puzzleloop_25x30_medium",
    "loopy_10x10t0dt",
    "loopy_10x10t0dh",
    "loopy_30x30t0dh",
    "janko_a",
    "misc_examples",
    "satmin_10x10",
)


def time_propagation(
    datasets: Annotated[
        list[Path] | None,
        typer.Argument(help="Files with one puzzle on every line; without any, the usual sets."),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 50,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 5,
    steps: Annotated[int, typer.Option(help="Propagations of the look-ahead at most.")] = 60,
) -> None:
    """Time propagation on bitboards beside plain negation, and count the puzzles it finishes.

    A puzzle counts as solved when propagation finds its only solution or that it has none; times
    include those of puzzles that are not finished. The layout of a grid is built beforehand.
    """
    print_machine()
    contestants: dict[str, Contestant] = {
        "plain negation": plain_negation,
        "ouro": ouro(),
        "bitboards, no colours": _contestant(colours=False),
        "bitboards": _contestant(),
        f"bitboards, {steps} steps ahead": _contestant(steps=steps),
    }
    for dataset in map(load, datasets) if datasets else _default_datasets():
        print_table(dataset.name, compete(contestants, dataset.spread(limit), repeat))


def _default_datasets() -> list[Dataset]:
    return [*shared(*SETS), minimal(20, 10)]


def _contestant(*, colours: bool = True, steps: int = 0) -> Contestant:
    """Propagation as a contestant, with look-ahead when there are `steps`."""
    layout_of = lru_cache(maxsize=None)(BitLayout.of)

    def count(puzzle: Puzzle) -> int | None:
        rules = BitRules.of_puzzle(puzzle, layout_of(puzzle.grid))
        found: Propagated = propagate(rules, colours=colours)
        if steps:
            found = probe(rules, found, steps).result
        if isinstance(found, Solved):
            return 1
        return 0 if isinstance(found, Contradiction) else None

    return count
