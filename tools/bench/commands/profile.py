"""The share of each function in the time of solving."""

import cProfile
import pstats
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer

from solver.search import Limits
from solver.search import solve as search
from tools.bench.datasets import load
from tools.bench.measure import print_machine

ROOT = Path(__file__).resolve().parents[3]
SEARCH_MODULES = ("solver/search.py", "solver/encoding.py", "solver/connectivity/")
"""Modules whose functions may take much time."""

MARKED_SHARE = 0.1
"""Share of time above which a Python function of another module is marked."""


def profile(
    datasets: Annotated[list[Path], typer.Argument(help="Files with one puzzle on every line.")],
    limit: Annotated[int, typer.Option(help="Puzzles per set at most, evenly spread.")] = 50,
    top: Annotated[int, typer.Option(help="Number of functions to show.")] = 20,
) -> None:
    """The share of each function's own time; ! marks over 10 % outside the search modules.

    Calls of the SAT solver and of Python's built-ins, which are compiled, are listed separately.
    Profiling itself slows down Python functions most.
    """
    print_machine()
    for path in datasets:
        puzzles = load(path).spread(limit)
        search(puzzles[0])
        profiler = cProfile.Profile()
        profiler.enable()
        for puzzle in puzzles:
            search(puzzle, Limits(60))
        profiler.disable()
        shares = _shares(profiler)
        print(f"\n{path.stem}: {len(puzzles)} puzzles")
        for name, share in sorted(shares.items(), key=lambda item: -item[1])[:top]:
            print(f"{'!' if _too_much(name, share) else ' '} {share:7.1%}  {name}")


def _shares(profiler: cProfile.Profile) -> dict[str, float]:
    """The share of the total time that each function spends itself, without its callees."""
    own: dict[str, float] = defaultdict(float)
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined] # typeshed leaves it out
    for (file, _, function), (_, _, seconds, _, _) in stats.items():
        own[f"{_place(file)} {function}".strip()] += seconds
    whole = sum(own.values())
    return {name: seconds / whole for name, seconds in own.items()}


def _place(file: str) -> str:
    """The path within the project, the file name for other modules, "" for compiled code."""
    path = Path(file)
    if path.is_relative_to(ROOT):
        inside = path.relative_to(ROOT)
        return inside.as_posix() if inside.parts[0] != ".venv" else path.name
    return "" if file.startswith(("~", "<")) else path.name


def _too_much(name: str, share: float) -> bool:
    python = not name.startswith(("<", "{"))
    return share > MARKED_SHARE and python and not name.startswith(SEARCH_MODULES)
