"""Options of a search as text: `backend=minisat22,phase=line,negation=4`."""

from dataclasses import asdict, fields, replace
from typing import Any

from cli.errors import UsageError
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase

AUTO = "auto"
BY_SIZE = ("backend", "inside", "patch")
"""The options for which `auto` lets the size of the grid decide."""
SWITCH = {"yes": True, "no": False}
POLICY = tuple(field.name for field in fields(CutPolicy))
KEYS = ("backend", "seed", "phase", "inside", "inprocessing", "patch", *POLICY)
HELP = (
    "Other choices, as backend=minisat22,phase=line. Keys: backend, seed, phase (cross, line), "
    "inside (auto, yes, no: variables for cells), inprocessing (yes, no), patch (auto or most "
    f"cells turned to join subloops) and, for the method cuts, {', '.join(POLICY)}."
)


def parse_options(text: str, base: Options = DEFAULT_OPTIONS) -> Options:
    """`base` with the choices that a text lists; `UsageError` says which one is no choice.

    >>> parse_options("backend=minisat22,patch=4").patch
    4
    """
    options = base
    for part in filter(None, text.split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in KEYS:
            raise UsageError(f"There is no option '{key}'; choose of {', '.join(KEYS)}.")
        options = _with(options, key, value)
    return options


def format_options(options: Options) -> str:
    """The text for what differs from the defaults; a cut policy in full.

    >>> format_options(Options(backend="minisat22", phase=Phase.LINE))
    'backend=minisat22,phase=line'
    """
    names = [key for key in KEYS if key not in POLICY]
    pairs = [(name, getattr(options, name), getattr(DEFAULT_OPTIONS, name)) for name in names]
    words = [f"{name}={_word(value)}" for name, value, default in pairs if value != default]
    numbers = asdict(options.policy) if options.policy else {}
    return ",".join(words + [f"{name}={number}" for name, number in numbers.items()])


def _with(options: Options, key: str, value: str) -> Options:
    choice = _read(key, value)
    if key in POLICY:
        return replace(options, policy=replace(options.policy or CutPolicy(), **{key: choice}))
    return replace(options, **{key: choice})


def _read(key: str, value: str) -> Any:
    if value == AUTO and key in BY_SIZE:
        return None
    match key:
        case "backend":
            return value
        case "phase":
            return Phase(_one_of(value, [phase.value for phase in Phase], key))
        case "inside":
            return SWITCH[_one_of(value, [*SWITCH, AUTO], key)]
        case "inprocessing":
            return SWITCH[_one_of(value, [*SWITCH], key)]
        case _:
            return _whole(value, key)


def _whole(value: str, key: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise UsageError(f"The option {key} cannot be '{value}'; give a whole number from 0 on.")
    return int(value)


def _one_of(value: str, choices: list[str], key: str) -> str:
    if value not in choices:
        raise UsageError(f"The option {key} cannot be '{value}'; choose of {', '.join(choices)}.")
    return value


def _word(value: object) -> str:
    if isinstance(value, Phase):
        return str(value.value)
    words = {None: AUTO, True: "yes", False: "no"}
    return words[value] if value is None or isinstance(value, bool) else str(value)
