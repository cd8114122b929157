"""Errors in entered text are explained in the user's language."""

import pickle
import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from i18n.catalogues import localizer_for
from narrator.problems import explain_problem, localize
from play.calendar import number_of, parse_day
from play.errors import EntryError
from play.moves import parse_command
from play.submission import parse_submission
from play.zones import find_zone
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Puzzle
from puzzle.moves import parse_changes
from puzzle.notation import format_puzzle, parse_puzzle
from puzzle.rules import Capability, Rules, require
from puzzle.symmetry import Symmetry, orbits
from tests.support.shared import AWKWARD_STRINGS, Collections
from tests.support.texts import BRACKETING, english_words, outside_brackets
from tests.support.variants import sample

JAPANESE = localizer_for("ja")
GRID = square_grid(2, 3)
PUZZLE = Puzzle(GRID, (3, None, 1, None, 2, None))

PUZZLES = (
    "",
    "hello",
    "500x500:a",
    "9999999999x2:a",
    "0x3:a",
    "5x5",
    "abc3",
    "3x3#123",
    "3x3q:a",
    "3x3t3:a",
    "3x3t99:a",
    "3x3dz:a",
    "3x3d:a",
    "3x3:a",
    "3x3:zz",
    "3x3:A",
    "3x3:a#",
    "3x3:9",
    "3x3:!",
    "3x3:\uff13",
    "3x3:a_b",
    "https://puzz.link/p",
    "https://puzz.link/p?masyu/3/3/",
    "https://puzz.link/p?swslither/3/3/7",
    "https://puzz.link/p?tslither/q/3/3/",
    "https://puzz.link/p?slither/",
    "https://puzz.link/p?slither/f/f/3/3/",
    "3x3t2:touch_6h",
    "https://puzz.link/p?slither/q/3/3/",
    "https://puzz.link/p?slither/3/3/zz",
    "https://puzz.link/p?slither/3/3/A",
    "https://puzz.link/p?slither/3/3/!",
    "slitherlink.html?problem=2/3/3_._./",
    "3..\n..",
    "3. .\n..x",
    "3 12 -1\n. . .",
    "3 2.\n. .",
    '3,"2\n1,2',
    "pzprv4/slither/",
    "pzprv3/masyu/",
    "pzprv3/slither/2/x",
    "pzprv3/slither/x/2",
    "pzprv3/slither/1/1/3/1 1/1",
    "pzprv3/slither/1/1/3/1 7/1/1",
    "pzprv3/slither/1/2/3 ./1 0/",
    "pzprv3/slither/1/1/3/1 1/1/1/1",
    "pzprv3/slither/2/2/q/. ./. ./",
)
MOVES = ("", "go", "go Z9", "clear all", "A1", "A1-", "A1-B2", "A1-A1", "x", "x e A1-B1", "A1-?")
ANSWERS = ("", "yn", "1/0", "111/1/1/1/1", "https://puzz.link/p?slither/3/2/", "A1-Z9")


def failing(function: Callable[..., object], *arguments: Any) -> ValueError:
    with pytest.raises((PuzzleError, EntryError)) as raised:
        function(*arguments)
    return raised.value


def problems() -> Iterator[ValueError]:
    for text in PUZZLES:
        yield failing(parse_puzzle, text, Bounds(max_side=100, max_text=1000))
    yield failing(parse_puzzle, "3" * 1001, Bounds(max_text=1000))
    for text in MOVES:
        yield failing(parse_command, text, GRID)
    for text in ("A1-B1 x A1-B1", "A1-B1-A1-" * 40 + "B1", "A1-B1 " * 1000):
        yield failing(parse_changes, text, GRID)
    for text in ANSWERS:
        yield failing(parse_submission, text, PUZZLE)
    for rows in ("3 1 ./. . 2", ". 1 ./. . ."):
        yield failing(parse_submission, f"pzprv3/slither/2/3/{rows}/", PUZZLE)
    yield failing(parse_submission, "pzprv3/slither/1/1/3/", PUZZLE)
    yield failing(parse_day, "#0")
    yield failing(parse_day, "someday")
    yield failing(number_of, date(1999, 1, 1))
    yield failing(find_zone, "Tokio")
    yield failing(find_zone, "?")
    yield failing(find_zone, "MST")
    touch = sample("touch-full")
    for capability in (each for each in Capability if not touch.rules.supports(each)):
        yield failing(require, touch, capability)
    yield failing(format_puzzle, sample("vertex"), "rows")
    for changed in ({"rules": Rules("vertex")}, {"clues": (2, *sample("touch").clues[1:])}):
        file = format_puzzle(replace(sample("touch"), **changed), "pzpr")
        yield failing(parse_submission, file, sample("touch"))
    yield failing(orbits, 2, 3, Symmetry.ROT90)


@pytest.mark.parametrize("error", list(problems()), ids=str)
def test_a_problem_is_one_sentence_in_any_language(error: ValueError) -> None:
    assert explain_problem(error) == str(error)
    assert str(error).endswith((".", "…"))
    bare = outside_brackets(explain_problem(error, BRACKETING))
    assert not re.search(r"[^\W\d_]", bare), bare
    assert not english_words(_without_names(explain_problem(error, JAPANESE)))


def _without_names(text: str) -> str:
    """The text without quotations of user input and names of tilings, formats and time zones."""
    return re.sub(r"「[^」]*」|'[^']*'|[A-Z]\w+/\w+|snub-square|[a-z]?slither\w*|masyu", " ", text)


@pytest.mark.parametrize("error", list(problems()), ids=str)
def test_a_problem_can_be_pickled_and_translated_afterwards(error: ValueError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert str(again) == str(error)
    assert explain_problem(again, JAPANESE) == explain_problem(error, JAPANESE)


def test_errors_about_awkward_strings_are_all_in_japanese(collections: Collections) -> None:
    told = []
    for record in collections.records(AWKWARD_STRINGS):
        try:
            parse_puzzle(record["text"])
        except PuzzleError as error:
            told.append(_without_names(explain_problem(error, JAPANESE)))
    assert len(told) > 20
    assert not [text for text in told if english_words(text)]


@given(st.text())
def test_user_input_is_never_translated(text: str) -> None:
    assert localize(text, BRACKETING) == text
    assert localize(lazy("{text}!", text=text), JAPANESE) == f"{text}!"


def test_a_lazy_message_is_a_string() -> None:
    row = lazy("in row {row}", row=3)
    assert (row, f"{row}", row.message) == ("in row 3", "in row 3", "in row {row}")
    assert isinstance(row, str)
    cells = lazy_plural("{count:,} cell", "{count:,} cells", 1)
    assert (cells, cells.many, cells.number) == ("1 cell", "{count:,} cells", 1)
    assert isinstance(pickle.loads(pickle.dumps(cells)), LazyMessage)  # noqa: S301 - our own bytes
