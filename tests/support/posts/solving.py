"""Invented answers of /solve."""

from typing import Any

from jobs.solving import SolveAnswer
from puzzle.notation import parse_loopy
from solver.search import Outcome, Stats


def made_up(**changes: Any) -> SolveAnswer:
    values: dict[str, Any] = {
        "outcome": Outcome.MULTIPLE,
        "solutions": 1000,
        "complete": False,
        "index": 999,
        "shared_lines": 4,
        "shared_crosses": 1,
        "size": "100x100",
        "puzzle": "100x100:" + "1" * 10_000,
        "read": parse_loopy("1x1:4"),
        "link": "https://puzz.link/p?slither/100/100/" + "1" * 10_000,
        "png": b"picture",
        "alt": "a" * 1024,
        "stats": Stats(1, 2, 3, 12.345),
    }
    return SolveAnswer(**{**values, **changes})
