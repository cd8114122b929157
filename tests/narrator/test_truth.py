"""Every text about a board is true: hints, steps, checks, walkthroughs and verdicts.

What a message states is in `tests/support/truth`. Each text is read back: its message, and the
places that it names, from the words of its language.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from i18n.languages import LANGUAGES as SPOKEN
from i18n.messages import Message
from jobs import drilling, teaching
from jobs.drilling import DrillRequest, JudgeRequest, ask_drill, judge_drill
from jobs.playing import Drawing, DrawRequest
from jobs.teaching import LessonRequest, LessonStage, find_lesson
from narrator import english, patterns, questions
from narrator.places import Places
from narrator.words import EdgeWords
from play.verdict import judge as judge_lines
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from service.learning.course import COURSE
from solver.drills import unpack
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, Step
from tests.support.oracle import simple_cycles
from tests.support.review.measure import reviewed_game
from tests.support.review.players import Marks
from tests.support.shared import Collections
from tests.support.solver.expected import as_solution
from tests.support.tilings import OTHERS, puzzle_of, small_grid
from tests.support.truth.judging import Judge
from tests.support.truth.messages import (
    PLACES,
    SILENT,
    STATEMENTS,
    messages_of,
    modules_of_texts,
)
from tests.support.truth.scene import Scene, marks_of
from tests.support.truth.told import Recorder, recorder_for
from tests.support.truth.walks import (
    judge_answer,
    judge_checks,
    judge_in_mind,
    judge_lesson,
    judge_review,
    judge_runs,
    judge_step,
    solution_of,
    steps_of,
)
from tests.support.variants import EXPLAINED, NAMES, made_puzzle, sample
from texts.verdicts import verdict_text

LANGUAGES = ("en", "ja", *sorted({*SPOKEN} - {"en", "ja"}))
WHOLE = LANGUAGES[:2]
"""The languages that a change may not leave behind."""
LINE = EdgeState.LINE
FEW = {"medium_5x5": 2, "hard_5x5": 4, "hard_10x10": 1, "expert_7x7": 2}
"""Collections of which some puzzles are always walked through, and how many."""
ONE = {"hard_5x5": 1}
"""The same in languages that may lag."""
MANY = {
    **dict.fromkeys(("medium_5x5", "medium_7x7", "hard_5x5", "expert_7x7", "varied"), 15),
    **dict.fromkeys(("medium_10x10", "hard_10x10", "easy_10x10", "normal_10x10"), 6),
    **dict.fromkeys(("tricky_10x10", "expert_10x10", "medium_15x15"), 6),
    "minimal_10x10": 2,
}
"""The same with `--all`."""
LEAST = 10_000
"""The number of texts in each language with `--all`."""


def puzzles(collections: Collections, number: dict[str, int]) -> Iterator[Puzzle]:
    """Some puzzles of collections, from all over each of them."""
    for name, count in number.items():
        records = collections.records(name)
        for record in islice(records[:: max(1, len(records) // count)], count):
            yield parse_puzzle("\n".join(record["clues"]))


def walked(language: str, puzzle: Puzzle, seed: int) -> Judge:
    """The judge of all texts of a walk through a puzzle."""
    judge, solution = Judge(recorder_for(language)), solution_of(puzzle)
    for number, (board, step) in enumerate(steps_of(puzzle)):
        judge_step(judge, board, step, solution)
        if solution is not None and number % 6 == seed % 6:
            judge_in_mind(judge, board, solution)
    if solution is not None:
        judge_runs(judge, puzzle, solution)
        judge_checks(judge, Random(seed), puzzle, solution, boards=3)
    return judge


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_some_walks_is_true(collections: Collections, language: str) -> None:
    for seed, puzzle in enumerate(puzzles(collections, FEW if language in WHOLE else ONE)):
        assert walked(language, puzzle, seed).false == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_text_on_each_tiling_is_true(name: str) -> None:
    puzzle, _ = puzzle_of(small_grid(name), 1, 0.8)
    language = LANGUAGES[OTHERS.index(name) % len(LANGUAGES)]
    assert walked(language, puzzle, 0).false == []


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        *((name, 4) for name in EXPLAINED),
        *(pytest.param(name, 40, marks=pytest.mark.long) for name in EXPLAINED),
    ],
)
def test_every_text_on_variants_with_hints_is_true(name: str, boards: int) -> None:
    for seed in range(boards):
        language = LANGUAGES[(seed + EXPLAINED.index(name)) % len(LANGUAGES)]
        side = 3 if seed < 4 else 5
        puzzle, _ = made_puzzle(Random(seed), name, side, side)
        assert walked(language, puzzle, seed).false == []


@pytest.mark.parametrize("name", NAMES)
def test_every_verdict_on_variants_is_true(name: str) -> None:
    puzzle, random = sample(name), Random(name)
    language = LANGUAGES[NAMES.index(name) % len(LANGUAGES)]
    judge, told = Judge(recorder_for(language)), set[str]()
    loops = [as_solution(puzzle.grid, cycle) for cycle in simple_cycles(3, 4)]
    for _ in range(40):
        lines = frozenset(random.choice(loops))
        if random.random() < 0.5:
            lines = frozenset(random.sample(sorted(lines), random.randint(1, len(lines))))
        verdict = judge_lines(puzzle, lines)
        if not verdict.solved:
            board = Board.of_lines(puzzle, lines)
            scene = Scene(board=board, states=[marks_of(board)], solution=None)
            text = verdict_text(judge.recorder, puzzle, lines, verdict)
            judge.sentences([text], {}, scene)
            told.add(text)
    assert judge.false == []
    assert len(told) > 20


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_many_walks_is_true(collections: Collections, language: str) -> None:
    texts = 0
    boards = [
        *puzzles(collections, MANY),
        *(puzzle_of(small_grid(name), seed, 0.8)[0] for name in OTHERS for seed in range(3)),
    ]
    for seed, puzzle in enumerate(boards):
        judge = walked(language, puzzle, seed)
        assert judge.false == []
        texts += judge.texts
    assert texts >= LEAST


# Practice, lessons and reviews


def record_jobs(monkeypatch: pytest.MonkeyPatch, recorder: Recorder) -> None:
    """Let jobs tell with a recorder, and draw nothing."""

    def draw(_: DrawRequest) -> Drawing:
        return Drawing(b"", "")

    for job in (drilling, teaching):
        monkeypatch.setattr(job, "localizer_for", lambda _: recorder)
        monkeypatch.setattr(job, "draw_board", draw)


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_on_answers_to_drills_are_true(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    judge = Judge(recorder_for(language))
    record_jobs(monkeypatch, judge.recorder)
    techniques = ("corner-3", "diagonal-3-3", "line-arriving-2")
    for technique in techniques if language in WHOLE else techniques[:1]:
        asked = ask_drill(DrillRequest(technique, 1))
        for choice in range(asked.edges):
            for state in (EdgeState.LINE, EdgeState.CROSS):
                judged = judge_drill(JudgeRequest(asked.text, {choice: state}, signed=True))
                judge_answer(judge, unpack(asked.text), judged)
    assert judge.false == []
    assert judge.texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_of_lessons_are_about_what_is_there(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    judge, board = Judge(recorder_for(language)), Board.blank(parse_puzzle(COURSE))
    record_jobs(monkeypatch, judge.recorder)
    while (lesson := find_lesson(LessonRequest(board))).stage is not LessonStage.SOLVED:
        judge_lesson(judge, board, lesson)
        board = board.mark(lesson.states)
    assert judge.false == []
    assert judge.texts == lesson.total


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_reviews_say_of_marks_is_true(collections: Collections, language: str) -> None:
    for seed, puzzle in enumerate(puzzles(collections, {"medium_5x5": 3})):
        judge = Judge(recorder_for(language))
        review, _ = reviewed_game(puzzle, Marks.ALL, seed)
        judge_review(judge, puzzle, review)
        assert judge.false == []


# The test itself


def test_every_message_about_boards_is_in_one_list() -> None:
    """A new message gets a predicate in `tests/support/truth`, or a place in a list there."""
    modules = [*modules_of_texts()]
    assert {"narrator.english", "texts.practice"} <= {module.__name__ for module in modules}
    told = {message for module in modules for message in messages_of(module)}
    assert told - STATEMENTS.keys() - SILENT - PLACES == set()
    assert not SILENT & STATEMENTS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_false_text_is_found(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    board = Board.blank(parse_puzzle("5x5:l1l"))
    marks = parse_marks("x B2 right x B2 bottom", board.puzzle.grid)
    board = board.mark(marks)
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    assert told_falsely(language, board, step) == []
    with monkeypatch.context() as patched:
        patched.setattr(questions, "ASK_CORNER", questions.ASK_REACHED)
        (false,) = told_falsely(language, board, step)
        assert false.startswith("false: ")
    for one, other in (
        (english.LOOK_AROUND, Message("Look over there: {places}.")),
        (english.TWO_LINES_TOO_MANY, english.TWO_CROSSES_TOO_MANY),
        (patterns.CLOSED, patterns.CORNER),
    ):
        [(module, name)] = [
            (module, name)
            for module in (english, patterns)
            for name, value in vars(module).items()
            if value is one
        ]
        with monkeypatch.context() as patched:
            patched.setattr(module, name, other)
            assert told_falsely(language, board, step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_false_to_tell_the_sides_of_one_of_two_clues(language: str) -> None:
    board = Board.blank(parse_puzzle("5x5:2a3v"))
    edges = board.puzzle.grid.cell_edges[2][:2]
    scene = Scene(
        board=board, states=[marks_of(board.mark(dict.fromkeys(edges, LINE)))], solution=None
    )
    for named, count in (([2], 0), ([0, 2], 1)):
        judge = Judge(recorder_for(language))
        words = EdgeWords(board.puzzle, judge.recorder, Places(board.puzzle, judge.recorder))
        what = words.edges(edges, LINE, reason=ClueReason(2))
        told = (
            judge.recorder.sentence(english.LOOK_AROUND, places=words.places.clues(named)),
            judge.recorder.sentence(english.CONCLUSION, what=what),
        )
        judge.sentences(told, {}, scene)
        assert sum("whose sides?" in false for false in judge.false) == len(judge.false) == count


def told_falsely(language: str, board: Board, step: Step) -> list[str]:
    """What is false of all texts about a step."""
    judge = Judge(recorder_for(language))
    judge_step(judge, board, step, None)
    return judge.false
