"""What it takes to start: processor time of new processes, beside one that loads two libraries."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from tools.bench.measure import Goals, print_machine

ROOT = Path(__file__).resolve().parents[3]
PUZZLE = "4x4:3c3d22b2a1"
PEER = ("-c", "import typer, pysat.solvers")
"""Arguments of Python: what every command that solves needs of libraries."""
UNCOLLECTED = "import gc; gc.disable()"
"""How `python -m app` and `python -m workers` begin."""


class Program(Struct, frozen=True):
    """A program, as arguments of Python, and the most times of the peer that it should take."""

    name: str
    arguments: tuple[str, ...]
    limit: float


PROGRAMS = (
    Program("import ouro", ("-c", "import ouro"), 2.5),
    Program("ouro solve", ("-m", "cli", "solve", PUZZLE), 2.0),
    Program("ouro hint", ("-m", "cli", "hint", PUZZLE), 2.5),
    Program("ouro render", ("-m", "cli", "render", PUZZLE, "--out", "board.png"), 2.7),
    Program("worker", ("-c", f"{UNCOLLECTED}; import workers.child, app.job_registry"), 3.0),
    Program("import app.main", ("-c", f"{UNCOLLECTED}; import app.main"), 11.0),
)


def start(
    names: Annotated[list[str] | None, typer.Argument(help="Programs; all if none.")] = None,
    repeat: Annotated[int, typer.Option(help="Number of times each is started.")] = 11,
) -> None:
    """Start programs in turns, each in a new process.

    Prints the median processor time of each, and as goals its ratios to a process that imports
    typer and PySAT. All code is compiled before. The exit code is 1 when a goal is missed.
    """
    print_machine()
    goals = Goals()
    programs = [it for it in PROGRAMS if not names or any(part in it.name for part in names)]
    runs = [_seconds_of([PEER, *(it.arguments for it in programs)]) for _ in range(repeat + 1)]
    peer, *rest = (statistics.median(seconds) for seconds in zip(*runs[1:], strict=True))
    goals.note("import typer, pysat.solvers", f"{peer * 1e3:,.0f} ms")
    for program, seconds in zip(programs, rest, strict=True):
        goals.note(program.name, f"{seconds * 1e3:,.0f} ms")
        goals.ratio("  ratio", seconds / peer, program.limit)
    if not goals.reached:
        raise typer.Exit(1)


def _seconds_of(programs: Sequence[Sequence[str]]) -> list[float]:
    """The processor seconds of each program. Raises `SystemExit` when one fails."""
    with tempfile.TemporaryDirectory() as folder:
        return [_seconds(arguments, folder) for arguments in programs]


def _seconds(arguments: Sequence[str], folder: str) -> float:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = (sys.executable, *arguments)
    process = subprocess.Popen(  # noqa: S603 - our own programs
        command, stdout=subprocess.DEVNULL, cwd=folder, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed.")
    return usage.ru_utime + usage.ru_stime
