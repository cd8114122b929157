"""The requests, answers and errors of every job survive packing and unpacking."""

import ast
import contextlib
import math
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from importlib import import_module
from inspect import isfunction
from itertools import chain
from string import Formatter
from types import MappingProxyType
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.job_registry import job_registry
from i18n.catalogues import localizer_for
from jobs.appearance import Appearance
from jobs.constructing import answer_question, follow_clues
from jobs.errors import JobError
from jobs.reading import ReadPuzzle
from jobs.registry import ERRORS, JOBS
from jobs.work import QUICK_WORK
from narrator.problems import localize
from play.submission import parse_submission
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.grid import Grid, square_grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_changes, parse_marks
from puzzle.notation import parse_puzzle
from puzzle.rules import ALL_RULES, Rules
from renderer.errors import RendererError
from renderer.theme import THEMES
from solver.errors import SolverError
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from solver.report import Limits
from tests.support.packages import modules, name_of, subclasses
from tests.support.paths import PACKAGES
from tests.support.pickling import pickled
from tests.support.strategies import almost_puzzles, boards, puzzles
from tests.support.typed import values
from workers.codec import Codec, CodecError

CODEC = Codec(job_registry())

COUNTS = st.integers(0, 2**31)
TEXTS = st.text(max_size=30)
SECONDS = st.floats(0, 1e9)
CHOSEN: Mapping[object, st.SearchStrategy[Any]] = MappingProxyType(
    {
        int: COUNTS,
        float: SECONDS,
        str: TEXTS,
        bytes: st.binary(max_size=99),
        date: st.dates(date(2026, 1, 1)),
        Puzzle: puzzles(4),
        Rules: st.sampled_from(ALL_RULES),
        Board: boards(4),
        Grid: st.builds(square_grid, st.integers(1, 9), st.integers(1, 9)),
        Appearance: st.builds(Appearance, st.sampled_from(sorted(THEMES)), st.booleans()),
        Bounds: st.builds(Bounds, COUNTS, COUNTS, COUNTS),
        Limits: st.builds(
            Limits, st.none() | SECONDS, *[st.none() | COUNTS] * 2, st.integers(1, 99)
        ),
        GenerationSpec: st.builds(
            GenerationSpec, *[st.integers(5, 9)] * 2, st.sampled_from(Difficulty), seed=COUNTS
        ),
    }
)
"""Values of the types that have rules, or many values."""


HINTS = {job.__name__: get_type_hints(job) for job in JOBS}
NAMES = sorted(HINTS)


def values_of(name: str, *, answer: bool) -> st.SearchStrategy[Any]:
    """Requests or answers of a job."""
    hints = HINTS[name]
    kind = next(kind for part, kind in hints.items() if (part == "return") is answer)
    return values(kind, CHOSEN)


def test_every_function_of_a_request_is_a_job() -> None:
    """Those of other values, such as a `Puzzle`, are listed alone."""
    functions = set()
    for module in map(name_of, modules("jobs")):
        for name, value in vars(import_module(module)).items():
            if isfunction(value) and value.__module__ == module and not name.startswith("_"):
                request = get_type_hints(value).get("request")
                functions |= {value} if request is not None else set()
    assert len(functions) > 15
    assert functions <= set(JOBS)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_requests_and_answers_come_back_as_they_were(name: str, data: st.DataObject) -> None:
    request, answer = (data.draw(values_of(name, answer=which)) for which in (False, True))
    again = CODEC.unpack_request(name, CODEC.pack(request))
    assert (again, type(again)) == (request, type(request))
    again = CODEC.unpack_answer(name, CODEC.pack(answer))
    assert (again, type(again)) == (answer, type(answer))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_damaged_bytes_are_values_or_refused(name: str, data: st.DataObject) -> None:
    packed = CODEC.pack(data.draw(values_of(name, answer=True)))
    start = data.draw(st.integers(0, len(packed)))
    end = data.draw(st.integers(start, len(packed)))
    damaged = packed[:start] + data.draw(st.binary(max_size=8)) + packed[end:]
    for read in (CODEC.unpack_answer, CODEC.unpack_request):
        with contextlib.suppress(CodecError):
            read(name, damaged)


def takes_bytes(job: Callable[[Any], Any]) -> bool:
    (request,) = (hint for name, hint in get_type_hints(job).items() if name != "return")
    return "BytesType" in repr(msgspec.inspect.type_info(request))


def test_jobs_that_take_files_are_decoders() -> None:
    """What parses bytes of strangers, with libraries in C, runs alone in a worker.

    What is known of clues is integers that a worker told.
    """
    decoders = {job for job, bound in JOBS.items() if bound.decoder_seconds is not None}
    assert {job for job in JOBS if takes_bytes(job)} == decoders | {answer_question, follow_clues}
    assert all(JOBS[job].work > QUICK_WORK for job in decoders)


def test_every_job_has_a_bound_of_work() -> None:
    """Jobs are let in by these."""
    assert job_registry().bounds.keys() == {*job_registry().jobs}
    for job, bound in JOBS.items():
        assert 0 < bound.work < math.inf, job


def test_a_grid_is_given_by_its_size() -> None:
    puzzle = {"grid": ("square", 1, 1, ""), "clues": [None]}
    board = {"puzzle": puzzle, "marks": [0] * 4}
    data = msgspec.msgpack.encode({"board": board, "notation": "rows", "text": "1"})
    assert CODEC.unpack_answer("read_puzzle", data).puzzle == parse_puzzle("1x1:a")


