"""The marked blocks of a document, each filled by a function of its name.

A block is between two comments, `<!-- generated: limits -->` and `<!-- end -->`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from types import MappingProxyType

import typer
from msgspec.structs import asdict

import app.settings
from cli.listing import COMMANDS, GROUPS, CommandEntry
from cli.options import KEYS, POLICY_KEYS
from cli.status import ExitStatus
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import NOTATIONS, parse_loopy
from solver.connectivity import METHODS, STATIC_METHODS
from solver.options import DEFAULT_OPTIONS, MANY_CELLS, CutPolicy, Options, fitted
from telemetry.metrics import Metrics
from tools.reference import techniques
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
    for name, notation in NOTATIONS.items():
        line, *more = notation.write(puzzle).splitlines()
        rows.append(
            (
                f"`{name}`",
                notation.title,
                f"`{line}`{' …' if more else ''}",
            )
        )
    return table(["Name", "What it is", "Example"], rows)


def methods() -> Iterator[str]:
    """The methods that enforce a single loop."""
    rows = []
    for name, method in METHODS.items():
        kind = "static" if name in STATIC_METHODS else "lazy"
        summary = first_sentence(sys.modules[method.__module__].__doc__ or "")
        rows.append((f"`{name}`", kind, f"{summary}."))
    return table(["Method", "Kind", "What it does"], rows)


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
    """The settings of a bot, with their defaults."""
    meanings = bullets(app.settings.__doc__ or "")
    return table(
        ["Variable", "Default", "Meaning"], (_setting_row(*each) for each in meanings.items())
    )


def _setting_row(names: str, text: str) -> tuple[str, str, str]:
    found = _DEFAULT.search(text)
    meaning = _DEFAULT.sub("", text).removesuffix(".")
    return names.replace("`, `", "`,<br>`"), found[1] if found else "none", meaning


LIMITS = (
    # what people send
    "bot.answering.commands.MAX_PASTE_LENGTH",
    "bot.boards.components.MAX_MOVES_LENGTH",
    "bot.answering.attachments.FETCH_SECONDS",
    "bot.answering.attachments.FILES_SEARCHED",
    "puzzle.notation.search.MAX_PIECES",
    "puzzle.notation.search.MAX_FOUND",
    "play.zones.MAX_NAME",
    "play.times.LONGEST",
    # puzzles and boards
    "jobs.bounds.PLAY_SIDE",
    "service.generating.generation.LONGEST",
    "service.generating.generation.TRIED_CELLS",
    "service.generating.generation.SEEDS",
    "jobs.solving.COUNTED_SOLUTIONS",
    "service.playing.attempts.MAX_UNFINISHED",
    "play.history.MAX_STEPS",
    "play.history.MAX_BYTES",
    "service.running.board_cache.MAX_CACHED_BYTES",
    "service.running.board_cache.MAX_CACHED_PUZZLES",
    # requests
    "service.running.rate_limiter.BURST_SECONDS",
    "service.running.rate_limiter.SHARED_SECONDS",
    "bot.answering.request_weights.SUGGESTION_WEIGHT",
    "bot.answering.request_weights.PRESS_WEIGHT",
    "bot.answering.request_weights.COMMAND_WEIGHT",
    "bot.answering.request_weights.INPUT_WEIGHT",
    "bot.dailies.chat.MAX_SUGGESTIONS",
    "bot.helping.commands.MAX_BOARDS",
    "play.ranking.PAGE",
    "service.running.quotas.EXPORTS_PER_MINUTE",
    # messages and the clock
    "bot.delivery.delivery.PER_SECOND",
    "bot.delivery.delivery.SEND_SECONDS",
    "bot.delivery.delivery.MAX_IN_FLIGHT",
    "bot.delivery.delivery.MAX_TRIES",
    "app.health.MOST_LATE_SECONDS",
    "service.running.clock_guard.TOLERANCE",
    # jobs
    "workers.job_queue.SYSTEM_JOBS",
    "service.playing.solving.FIRST_SECONDS",
    "app.settings.WORK_SECONDS",
    "workers.child.FULL_PRIORITY_SECONDS",
    # health, the database and processes
    "workers.probe.PROBE_SECONDS",
    "workers.probe.CACHE_SECONDS",
    "app.health.CHECK_SECONDS",
    "bot.answering.interactions.CHANGE_SECONDS",
    "store.deadlines.QUEUE_SECONDS",
    "store.pools.POSTGRES_WRITERS",
    "store.pools.STATEMENT_SECONDS",
    "store.pools.ROW_LOCK_SECONDS",
    "store.pools.IDLE_SECONDS",
    "service.running.processes.RENEWAL_SECONDS",
    "service.running.session_starts.SCARCE_PART",
    "app.main.LOGOUT_SECONDS",
    "bot.answering.drain.REFUSAL_SECONDS",
)
"""The constants that limit what people and the bot do, by module and name."""


def limits() -> Iterator[str]:
    """The constants of `LIMITS`, with their values."""
    return table(["Value", "Meaning", "Constant"], map(_limit_row, LIMITS))


def _limit_row(path: str) -> tuple[str, str, str]:
    module, _, name = path.rpartition(".")
    value = getattr(import_module(module), name)
    return f"{value:,}", first_sentence(documented(module)[name]), f"`{path}`"


ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

BLOCKS: Mapping[str, Callable[[], Iterable[str]]] = MappingProxyType(
    {
        "commands": commands,
        "exit-codes": exit_codes,
        "limits": limits,
        "methods": methods,
        "metrics": metrics,
        "notations": notations,
        "options": options,
        "settings": settings,
        "techniques": techniques.table,
        "technique-examples": techniques.entries,
    }
)
"""The lines of each block by its name."""


def documents() -> list[Path]:
    """The documents that may have blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def current(text: str) -> str:
    """The text of a document with its blocks as the code is now.

    >>> current("# A page\\n") == "# A page\\n"
    True
    """
    return BLOCK.sub(_filled, text)


def _filled(found: re.Match[str]) -> str:
    start, name, end = found.groups()
    return "\n".join([start, *BLOCKS[name](), "", end])
