"""Ouro's solver beside plain negation: solving a puzzle and proving its solution unique."""

from typing import Annotated

import typer

from cli.options import HELP as OPTIONS_HELP
from cli.options import parse_options
from puzzle.model import Puzzle
from solver.connectivity import METHODS
from solver.options import DEFAULT_OPTIONS, Options, fitted
from tools.bench.datasets import COLLECTIONS, datasets
from tools.bench.measure import compete, ouro, print_machine, print_table
from tools.bench.negation import plain_negation
from tools.bench.timing import Contestant


def solve(  # noqa: PLR0913, PLR0917 - one parameter for each option
    collections: Annotated[
        list[str] | None,
        typer.Argument(
            help=f"Of {', '.join(COLLECTIONS)}, or files with one puzzle on every line;"
            " by default all collections."
        ),
    ] = None,
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 50,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 3,
    seconds: Annotated[float, typer.Option(help="Time limit of each run.")] = 60,
    choices: Annotated[
        str | None, typer.Option("--options", help=f"A further row. {OPTIONS_HELP}")
    ] = None,
    methods: Annotated[
        bool, typer.Option("--methods", help="Further rows: the other methods of Ouro's solver.")
    ] = False,
) -> None:
    """Time Ouro beside plain per-loop negation, with ratios to the latter: below 1 is faster.

    The peer generates its own clauses and negates subloops as published solvers do, on the same
    SAT solver.
    """
    print_machine()

    def plain(puzzle: Puzzle) -> int | None:
        return plain_negation(puzzle, seconds, fitted(DEFAULT_OPTIONS, puzzle).backend)

    contestants: dict[str, Contestant] = {
        "plain negation": plain,
        "ouro": ouro(seconds=seconds),
    }
    if choices is not None:
        contestants["ouro, --options"] = ouro(parse_options(choices), seconds)
    if methods:
        for name in list(METHODS)[1:]:  # the first is the default
            contestants[f"ouro, {name}"] = ouro(Options(method=name), seconds)
    for dataset in datasets(collections or list(COLLECTIONS), limit):
        print_table(dataset.name, compete(contestants, dataset.spread(limit), repeat))
