"""Search options: of every command with a search, and as text.

As text they are `backend=minisat22,phase=line,negation=4`.
"""

from typing import Annotated, Any

import typer
from msgspec.structs import asdict, replace

from cli.errors import UsageError
from solver.connectivity import METHODS, STATIC_METHODS
from solver.options import BACKENDS, DEFAULT_OPTIONS, CutPolicy, Options, Phase

AUTO = "auto"
"""The value that lets the size of the grid decide."""
AUTO_KEYS = ("backend", "inside", "cells", "patch", "propagate")
"""Keys of options that accept `AUTO`."""
BOOLEANS = {"yes": True, "no": False}
POLICY_KEYS = CutPolicy.__struct_fields__
"""Keys of the parameters of a `CutPolicy`."""
KEYS = (
    "backend",
    "seed",
    "phase",
    "inside",
    "cells",
    "inprocessing",
    "patch",
    "propagate",
    *POLICY_KEYS,
)
"""All keys."""
HELP = (
    "Other choices, as backend=minisat22,phase=line. Keys: backend, seed, phase (cross, line), "
    "inside (auto, yes, no: variables for cells too), cells (auto, yes, no: for cells instead of "
    "edges), inprocessing (yes, no), patch (auto or most cells turned to join subloops), propagate "
    "(auto, yes, no: rules before the search) "
    f"and, for the method cuts, {', '.join(POLICY_KEYS)}."
)


def parse_options(text: str, base: Options = DEFAULT_OPTIONS) -> Options:
    """`base` with the options of a text applied.

    Raises `UsageError` for an unknown key or an invalid value, and `OptionError` for a backend or
    value that the solver rejects.

    >>> parse_options("backend=minisat22,patch=4").patch
    4
    """
    options = base
    for part in filter(None, text.split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in KEYS:
            raise UsageError(f"There is no option '{key}'; choose of {', '.join(KEYS)}.")
        options = _with_option(options, key, value)
    return options


def format_options(options: Options) -> str:
    """The text of the options that differ from the defaults; a cut policy in full.

    >>> format_options(Options(backend="minisat22", phase=Phase.LINE))
    'backend=minisat22,phase=line'
    """
    names = [key for key in KEYS if key not in POLICY_KEYS]
    pairs = [(name, getattr(options, name), getattr(DEFAULT_OPTIONS, name)) for name in names]
    words = [f"{name}={_format_value(value)}" for name, value, default in pairs if value != default]
    numbers = asdict(options.policy) if options.policy else {}
    return ",".join(words + [f"{name}={number}" for name, number in numbers.items()])


def _with_option(options: Options, key: str, value: str) -> Options:
    choice = _parse_value(key, value)
    if key in POLICY_KEYS:
        return replace(options, policy=replace(options.policy or CutPolicy(), **{key: choice}))
    return replace(options, **{key: choice})


def _parse_value(key: str, value: str) -> Any:
    if value == AUTO and key in AUTO_KEYS:
        return None
    match key:
        case "backend":
            return value
        case "phase":
            return Phase(_one_of(value, [phase.value for phase in Phase], key))
        case "inside" | "cells" | "propagate":
            return BOOLEANS[_one_of(value, [*BOOLEANS, AUTO], key)]
        case "inprocessing":
            return BOOLEANS[_one_of(value, [*BOOLEANS], key)]
        case _:
            return _parse_int(value, key)


def _parse_int(value: str, key: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise UsageError(f"The option {key} cannot be '{value}'; give a whole number from 0 on.")
    return int(value)


def _one_of(value: str, choices: list[str], key: str) -> str:
    if value not in choices:
        raise UsageError(f"The option {key} cannot be '{value}'; choose of {', '.join(choices)}.")
    return value


def _format_value(value: object) -> str:
    if isinstance(value, Phase):
        return str(value.value)
    words = {None: AUTO, True: "yes", False: "no"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def method_options(
    method: str,
    *,
    keep_unconstrained: bool = False,
    generations: int | None = None,
    inside: bool | None = None,
) -> Options:
    """Search options with a method; raises `UsageError` when one does not apply to the method.

    >>> method_options("automaton", generations=5).generations
    5
    >>> method_options("distance", generations=5)
    Traceback (most recent call last):
    ...
    cli.errors.UsageError: --generations belongs to the method automaton, not to distance.
    """
    if generations is not None and method != "automaton":
        raise UsageError(f"--generations belongs to the method automaton, not to {method}.")
    if keep_unconstrained and method in STATIC_METHODS:
        raise UsageError(f"--keep-unconstrained is not for {method}, which meets no subloops.")
    return Options(
        method, inside=inside, keep_unconstrained=keep_unconstrained, generations=generations
    )


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
OtherOptions = Annotated[str, typer.Option("--options", help=HELP)]
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
