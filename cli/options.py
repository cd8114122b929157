"""Parses and formats search options as text: `backend=minisat22,phase=line,negation=4`."""

from dataclasses import asdict, fields, replace
from typing import Any

from cli.errors import UsageError
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase

AUTO = "auto"
"""The value that lets the size of the grid decide."""
AUTO_KEYS = ("backend", "inside", "cells", "patch", "propagate")
"""Keys of options that accept `AUTO`."""
BOOLEANS = {"yes": True, "no": False}
POLICY_KEYS = tuple(field.name for field in fields(CutPolicy))
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
