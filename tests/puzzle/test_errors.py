"""Errors survive pickling, and their messages are one sentence."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import puzzle
from puzzle.bounds import Bounds
from puzzle.errors import NotationError, PuzzleError, RulesError, SizeError
from tests.support.pickling import pickled

SAMPLES: dict[type[PuzzleError], PuzzleError] = {
    PuzzleError: PuzzleError("a clue is wrong"),
    RulesError: RulesError("For Touch Slitherlink, there are no hints."),
    SizeError: SizeError("0x4", "a board has at least one row"),
    NotationError: NotationError("CSV", "there are 2 cells", "in row 2", "give it 3"),
}


def subclasses(base: type[PuzzleError]) -> Iterator[type[PuzzleError]]:
    yield base
    for error in base.__subclasses__():
        yield from subclasses(error)


def all_errors() -> list[type[PuzzleError]]:
    for module in pkgutil.walk_packages(puzzle.__path__, "puzzle."):
        importlib.import_module(module.name)
    return [kind for kind in subclasses(PuzzleError) if kind.__module__.startswith("puzzle.")]


@pytest.mark.parametrize("kind", all_errors())
def test_errors_survive_pickling(kind: type[PuzzleError]) -> None:
    error = SAMPLES[kind]  # a new class needs a sample here
    copy = pickled(error)
    assert type(copy) is kind
    assert (str(copy), copy.args, vars(copy)) == (str(error), error.args, vars(error))


def test_sentences() -> None:
    assert str(SAMPLES[NotationError]) == "Read as CSV: in row 2, there are 2 cells; give it 3."
    assert str(NotationError("", "There is nothing")) == "There is nothing."


@pytest.mark.parametrize(
    ("rows", "cols", "reason"),
    [
        (0, 3, "at least one row"),
        (3, 0, "at least one row"),
        (3, 201, r"201x3.*no side may be over 200"),
        (201, 3, r"3x201.*no side may be over 200"),
    ],
)
def test_bounds_refuse_sizes(rows: int, cols: int, reason: str) -> None:
    with pytest.raises(SizeError, match=reason):
        Bounds().check(rows, cols)


def test_bounds_take_the_longest_sides() -> None:
    Bounds(max_side=4).check(4, 3)
    Bounds(max_side=4).check(3, 4)


def test_bounds_refuse_too_many_cells() -> None:
    Bounds(max_cells=6).check(2, 3)
    with pytest.raises(SizeError, match=r"3x3.*at most 6 cells"):
        Bounds(max_cells=6).check(3, 3)
