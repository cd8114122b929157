"""Crafted boards of growing size, which are hard for lazy methods."""

from typing import Annotated

import typer

from cli.options import HELP as OPTIONS_HELP
from cli.options import parse_options
from puzzle.model import Puzzle
from solver.options import Options
from solver.search import Limits, Outcome, solve
from tools.bench.crafted import FAMILIES
from tools.bench.measure import print_machine

MANY_CALLS = 200
"""Number of solver calls above which a row is marked."""
MANY_SECONDS = 2.0
"""Seconds above which a row is marked."""


def crafted(
    families: Annotated[
        list[str] | None, typer.Argument(help="Names of families; all by default.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Time limit of each board.")] = 10,
    negate: Annotated[
        float, typer.Option(help="Time limit of per-loop negation; 0 leaves it out.")
    ] = 2,
    largest: Annotated[int, typer.Option(help="The largest board, in cells a side.")] = 200,
    choices: Annotated[str, typer.Option("--options", help=OPTIONS_HELP)] = "",
) -> None:
    """Solver calls, seconds and outcome by family and size, for cuts and for negation.

    A mark ! shows that `cuts` takes over 200 calls or 2 s. After per-loop negation fails on a
    board, it skips the larger boards of the family.
    """
    options = parse_options(choices)
    print_machine()
    unknown = set(families or ()) - set(FAMILIES)
    if unknown:
        raise SystemExit(f"There is no family {min(unknown)!r}; choose of {', '.join(FAMILIES)}.")
    print(f"\n{'':25} {'size':>7}   {'cuts':<38}   negate-loops")
    for name in families or FAMILIES:
        try_negation = negate > 0
        for size in FAMILIES[name].sizes:
            puzzle = FAMILIES[name].build(size)
            if len(puzzle.clues) > largest**2:
                continue
            ours, _, many = _attempt(puzzle, seconds, options)
            peer = "-"
            if try_negation:
                peer, answered, _ = _attempt(puzzle, negate, Options("negate-loops"))
                try_negation = answered
            print(f"{name:25} {puzzle.size:>7} {'!' if many else ' '} {ours}   {peer}", flush=True)


def _attempt(puzzle: Puzzle, seconds: float, options: Options) -> tuple[str, bool, bool]:
    """The result of a search as text; whether it finished; whether it took long."""
    report = solve(puzzle, Limits(seconds), options)
    stats = report.stats
    words = f"{report.outcome.value:8} {stats.calls:6} calls {stats.seconds:8.3f} s"
    many = stats.calls > MANY_CALLS or stats.seconds > MANY_SECONDS
    return f"{words:38}", report.outcome is not Outcome.LIMIT, many
