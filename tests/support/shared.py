"""Test data from the folder `shared` beside the checkout, or from the samples without it."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.support.paths import ROOT, SHARED

Record = dict[str, Any]

SAMPLES = ROOT / "tests" / "samples"

PUZZLES = MappingProxyType(
    {
        "medium_5x5": "puzzleloop_5x5_medium",
        "medium_7x7": "puzzleloop_7x7_medium",
        "medium_10x10": "puzzleloop_10x10_medium",
        "medium_15x15": "puzzleloop_15x15_medium",
        "medium_20x20": "puzzleloop_20x20_medium",
        "medium_25x30": "puzzleloop_25x30_medium",
        "hard_5x5": "puzzleloop_5x5_hard",
        "hard_10x10": "puzzleloop_10x10_hard",
        "easy_10x10": "loopy_10x10t0de",
        "normal_10x10": "loopy_10x10t0dn",
        "tricky_10x10": "loopy_10x10t0dt",
        "expert_10x10": "loopy_10x10t0dh",
        "expert_7x7": "loopy_7x7t0dh",
        "expert_30x30": "loopy_30x30t0dh",
        "minimal_10x10": "satmin_10x10",
        "varied": "janko_a",
        "addresses": "misc_examples",
        "degenerate": "degenerate",
    }
)
"""Collections of puzzles: the name in tests and samples, and the name of the shared file."""

AWKWARD_STRINGS = "awkward_strings"
PASTED = "pasted"
FILES = MappingProxyType({**PUZZLES, AWKWARD_STRINGS: "invalid_strings", PASTED: PASTED})


def find_shared() -> Path | None:
    """The shared folder, or None. It is recognised by its subfolders `puzzles` or `discord`."""
    parts = (SHARED / "puzzles", SHARED / "discord")
    return SHARED if any(part.is_dir() for part in parts) else None


def shared_file(shared: Path, name: str) -> Path:
    """A file of the shared folder; fails the test if it is missing."""
    path = shared / name
    if not path.is_file():
        pytest.fail(
            f"{path} is missing; a shared folder has to hold every file that tests name.",
            pytrace=False,
        )
    return path


class Collections:
    """Collections of puzzles by name, from a shared folder or from the samples."""

    def __init__(self, shared: Path | None) -> None:
        self._shared = shared

    def path(self, name: str) -> Path:
        """The file of a collection: one JSON object per line."""
        if self._shared is None:
            return SAMPLES / f"{name}.jsonl"
        return shared_file(self._shared, f"puzzles/{FILES[name]}.jsonl")

    def records(self, name: str) -> list[Record]:
        """The records of a collection."""
        return [json.loads(line) for line in self.path(name).read_text("utf-8").splitlines()]

    def all_records(self) -> Iterator[Record]:
        """The records of all collections."""
        for name in PUZZLES:
            yield from self.records(name)

    def enough(self, *, shared: int, sample: int) -> int:
        """The number for the collections in use: `shared` or `sample`."""
        return sample if self._shared is None else shared
