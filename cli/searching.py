"""The command line options of every command with a search, and their evaluation."""

from typing import Annotated

import typer

from cli.errors import UsageError
from cli.options import AUTO, parse_options
from cli.options import HELP as CHOICES_HELP
from solver.backends import BACKENDS
from solver.connectivity import METHODS
from solver.options import DEFAULT_OPTIONS, Options, Phase

Method = Annotated[
    str, typer.Option(help=f"How the single loop is enforced: {', '.join(METHODS)}.")
]
Backend = Annotated[
    str | None, typer.Option(help=f"The SAT solver: {AUTO} (the default), {', '.join(BACKENDS)}.")
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="INTEGER",
        help=f"Of the SAT solver's random choices; {DEFAULT_OPTIONS.seed} unless given.",
    ),
]
PhaseName = Annotated[
    str | None,
    typer.Option(
        help="What the SAT solver tries first for an edge: "
        f"{' or '.join(phase.value for phase in Phase)}; {DEFAULT_OPTIONS.phase.value} "
        "unless given."
    ),
]
OtherOptions = Annotated[str, typer.Option("--options", help=CHOICES_HELP)]
TimeLimit = Annotated[float | None, typer.Option(help="Seconds to spend on the search.")]


def search_options(
    base: Options,
    choices: str,
    backend: str | None = None,
    seed: str | None = None,
    phase: str | None = None,
) -> Options:
    """`base` with the options of --options, then of --backend, --seed and --phase.

    Raises `UsageError` or `OptionError`, which list the valid choices.

    >>> search_options(DEFAULT_OPTIONS, "seed=3", backend="minisat22", seed="5").seed
    5
    """
    options = parse_options(choices, base)
    for key, value in (("backend", backend), ("seed", seed), ("phase", phase)):
        if value is not None:
            if "," in value:
                raise UsageError(f"--{key} takes one value, not '{value}'.")
            options = parse_options(f"{key}={value}", options)
    return options