@pytest.mark.parametrize("size", [(0, 1), (201, 1), (200, 201), (10**9, 10**9), ("1", 1), (1.0, 1)])
def test_grids_are_bounded_before_they_are_built(size: tuple[Any, Any]) -> None:
    puzzle = {"grid": ("square", *size, ""), "clues": [None]}
    board = {"puzzle": puzzle, "marks": []}
    data = msgspec.msgpack.encode({"board": board, "notation": "rows", "text": "1"})
    with pytest.raises(CodecError):
        CODEC.unpack_answer("read_puzzle", data)


# Errors


def test_every_error_of_the_packages_below_jobs_is_listed() -> None:
    families = (JobError, PuzzleError, SolverError, RendererError)
    known = {kind for family in families for kind in (family, *subclasses(family))}
    ours = {kind for kind in known if not kind.__module__.startswith(("tests.", "ouro."))}
    assert set(ERRORS) == ours


def crosses(error: Exception) -> None:
    """Check that an error arrives as it was, in every language."""
    data = CODEC.pack_error(error)
    assert data is not None
    again = CODEC.unpack_error(data)
    assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
    for localizer in map(localizer_for, ("en", "ja")):
        for one, other in zip(again.args, error.args, strict=True):
            assert not isinstance(other, str) or localize(one, localizer) == localize(
                other, localizer
            )


READERS: tuple[Callable[[str], object], ...] = (
    parse_puzzle,
    lambda text: parse_marks(text, square_grid(2, 3)),
    lambda text: parse_changes(text, square_grid(2, 3)),
    lambda text: parse_submission(text, parse_puzzle("3x2:3a2b1")),
)


@given(
    text=almost_puzzles()
    | st.text(max_size=12)
    | st.text("A1-x0,. _|/;\uff41'\"{}", max_size=12)
    | st.sampled_from(["hello", "A1-hello", "0x0", "\uff48\uff45\uff4c\uff4c\uff4f", "A1-B9"])
)
def test_every_refusal_of_a_reader_crosses(text: str) -> None:
    for read in READERS:
        try:
            read(text)
        except PuzzleError as error:
            crosses(error)


def templates() -> Iterator[tuple[str, ...]]:
    """The templates of each lazy message in the code."""
    for module in chain.from_iterable(map(modules, PACKAGES)):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            if call.func.id in {"lazy", "lazy_plural"}:
                texts = [part.value for part in call.args if isinstance(part, ast.Constant)]
                yield tuple(text for text in texts if isinstance(text, str))


def test_every_template_in_the_code_crosses() -> None:
    found = list(templates())
    assert len(found) > 20
    for texts in found:
        names = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
        values: dict[str, object] = dict.fromkeys(names, 3)
        for text in texts:
            crosses(PuzzleError(lazy(text, **values)))
        if len(texts) == 2:
            crosses(PuzzleError(lazy_plural(texts[0], texts[1], 3, **values)))


LAZY = st.builds(
    lambda name, text: lazy("a {name} in {text!r}", name=name, text=text), TEXTS, TEXTS
)
"""Messages with their values."""
ARGUMENTS: Mapping[object, st.SearchStrategy[object]] = MappingProxyType(
    {
        str: TEXTS | LAZY,
        int: COUNTS,
        float: SECONDS,
        object: TEXTS | LAZY | COUNTS | st.booleans() | st.none(),
        tuple[str, ...]: st.lists(TEXTS, min_size=1, max_size=4).map(tuple),
        tuple[LazyMessage, ...]: st.lists(LAZY, max_size=4).map(tuple),
    }
)
"""Arguments of errors, by their type."""


@pytest.mark.parametrize("kind", ERRORS)
@given(data=st.data())
def test_every_error_crosses_whatever_its_arguments(
    kind: type[Exception], data: st.DataObject
) -> None:
    if isfunction(kind.__init__):
        types = [hint for name, hint in get_type_hints(kind.__init__).items() if name != "return"]
    else:
        types = [str]
    error = kind(*(data.draw(ARGUMENTS[expected]) for expected in types))
    crosses(error)
    copy = pickled(error)  # as in the pool of the terminal
    assert type(copy) is kind
    assert (str(copy), copy.args, vars(copy)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize(
    "template",
    [
        "{a:>999999999}",
        "{a.__class__}",
        "{a[0]}",
        "{a!s}",
        "{a!a}",
        "{b!r}",
        "{b}",
        "{}",
        "{a:{a}}",
        "{",
        3,
    ],
)
def test_messages_that_do_more_than_name_their_values_are_refused(template: object) -> None:
    message = {"LazyMessage": ["said", template, None, 1, [["a", 1]]]}
    with pytest.raises(CodecError):
        CODEC.unpack_error(msgspec.msgpack.encode(("PuzzleError", [message])))


def test_a_grid_keeps_its_identity() -> None:
    puzzle = parse_puzzle("3x2:3a2b1")
    packed = CODEC.pack(ReadPuzzle("rows", "3a2b1", Board.blank(puzzle)))
    CODEC.unpack_answer("read_puzzle", packed)
    square_grid.cache_clear()
    again = CODEC.unpack_answer("read_puzzle", packed)
    assert again.puzzle.grid is square_grid(2, 3)
