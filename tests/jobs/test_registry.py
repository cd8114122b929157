"""The requests, answers and errors of every job survive packing and unpacking."""

import ast
import contextlib
import pickle
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from importlib import import_module
from inspect import isfunction
from itertools import chain
from string import Formatter
from types import MappingProxyType
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.job_registry import job_registry
from i18n.catalogues import localizer_for
from jobs.appearance import Appearance
from jobs.drilling import (
    DrillQuestion,
    DrillRequest,
    FindRequest,
    JudgedDrill,
    JudgeRequest,
    MasteryRequest,
)
from jobs.errors import JobError, NothingFound
from jobs.generating import GenerateAnswer, GenerateRequest
from jobs.pictures import CalendarRequest, SamplesRequest
from jobs.playing import (
    Animation,
    AnimationRequest,
    CheckAnswer,
    CheckRequest,
    Drawing,
    DrawRequest,
    HintAnswer,
    HintRequest,
)
from jobs.reading import (
    AnswerRequest,
    MessageTexts,
    PastedText,
    PictureRequest,
    ReadPuzzle,
    ReadRequest,
)
from jobs.registry import DECODERS, ERRORS, JOBS, QUICK_JOBS
from jobs.reviewing import ReplayRequest, ReviewAnswer, ReviewedMoment, ReviewRequest, UsesRequest
from jobs.solving import OutcomeRequest, RateAnswer, RateRequest, SolveAnswer, SolveRequest
from jobs.teaching import Lesson, LessonRequest, LessonStage, Praise
from narrator.checks import Detail
from narrator.narration import Level, Narration
from narrator.problems import explain_problem, localize
from pictures.values import PictureReading
from play.submission import parse_submission
from puzzle.bounds import Bounds
from puzzle.errors import NotationError, PuzzleError, SizeError
from puzzle.grid import square_grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import EdgeState
from puzzle.moves import parse_changes, parse_marks
from puzzle.notation import parse_puzzle
from renderer.card import Card
from renderer.errors import RendererError
from renderer.highlights import Highlights
from renderer.theme import THEMES
from solver.drills import DrillVerdict
from solver.errors import SolverError
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from solver.rating import NotRated, Rating
from solver.report import Limits, Outcome, Stats
from solver.review.gaps import Use
from solver.review.judgement import NotReviewed
from tests.support.packages import modules, name_of, subclasses
from tests.support.paths import PACKAGES
from tests.support.pickling import pickled
from tests.support.strategies import almost_puzzles, boards, puzzles
from workers.codec import Codec, CodecError

CODEC = Codec(job_registry())

