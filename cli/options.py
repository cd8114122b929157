"""Options of a search as text: `backend=minisat22,phase=line,negation=4`."""

from dataclasses import asdict, fields, replace

from cli.errors import UsageError
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase

AUTO = "auto"
SWITCH = {"yes": True, "no": False}
POLICY = tuple(field.name for field in fields(CutPolicy))
KEYS = ("backend", "seed", "phase", "inside", "inprocessing", *POLICY)
HELP = (
    "Other choices, as backend=minisat22,phase=line. Keys: backend, seed, phase (cross, line), "
    "inside (auto, yes, no: variables for cells), inprocessing (yes, no) and, for the method "
    f"cuts, {', '.join(POLICY)}."
)


def parse_options(text: str, base: Options = DEFAULT_OPTIONS) -> Options:
    """`base` with the choices that a text lists; `UsageError` says which one is no choice.

    >>> parse_options("backend=minisat22,negation=4").policy.negation
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
    """The text for what differs from the defaults.

    >>> format_options(Options(backend="minisat22", phase=Phase.LINE))
    'backend=minisat22,phase=line'
    """
    default = asdict(DEFAULT_OPTIONS) | asdict(DEFAULT_OPTIONS.policy)
    chosen = asdict(options) | asdict(options.policy)
    return ",".join(f"{key}={_word(chosen[key])}" for key in KEYS if chosen[key] != default[key])


def _with(options: Options, key: str, value: str) -> Options:
    if key == "backend":
        return replace(options, backend=None if value == AUTO else value)
    if key == "seed":
        return replace(options, seed=_whole(key, value))
    if key == "phase":
        return replace(options, phase=Phase(_one_of(key, value, [p.value for p in Phase])))
    if key == "inside":
        return replace(options, inside=SWITCH.get(_one_of(key, value, [AUTO, *SWITCH])))
    if key == "inprocessing":
        return replace(options, inprocessing=SWITCH[_one_of(key, value, list(SWITCH))])
    return replace(options, policy=replace(options.policy, **{key: _whole(key, value)}))


def _whole(key: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise UsageError(f"The option {key} cannot be '{value}'; give a whole number from 0 on.")
    return int(value)


def _one_of(key: str, value: str, choices: list[str]) -> str:
    if value not in choices:
        raise UsageError(f"The option {key} cannot be '{value}'; choose of {', '.join(choices)}.")
    return value


def _word(value: object) -> str:
    if isinstance(value, Phase):
        return str(value.value)
    words = {None: AUTO, True: "yes", False: "no"}
    return words[value] if value is None or isinstance(value, bool) else str(value)
