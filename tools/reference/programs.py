"""Tables of the commands, exit codes, notations, methods, options, metrics and settings."""

import re
import sys
from collections.abc import Iterator
from inspect import getdoc
from types import ModuleType

import typer
from msgspec.structs import asdict

import app.settings
from cli.listing import COMMANDS, GROUPS, CommandEntry
from cli.options import KEYS, POLICY_KEYS
from cli.status import ExitStatus
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import FORMATS, parse_loopy
from solver.connectivity import METHODS, STATIC_METHODS
from solver.options import DEFAULT_OPTIONS, MANY_CELLS, CutPolicy, Options, fitted
from telemetry.metrics import Metrics
from tools.reference.tables import bullets, documented, first_sentence, table

EXAMPLE = "4x4:3c3d22b2a1"
SMALL_SIDE = 10
LARGE_SIDE = 40


def commands() -> Iterator[str]:
    """The commands of `ouro`, those of a group after it."""
    rows = [(f"`ouro {entry.name}`", entry.summary) for entry in COMMANDS]
    for group in GROUPS:
        rows += _commands_of(group)
    return table(["Command", "What it does"], rows)


def _commands_of(group: CommandEntry) -> Iterator[tuple[str, str]]:
    made = typer.main.get_group(group.load()())
    for name, command in made.commands.items():
        yield f"`ouro {group.name} {name}`", f"{first_sentence(command.help or '')}."


def exit_codes() -> Iterator[str]:
    """The exit codes of the command line."""
    meanings = documented("cli.status")
    rows = [(str(status.value), meanings[status.name]) for status in ExitStatus]
    return table(["Code", "Meaning"], rows)


def notations() -> Iterator[str]:
    """The notations of puzzles, each with the beginning of an example."""
    puzzle = parse_loopy(EXAMPLE)
    rows = []
    for name, (_, write) in FORMATS.items():
        line, *more = write(puzzle).splitlines()
        rows.append(
            (
                f"`{name}`",
                _summary(sys.modules[write.__module__]),
                f"`{line}`{' …' if more else ''}",
            )
        )
    return table(["Name", "What it is", "Example"], rows)


def methods() -> Iterator[str]:
    """The methods that enforce a single loop."""
    rows = []
    for name, method in METHODS.items():
        kind = "static" if name in STATIC_METHODS else "lazy"
        rows.append((f"`{name}`", kind, _summary(sys.modules[method.__module__])))
    return table(["Method", "Kind", "What it does"], rows)


def _summary(module: ModuleType) -> str:
    return f"{first_sentence(module.__doc__ or '')}."


def options() -> Iterator[str]:
    """The keys of `--options`, with their defaults on small and on large boards."""
    meanings = bullets(getdoc(Options) or "") | bullets(getdoc(CutPolicy) or "")
    small, large = (_values(side) for side in (SMALL_SIDE, LARGE_SIDE))
    head = ["Key", f"Below {MANY_CELLS:,} cells", "From there", "Meaning"]
    rows = ((f"`{key}`", small[key], large[key], meanings[f"`{key}`"]) for key in KEYS)
    return table(head, rows)


def _values(side: int) -> dict[str, str]:
    """The default of each key on a square board of this side whose cells all have clues."""
    chosen = fitted(DEFAULT_OPTIONS, Puzzle(square_grid(side, side), (2,) * side**2))
    values = asdict(chosen) | asdict(chosen.policy or CutPolicy())
    return {key: _shown(values[key]) for key in (*KEYS, *POLICY_KEYS)}


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(getattr(value, "value", value))


def metrics() -> Iterator[str]:
    """The metrics of a bot, without those of its process that Prometheus' client adds."""
    found = [each for each in Metrics().registry.collect() if each.name.startswith("ouro_")]
    rows = ((f"`{_sample(each.name, each.type)}`", each.type, each.documentation) for each in found)
    return table(["Metric", "Type", "Meaning"], rows)


def _sample(name: str, kind: str) -> str:
    return f"{name}_total" if kind == "counter" else name


_DEFAULT = re.compile(r" \(default: (.+?)\)\.$")


def settings() -> Iterator[str]:
    """The lines of the table."""
    meanings = bullets(app.settings.__doc__ or "")
    return table(
        ["Variable", "Default", "Meaning"], (_setting_row(*each) for each in meanings.items())
    )


def _setting_row(names: str, text: str) -> tuple[str, str, str]:
    found = _DEFAULT.search(text)
    meaning = _DEFAULT.sub("", text).removesuffix(".")
    return names.replace("`, `", "`,<br>`"), found[1] if found else "none", meaning