COUNTS = st.integers(0, 2**31)
TEXTS = st.text(max_size=30)
EDGES = st.frozensets(COUNTS, max_size=9)
STATES = st.dictionaries(COUNTS, st.sampled_from(EdgeState), max_size=9)
SECONDS = st.floats(0, 1e9)
GRIDS = st.builds(square_grid, st.integers(1, 9), st.integers(1, 9))
DAYS = st.dates(date(2026, 1, 1))
BYTES = st.binary(max_size=99)
SEEDS = st.integers(0, 2**32 - 1)
APPEARANCES = st.builds(Appearance, st.sampled_from(sorted(THEMES)), st.booleans())
LOCALES = st.sampled_from(["en", "ja"])
BOUNDS = st.builds(Bounds, COUNTS, COUNTS, COUNTS)
SOURCES = st.builds(PastedText, TEXTS) | st.builds(
    MessageTexts,
    st.lists(TEXTS, max_size=3).map(tuple),
    st.lists(TEXTS, max_size=3).map(tuple),
)
LIMITS = st.builds(
    Limits, st.none() | SECONDS, st.none() | COUNTS, st.none() | COUNTS, st.integers(1, 99)
)
NUMBERED_ROW = st.lists(st.integers(-1, 5), max_size=3).map(tuple)
NUMBERED = st.lists(st.tuples(COUNTS, COUNTS), max_size=3).map(tuple)
HIGHLIGHTS = st.builds(
    Highlights, EDGES, EDGES, known=EDGES, then_lines=NUMBERED, cursor=st.none() | COUNTS
)
FRAMES = st.none() | COUNTS
SOLVE_REQUESTS = st.builds(
    SolveRequest,
    st.builds(PastedText, TEXTS),
    COUNTS,
    APPEARANCES,
    LOCALES,
    LIMITS,
    BOUNDS,
)
INSTANTS = st.datetimes(datetime(2026, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
SPECS = st.builds(
    GenerationSpec,
    st.integers(5, 9),
    st.integers(5, 9),
    st.sampled_from(Difficulty),
    seed=SEEDS,
    attempts=st.none() | st.integers(1, 9),
)
DRAWINGS = st.builds(Drawing, BYTES, TEXTS)
NARRATIONS = st.builds(
    Narration, st.none() | TEXTS, st.lists(TEXTS, max_size=3).map(tuple), st.none() | TEXTS
)
JUDGED = st.builds(
    JudgedDrill,
    st.sampled_from(DrillVerdict),
    *[TEXTS] * 2,
    NARRATIONS,
    DRAWINGS,
    TEXTS,
    COUNTS,
    st.sampled_from(EdgeState),
    TEXTS,
    st.sampled_from(EdgeState),
    st.none() | COUNTS,
    st.none() | DRAWINGS,
)
RATINGS = st.builds(
    Rating,
    st.sampled_from(Difficulty),
    SECONDS,
    COUNTS,
    COUNTS,
    st.dictionaries(COUNTS, COUNTS, max_size=4),
    st.dictionaries(TEXTS, COUNTS, max_size=4),
)
STATS = st.builds(Stats, COUNTS, COUNTS, COUNTS, SECONDS, COUNTS)
SOLVE_ANSWERS = st.builds(
    SolveAnswer,
    st.sampled_from(Outcome),
    COUNTS,
    st.booleans(),
    st.none() | COUNTS,
    COUNTS,
    COUNTS,
    TEXTS,
    TEXTS,
    TEXTS,
    TEXTS,
    BYTES,
    TEXTS,
    STATS,
)
VALUES: Mapping[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = MappingProxyType(
    {
        "animate_solution": (
            st.builds(AnimationRequest, puzzles(4), APPEARANCES, COUNTS, LOCALES),
            st.builds(Animation, BYTES, TEXTS, st.booleans()),
        ),
        "ask_drill": (
            st.builds(DrillRequest, TEXTS, SEEDS, APPEARANCES, LOCALES, TEXTS, st.booleans()),
            st.builds(DrillQuestion, TEXTS, COUNTS, *[TEXTS] * 3, DRAWINGS),
        ),
        "check_marks": (
            st.builds(
                CheckRequest, boards(4), st.sampled_from(Detail), APPEARANCES, LOCALES, FRAMES
            ),
            st.builds(
                CheckAnswer,
                NARRATIONS,
                DRAWINGS,
                st.sampled_from(CheckOutcome),
                COUNTS,
                st.sampled_from(Detail),
                COUNTS,
            ),
        ),
        "draw_board": (
            st.builds(DrawRequest, boards(4), APPEARANCES, HIGHLIGHTS, TEXTS, LOCALES),
            DRAWINGS,
        ),
        "draw_calendar": (
            st.builds(CalendarRequest, DAYS, DAYS, st.frozensets(DAYS, max_size=4)),
            DRAWINGS,
        ),
        "draw_card": (st.builds(Card, TEXTS, GRIDS, SECONDS), BYTES),
        "draw_mastery": (
            st.builds(
                MasteryRequest,
                st.lists(NUMBERED_ROW, max_size=3).map(tuple),
                st.frozensets(st.tuples(COUNTS, COUNTS), max_size=3),
            ),
            DRAWINGS,
        ),
        "draw_samples": (
            st.builds(SamplesRequest, st.tuples(boards(4), boards(4)), TEXTS, LOCALES),
            DRAWINGS,
        ),
        "find_hint": (
            st.builds(
                HintRequest,
                boards(4),
                st.sampled_from(Level),
                APPEARANCES,
                LOCALES,
                st.lists(st.lists(st.integers(0, 3)).map(tuple), max_size=3).map(tuple),
                st.integers(0, 3),
                FRAMES,
            ),
            st.builds(
                HintAnswer,
                NARRATIONS,
                DRAWINGS,
                STATES,
                st.none() | TEXTS,
                st.none() | st.sampled_from(NoStep),
            ),
        ),
        "find_lesson": (
            st.builds(
                LessonRequest,
                boards(4),
                APPEARANCES,
                LOCALES,
                st.booleans(),
                st.none() | boards(4),
            ),
            st.builds(
                Lesson,
                st.sampled_from(LessonStage),
                COUNTS,
                COUNTS,
                DRAWINGS,
                st.booleans(),
                st.none() | st.builds(Praise, *[TEXTS] * 4),
                *[TEXTS] * 2,
                st.lists(TEXTS).map(tuple),
                *[TEXTS] * 2,
                st.none() | NARRATIONS,
                STATES,
            ),
        ),
        "count_solutions": (puzzles(4), st.sampled_from(Outcome)),
        "find_outcome": (
            st.builds(OutcomeRequest, puzzles(4), st.just(Limits(None, propagations=5))),
            st.sampled_from(Outcome),
        ),
        "find_uses": (
            st.builds(UsesRequest, puzzles(4), TEXTS),
            st.dictionaries(TEXTS, st.builds(Use, COUNTS, COUNTS, COUNTS, SECONDS), max_size=3),
        ),
        "judge_drill": (
            st.builds(
                JudgeRequest, TEXTS, COUNTS, st.sampled_from(EdgeState), APPEARANCES, LOCALES
            ),
            JUDGED,
        ),
        "judge_found": (
            st.builds(
                FindRequest,
                TEXTS,
                st.dictionaries(COUNTS, st.sampled_from(EdgeState), max_size=3),
                APPEARANCES,
                LOCALES,
            ),
            JUDGED,
        ),
        "make_puzzle": (
            st.builds(GenerateRequest, SPECS),
            TEXTS
            | st.builds(
                GenerateAnswer, puzzles(4), EDGES, st.none() | RATINGS, SEEDS, COUNTS
            ),
        ),
        "rate_puzzle": (
            st.builds(RateRequest, puzzles(4), APPEARANCES, LOCALES),
            st.builds(RateAnswer, TEXTS, RATINGS | st.sampled_from(NotRated), DRAWINGS),
        ),
        "read_answer": (st.builds(AnswerRequest, TEXTS, puzzles(4), BOUNDS), boards(4)),
        "read_picture": (
            st.builds(PictureRequest, BYTES, BOUNDS),
            st.builds(
                PictureReading,
                puzzles(4),
                st.lists(COUNTS, max_size=3).map(tuple),
                st.booleans(),
            ),
        ),
        "read_puzzle": (
            st.builds(ReadRequest, SOURCES, BOUNDS),
            st.builds(ReadPuzzle, puzzles(4), TEXTS, st.lists(TEXTS, max_size=3).map(tuple)),
        ),
        "replay_attempt": (
            st.builds(ReplayRequest, puzzles(4), TEXTS, APPEARANCES, COUNTS, LOCALES),
            st.none() | st.builds(Animation, BYTES, TEXTS, st.booleans()),
        ),
        "review_attempt": (
            st.builds(
                ReviewRequest, puzzles(4), TEXTS, APPEARANCES, LOCALES, st.booleans()
            ),
            st.builds(
                ReviewAnswer,
                st.lists(TEXTS, max_size=3).map(tuple),
                st.lists(
                    st.builds(
                        ReviewedMoment, TEXTS, TEXTS, DRAWINGS, st.none() | COUNTS, TEXTS
                    ),
                    max_size=2,
                ).map(tuple),
                st.none() | st.sampled_from(NotReviewed),
            ),
        ),
        "solve_puzzle": (SOLVE_REQUESTS, SOLVE_ANSWERS),
    }
)  # fmt: skip
NAMES = sorted(VALUES)


def test_every_job_is_tried() -> None:
    assert sorted(job.__name__ for job in JOBS) == NAMES


def test_every_function_of_a_request_is_a_job() -> None:
    """Those of other values, such as a `Puzzle`, are listed alone."""
    functions = set()
    for module in map(name_of, modules("jobs")):
        for name, value in vars(import_module(module)).items():
            if isfunction(value) and value.__module__ == module and not name.startswith("_"):
                request = get_type_hints(value).get("request")
                functions |= {value} if request is not None else set()
    assert len(functions) > 20
    assert functions <= set(JOBS)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_requests_and_answers_come_back_as_they_were(name: str, data: st.DataObject) -> None:
    request, answer = (data.draw(strategy) for strategy in VALUES[name])
    again = CODEC.unpack_request(name, CODEC.pack(request))
    assert (again, type(again)) == (request, type(request))
    again = CODEC.unpack_answer(name, CODEC.pack(answer))
    assert (again, type(again)) == (answer, type(answer))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_damaged_bytes_are_values_or_refused(name: str, data: st.DataObject) -> None:
    packed = CODEC.pack(data.draw(VALUES[name][1]))
    start = data.draw(st.integers(0, len(packed)))
    end = data.draw(st.integers(start, len(packed)))
    damaged = packed[:start] + data.draw(st.binary(max_size=8)) + packed[end:]
    for read in (CODEC.unpack_answer, CODEC.unpack_request):
        with contextlib.suppress(CodecError):
            read(name, damaged)


@pytest.mark.parametrize("name", NAMES)
def test_a_pickle_is_no_answer(name: str) -> None:
    for value in (None, "text", parse_puzzle("2x1:3a")):
        for protocol in (0, pickle.HIGHEST_PROTOCOL):
            with pytest.raises(CodecError):
                CODEC.unpack_answer(name, pickle.dumps(value, protocol))


def takes_bytes(job: Callable[[Any], Any]) -> bool:
    (request,) = (hint for name, hint in get_type_hints(job).items() if name != "return")
    return "BytesType" in repr(msgspec.inspect.type_info(request))


def test_jobs_that_take_files_are_decoders() -> None:
    """What parses bytes of strangers, with libraries in C, runs alone in a worker."""
    assert {job for job in JOBS if takes_bytes(job)} == DECODERS.keys()
    assert not QUICK_JOBS & DECODERS.keys()


def test_a_grid_is_given_by_its_size() -> None:
    puzzle = {"grid": ("square", 1, 1, ""), "clues": [None]}
    data = msgspec.msgpack.encode({"puzzle": puzzle, "notation": "rows"})
    assert CODEC.unpack_answer("read_puzzle", data).puzzle == parse_puzzle("1x1:a")


@pytest.mark.parametrize("size", [(0, 1), (201, 1), (200, 201), (10**9, 10**9), ("1", 1), (1.0, 1)])
def test_grids_are_bounded_before_they_are_built(size: tuple[Any, Any]) -> None:
    puzzle = {"grid": ("square", *size, ""), "clues": [None]}
    data = msgspec.msgpack.encode({"puzzle": puzzle, "notation": "rows"})
    with pytest.raises(CodecError):
        CODEC.unpack_answer("read_puzzle", data)


# Errors


def test_every_error_of_the_packages_below_jobs_is_listed() -> None:
    families = (JobError, PuzzleError, SolverError, RendererError)
    known = {kind for family in families for kind in (family, *subclasses(family))}
    ours = {kind for kind in known if not kind.__module__.startswith(("tests.", "ouro."))}
    assert set(ERRORS) == ours


@given(almost_puzzles())
def test_what_is_wrong_with_a_puzzle_is_told_alike_in_every_language(text: str) -> None:
    try:
        parse_puzzle(text)
    except PuzzleError as error:
        said = error
    else:
        assume(False)
    data = CODEC.pack_error(said)
    assert data is not None
    again = CODEC.unpack_error(data)
    assert isinstance(again, PuzzleError)
    assert (type(again), str(again), again.args) == (type(said), str(said), said.args)
    for locale in ("en", "ja"):
        localizer = localizer_for(locale)
        assert explain_problem(again, localizer) == explain_problem(said, localizer)


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
    text=st.text(max_size=12)
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
    }
)
"""Arguments of errors, by their type."""


@pytest.mark.parametrize("kind", ERRORS)
@given(data=st.data())
def test_every_error_crosses_whatever_its_arguments(
    kind: type[Exception], data: st.DataObject
) -> None:
    if "__init__" in vars(kind):
        types = [hint for name, hint in get_type_hints(kind.__init__).items() if name != "return"]
    else:
        types = [str]
    error = kind(*(data.draw(ARGUMENTS[expected]) for expected in types))
    crosses(error)
    copy = pickled(error)  # as in the pool of the terminal
    assert type(copy) is kind
    assert (str(copy), copy.args, vars(copy)) == (str(error), error.args, vars(error))


def told(text: LazyMessage) -> tuple[object, ...]:
    return text.message, text.many, text.number, dict(text.values)


@pytest.mark.parametrize(
    "error",
    [
        NothingFound(),
        PuzzleError(lazy("a {thing} of {count:,}", thing=lazy("clue"), count=1200)),
        SizeError("3x3", lazy_plural("{count} cell", "{count} cells", 3)),
        NotationError("rows", "x", "in row 2"),
    ],
)
def test_lazy_messages_survive(error: Exception) -> None:
    data = CODEC.pack_error(error)
    assert data is not None
    again = CODEC.unpack_error(data)
    assert type(again) is type(error)
    assert again.args == error.args
    for one, other in zip(again.args, error.args, strict=True):
        assert type(one) is type(other)
        if isinstance(other, LazyMessage):
            assert told(one) == told(other)


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
    packed = CODEC.pack(ReadPuzzle(puzzle, "rows"))
    CODEC.unpack_answer("read_puzzle", packed)
    square_grid.cache_clear()
    again = CODEC.unpack_answer("read_puzzle", packed)
    assert again.puzzle.grid is square_grid(2, 3)
