"""Every command, function and job that takes a puzzle is right about all rules, or refuses them.

What takes a puzzle is found by the code. What is new has to be listed here, with what is right.
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

import ouro
from batch.rows import (
    BatchItem,
    ItemFailure,
    PuzzleRow,
    RateItems,
    RowsRequest,
    SolveItems,
    answer_items,
)
from cli.listing import COMMANDS
from i18n.localizer import Localizer
from jobs.constructing import ClueQuestion, FollowRequest, QuestionRequest
from jobs.pictures import DayRequest, SamplesRequest
from jobs.playing import AnimationRequest, CheckRequest, DrawRequest, GoOnRequest, HintRequest
from jobs.reading import AnswerRequest, MessageTexts, PastedText, ReadRequest
from jobs.registry import ENCODINGS, ERRORS, JOBS
from jobs.reviewing import ReplayRequest, ReviewRequest, UsesRequest
from jobs.solving import OutcomeRequest, RateRequest, SolveRequest
from jobs.teaching import LessonRequest
from narrator.checks import Detail
from narrator.narration import Level
from narrator.reviews import ToldReview
from play.steps import base36
from play.tracks import Track
from puzzle.drawn_marks import DraftMarks
from puzzle.errors import RulesError
from puzzle.grid import edge_rows
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import format_marks, parse_marks
from service.generating.bank import is_sound
from solver.explain.step import Difficulty
from store.records import BankedPuzzle, PuzzleKind
from tests.support.cli import Done
from tests.support.cli import ouro as command
from tests.support.long import some_pairs
from tests.support.solver.expected import expected
from tests.support.variants import ADDRESSES, EXPLAINED, IDS, NAMES, sample, sentences
from texts.failures import failure_text
from workers.codec import Codec, Registry


@cache
def solution_of(name: str) -> Solution:
    """The only solution, by the oracle."""
    (found,) = expected(sample(name))
    return found


def moves(name: str) -> str:
    return format_marks(sample(name).grid, dict.fromkeys(solution_of(name), EdgeState.LINE))


# Commands

Right = Callable[[str, Done], bool]


def tells_solution(name: str, done: Done) -> bool:
    horizontal, vertical = edge_rows(sample(name).grid, solution_of(name))
    record = json.loads(done.stdout.splitlines()[0])
    found = record["solutions"][0] if "solutions" in record else record
    return (found["horizontal"], found["vertical"]) == (horizontal, vertical)


def tells_backbone(name: str, done: Done) -> bool:
    grid, lines = sample(name).grid, json.loads(done.stdout)["lines"]
    return len(lines) == len(solution_of(name)) and len(grid.edge_dots) > len(lines)


def tells_step(name: str, done: Done) -> bool:
    return is_right_step(name, json.loads(done.stdout))


def is_right_step(name: str, step: Mapping[str, Any]) -> bool:
    """Whether the solution has what a step finds."""
    grid, solution = sample(name).grid, solution_of(name)
    lines = {edge for each in step["lines"] for edge in parse_marks(each, grid)}
    crosses = {edge for each in step["crosses"] for edge in parse_marks(each, grid)}
    return bool(lines | crosses) and lines <= solution and solution.isdisjoint(crosses)


def tells_all_steps(name: str, done: Done) -> bool:
    steps = json.loads(done.stdout)["steps"]
    lines = {line for step in steps for line in step["lines"]}
    is_whole = solution_of(name) == {
        edge for line in lines for edge in parse_marks(line, sample(name).grid)
    }
    return is_whole and all(is_right_step(name, step) for step in steps)


def has_rules(name: str, done: Done) -> bool:
    return all(f"c rule: {summary}" in done.stdout for summary in sample(name).rules.summaries)


COMMAND_TESTS: Mapping[str, tuple[Callable[[str, Path], list[str]], Right]] = {
    "solve": (lambda name, _: [ADDRESSES[name], "--json"], tells_solution),
    "enumerate": (lambda name, _: [IDS[name], "--json"], tells_solution),
    "count": (lambda name, _: [IDS[name]], lambda _, done: done.stdout.strip() == "1"),
    "backbone": (lambda name, _: [IDS[name], "--json"], tells_backbone),
    "cnf": (lambda name, _: [IDS[name], "--method", "distance"], has_rules),
    "convert": (
        lambda name, _: [IDS[name], "--to", "puzzlink"],
        lambda name, done: done.stdout.strip() == ADDRESSES[name],
    ),
    "check": (
        lambda name, _: [IDS[name], "--marks", moves(name)],
        lambda _, done: "right" in done.stdout,
    ),
    "render": (
        lambda name, path: [IDS[name], "--out", str(path / "board.txt"), "--solved"],
        lambda _, done: not done.stderr,
    ),
    "hint": (lambda name, _: [IDS[name], "--json"], tells_step),
    "explain": (lambda name, _: [IDS[name], "--json"], tells_all_steps),
    "rate": (
        lambda name, _: [IDS[name]],
        lambda _, done: json.loads(done.stdout)["level"] == "normal",
    ),
    "book": (
        lambda name, path: ["--file", _file(path, IDS[name]), "--out", str(path / "book.pdf")],
        lambda _, done: done.stdout == "",
    ),
    "review": (
        lambda name, path: [_file(path, IDS[name], f"0:05 {moves(name)}")],
        lambda _, done: done.stdout.startswith("1 stroke in 0:05."),
    ),
}
"""For each command that takes a puzzle: arguments, and whether what it says is right."""


def _file(folder: Path, *lines: str) -> str:
    path = folder / "puzzle.txt"
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return str(path)


def commands_with_puzzles() -> Iterator[str]:
    for entry in COMMANDS:
        if not entry.module.startswith("app."):
            names = inspect.signature(entry.load()).parameters
            if not names.keys().isdisjoint({"puzzle", "puzzles", "file"}):
                yield entry.name


def test_all_commands_with_puzzles_are_tested() -> None:
    assert {*commands_with_puzzles()} == COMMAND_TESTS.keys()


@some_pairs("entry, name", COMMAND_TESTS, NAMES)
def test_commands_are_right_or_refuse(entry: str, name: str, tmp_path: Path) -> None:
    arguments, is_right = COMMAND_TESTS[entry]
    done = command(entry, *arguments(name, tmp_path))
    said = (*done.stderr.splitlines(), *done.stdout.splitlines())
    if not sentences(name).isdisjoint(said):
        assert done.returncode == 2, done
    else:
        assert done.returncode == 0, done
        assert is_right(name, done), done
    if entry == "book" and not done.returncode:
        assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    if entry == "render":
        assert str(sample(name).rules.title) in (tmp_path / "board.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_mark_is_told_without_a_reason_where_there_are_no_hints(name: str) -> None:
    puzzle, solution = sample(name), solution_of(name)
    wrong = min(solution)
    marks = format_marks(puzzle.grid, {wrong: EdgeState.CROSS})
    done = command("check", IDS[name], "--marks", marks)
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("One of your marks is wrong: the cross at ")
    assert (second in sentences(name)) is (name not in EXPLAINED)


# Python


def text_of(puzzle: Puzzle) -> str:
    found = ouro.render(puzzle, format="text")
    assert isinstance(found, str)
    return found


def rated(name: str) -> Mapping[str, int]:
    """The techniques of a rating."""
    found = ouro.rate(sample(name))
    assert isinstance(found, ouro.Rating)
    return found.techniques


def reviewed(name: str) -> ToldReview:
    found = ouro.review(sample(name), f"0:05 {moves(name)}")
    assert isinstance(found, ToldReview)
    return found


API: Mapping[str, Callable[[str], bool]] = {
    "read": lambda name: ouro.read(ADDRESSES[name]) == sample(name),
    "read_board": lambda name: ouro.read_board(IDS[name]).puzzle == sample(name),
    "write": lambda name: ouro.write(sample(name), "puzzlink") == ADDRESSES[name],
    "solve": lambda name: ouro.solve(sample(name)).solutions == (solution_of(name),),
    "count": lambda name: str(ouro.count(sample(name))) == "1",
    "render": lambda name: sample(name).rules.title in text_of(sample(name)),
    "explain": lambda name: ouro.explain(sample(name)).board.lines == solution_of(name),
    "rate": lambda name: "known-sides" in rated(name) or "two-ways-left" in rated(name),
    "review": lambda name: reviewed(name).counts[0] == "1 stroke in 0:05.",
}
"""For each function of the API that takes a puzzle or a text: whether what it says is right."""


def test_all_functions_of_the_api_are_tested() -> None:
    takes = {
        name
        for name in ouro.__all__
        if inspect.isfunction(getattr(ouro, name))
        and next(iter(inspect.signature(getattr(ouro, name)).parameters)) in {"puzzle", "text"}
    }
    assert takes == API.keys()


@some_pairs("function, name", API, NAMES)
def test_the_api_is_right_or_refuses(function: str, name: str) -> None:
    refused, is_right = None, False
    try:
        is_right = API[function](name)
    except RulesError as error:
        refused = str(error)
    assert is_right or refused in sentences(name)


# Jobs


def blank(name: str) -> Board:
    return Board.blank(sample(name))


def solved(name: str) -> Board:
    return Board.of_lines(sample(name), solution_of(name))


def journal(name: str) -> str:
    return "".join(f"5P{base36(edge)}A." for edge in sorted(solution_of(name)))


class JobTest(Struct, frozen=True):
    """A request for the variant of a name, and whether an answer to it is right."""

    request: Callable[[str], Any]
    is_right: Callable[[str, Any], bool]


def wrong_states(name: str) -> set[tuple[int, EdgeState]]:
    """The opposite of what the solution has."""
    solution, edges = solution_of(name), range(len(sample(name).grid.edge_dots))
    return {(e, EdgeState.CROSS if e in solution else EdgeState.LINE) for e in edges}


def wrong_board(name: str) -> Board:
    return blank(name).mark({min(solution_of(name)): EdgeState.CROSS})


JOB_TESTS: Mapping[str, JobTest] = {
    "solve_puzzle": JobTest(
        lambda name: SolveRequest(PastedText(f"what about {ADDRESSES[name]} ?")),
        lambda name, answer: (
            (answer.outcome, answer.puzzle, answer.link, answer.read)
            == (ouro.Outcome.UNIQUE, IDS[name], ADDRESSES[name], sample(name))
            and "with the loop drawn" in answer.alt
            and sample(name).rules.title in answer.alt
        ),
    ),
    "find_outcome": JobTest(
        lambda name: OutcomeRequest(sample(name)),
        lambda _, found: found.outcome is ouro.Outcome.UNIQUE,
    ),
    "read_puzzle": JobTest(
        lambda name: ReadRequest(MessageTexts((f"see {IDS[name]}",))),
        lambda name, found: found.puzzle == sample(name),
    ),
    "read_answer": JobTest(
        lambda name: AnswerRequest(moves(name), sample(name)),
        lambda name, board: board == solved(name),
    ),
    "check_marks": JobTest(
        lambda name: CheckRequest(wrong_board(name), Detail.WHY),
        lambda _, answer: (answer.outcome.name, answer.wrong) == ("WRONG", 1),
    ),
    "draw_board": JobTest(
        lambda name: DrawRequest(solved(name)),
        lambda name, drawing: sample(name).rules.title in drawing.alt,
    ),
    "draw_samples": JobTest(
        lambda name: SamplesRequest((solved(name),)), lambda _, drawing: bool(drawing.png)
    ),
    "draw_day": JobTest(
        lambda name: DayRequest({Track.SPECIAL: blank(name)}), lambda _, png: bool(png)
    ),
    "replay_attempt": JobTest(
        lambda name: ReplayRequest(sample(name), journal(name)),
        lambda name, answer: answer.solved and sample(name).rules.title in answer.alt,
    ),
    "find_uses": JobTest(
        lambda name: UsesRequest(sample(name), journal(name)),
        lambda name, uses: (uses != {}) is (name in EXPLAINED),
    ),
    "review_attempt": JobTest(
        lambda name: ReviewRequest(sample(name), journal(name)),
        lambda name, answer: answer.counts[0].startswith(f"{len(solution_of(name))} strokes"),
    ),
    "find_hint": JobTest(
        lambda name: HintRequest(blank(name), Level.STEP),
        lambda name, answer: (
            (answer.states.items() & wrong_states(name)) == set() != answer.states.keys()
        ),
    ),
    "go_on": JobTest(
        lambda name: GoOnRequest(blank(name).puzzle, DraftMarks()),
        lambda name, answer: answer.hint.states.items() & wrong_states(name) == set(),
    ),
    "follow_clues": JobTest(
        lambda name: FollowRequest(sample(name)),
        lambda name, answer: answer.found.forced.lines == solution_of(name),
    ),
    "answer_question": JobTest(
        lambda name: QuestionRequest(sample(name), ClueQuestion.REMOVABLE),
        lambda _, answer: answer.told.complete and answer.loop is not None,
    ),
    "find_lesson": JobTest(
        lambda name: LessonRequest(blank(name)),
        lambda name, lesson: lesson.states.items() & wrong_states(name) == set(),
    ),
    "rate_puzzle": JobTest(
        lambda name: RateRequest(sample(name)),
        lambda _, answer: answer.found.level is Difficulty.NORMAL,
    ),
    "animate_solution": JobTest(
        lambda name: AnimationRequest(sample(name)), lambda _, found: found.solved
    ),
}
"""For each job whose request has a puzzle, a board or a text that may be one."""

PUZZLES = {Puzzle, Board, PastedText, MessageTexts}


def holds_puzzle(kind: Any) -> bool:
    """Whether a type has a part that is a puzzle, a board or a text with a puzzle."""
    parts = get_args(kind)
    return kind in PUZZLES or any(map(holds_puzzle, parts))


def test_all_jobs_with_puzzles_are_tested() -> None:
    found = set()
    for job in JOBS:
        (request,) = (kind for name, kind in get_type_hints(job).items() if name != "return")
        if any(holds_puzzle(kind) for kind in get_type_hints(request).values()):
            found.add(job.__name__)
    assert found == JOB_TESTS.keys()


CODEC = Codec(Registry(tuple(JOBS), ERRORS, ENCODINGS))


@some_pairs("job, name", [job for job in JOBS if job.__name__ in JOB_TESTS], NAMES)
def test_jobs_are_right_or_refuse(job: Callable[[Any], Any], name: str) -> None:
    """As in a worker: requests, answers and errors are packed and unpacked."""
    test = JOB_TESTS[job.__name__]
    request = test.request(name)
    unpacked = CODEC.unpack_request(job.__name__, CODEC.pack(request))
    assert unpacked == request
    try:
        answer = job(unpacked)
    except RulesError as error:
        packed = CODEC.pack_error(error)
        assert packed is not None
        told = CODEC.unpack_error(packed)
        assert type(told) is RulesError
        assert str(told) in sentences(name)
    else:
        answer = CODEC.unpack_answer(job.__name__, CODEC.pack(answer))
        assert test.is_right(name, answer)


@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_bank_have_the_name_of_the_rules(name: str) -> None:
    items = (BatchItem(1, IDS[name]),)
    (row,) = answer_items(RowsRequest(SolveItems(), items)).results
    assert isinstance(row, PuzzleRow)
    assert (row.variant, row.notation) == (name, IDS[name])
    assert (row.id, row.outcome) == (sample(name).canonical_key, "unique")
    assert row.solution == moves(name)
    (rated,) = answer_items(RowsRequest(RateItems(), items)).results
    if name in EXPLAINED:
        assert isinstance(rated, PuzzleRow)
        assert (rated.variant, rated.level) == (name, "normal")
    else:
        assert isinstance(rated, ItemFailure)
        assert rated.is_input
        assert rated.reason in sentences(name)


def test_people_read_the_sentence_alone() -> None:
    """Not that the puzzle could not be read, nor an example of one."""
    for sentence in sentences("touch"):
        assert failure_text(Localizer(), RulesError(sentence), "rate") == sentence


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_of_the_bank_has_the_rules_of_its_kind(name: str) -> None:
    for rules in ("standard", name):
        kind = PuzzleKind("normal", 3, 4, "square", "none", rules)
        banked = BankedPuzzle(kind, sample(name).canonical_key, IDS[name], moves(name))
        assert is_sound(banked) is (rules == name)
