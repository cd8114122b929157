"""Answers are the same on a machine however slow, in every process, and after any other work."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from jobs.generating import GenerateRequest, make_puzzle
from jobs.playing import (
    AnimationRequest,
    CheckRequest,
    HintRequest,
    animate_solution,
    check_marks,
    explainer_of,
    find_hint,
)
from jobs.reading import PastedText
from jobs.solving import RateRequest, SolveRequest, rate_puzzle, solve_puzzle
from jobs.teaching import LessonRequest, _course, find_lesson
from narrator.checks import Detail
from narrator.narration import Level
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import format_puzzle, parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.mistakes import CheckOutcome, check
from solver.explain.refutation import MAX_STEPS
from solver.explain.step import Difficulty, Step
from solver.explain.why import Ambiguous, Impossible, why_not_unique
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from solver.rating import NotRated, Rating, rate
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.cli import ouro
from tests.support.solver.boards import sparse_board
from tools.bench.boards import minimal_board

HARD, EXPERT, EXTREME = "5x4:j12a122a1a3", "5x4:j12a122a1b", "5x4:a3b2a3a2a1b2f"
ROOT = Path(__file__).resolve().parents[1]


class SlowClock:
    """A machine so slow that a minute passes between one look at the clock and the next."""

    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        self.now += 60
        return self.now


def slowly(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> object:
    """What comes of some work on such a machine."""
    with monkeypatch.context() as patch:
        for clock in ("perf_counter", "monotonic", "process_time", "time"):
            patch.setattr(time, clock, SlowClock())
        return work()


def forget() -> None:
    """Forget what a worker keeps of earlier jobs."""
    explainer_of.cache_clear()
    _course.cache_clear()


def steps(text: str) -> list[str]:
    return list(map(repr, Explainer(parse_puzzle(text)).walkthrough()))


def mistaken(puzzle: Puzzle, edge: int) -> Board:
    """The blank board but for one wrong mark."""
    solution = Explainer(puzzle).solution
    assert solution is not None
    wrong = EdgeState.CROSS if edge in solution else EdgeState.LINE
    return Board.blank(puzzle).mark({edge: wrong})


def refuted() -> object:
    """A check that takes deductions to explain."""
    puzzle = parse_puzzle(EXTREME)
    found = check(Explainer(puzzle), mistaken(puzzle, 43))
    assert len(found.refutation) == MAX_STEPS
    return repr(found)


def not_together() -> object:
    """A check of a puzzle with several solutions."""
    puzzle = parse_puzzle("5x5:a3k3k")
    edges = (*puzzle.grid.cell_edges[7], puzzle.grid.cell_edges[8][0])
    board = Board.blank(puzzle).mark(dict.fromkeys(edges, EdgeState.LINE))
    found = check(Explainer(puzzle), board)
    assert found.outcome is CheckOutcome.NOT_TOGETHER
    return repr(found)


def rating_of(text: str) -> object:
    found = rate(parse_puzzle(text))
    assert isinstance(found, Rating)
    return str(found)


def impossible() -> object:
    """The clues of a puzzle that cannot be, as few as they are."""
    puzzle = minimal_board(7, 7, 5)
    cell = puzzle.clue_cells[0]
    clues = tuple((c or 0) ^ 1 if it == cell else c for it, c in enumerate(puzzle.clues))
    found = why_not_unique(Explainer(Puzzle(puzzle.grid, clues)))
    assert isinstance(found, Impossible)
    return repr(found)


def ambiguous() -> object:
    found = why_not_unique(Explainer(sparse_board(7, 7, 0.5, 1)))
    assert isinstance(found, Ambiguous)
    return repr(found)


def made(level: Difficulty) -> object:
    found = generate(GenerationSpec(6, 6, level, seed=4))
    assert isinstance(found, GeneratedPuzzle)
    return repr(found)


def solved() -> object:
    """What `/solve` says of a puzzle with many solutions, without the time it took."""
    text = format_puzzle(sparse_board(8, 8, 0.3, 1), "loopy")
    answer = solve_puzzle(SolveRequest(PastedText(text), limits=Limits(None)))
    assert answer.solutions > 100
    return replace(answer, stats=replace(answer.stats, seconds=0.0))


BLANK = Board.blank(parse_puzzle(EXPERT))

OPERATIONS: dict[str, Callable[[], object]] = {
    "rate hard": partial(rating_of, HARD),
    "rate extreme": partial(rating_of, EXTREME),
    "explain expert": partial(steps, EXPERT),
    "explain extreme": partial(steps, EXTREME),
    "explain several": partial(steps, "5x5:a3k3k"),
    "check and refute": refuted,
    "check marks together": not_together,
    "why impossible": impossible,
    "why ambiguous": ambiguous,
    **{f"generate {level.name.lower()}": partial(made, level) for level in Difficulty},
    "job of solving": solved,
    "job of rating": lambda: rate_puzzle(RateRequest(parse_puzzle(EXPERT))),
    "job of hints": lambda: find_hint(HintRequest(BLANK, Level.STEP)),
    "job of checks": lambda: check_marks(CheckRequest(mistaken(BLANK.puzzle, 3), Detail.WHY)),
    "job of lessons": lambda: find_lesson(LessonRequest(BLANK)),
    "job of animations": lambda: animate_solution(AnimationRequest(parse_puzzle(HARD))),
    "job of making": lambda: make_puzzle(
        GenerateRequest(GenerationSpec(6, 6, Difficulty.HARD, seed=4))
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_slow_machine_answers_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work = OPERATIONS[name]
    forget()
    quick = work()
    forget()
    assert slowly(work, monkeypatch) == quick


def test_whoever_asks_for_seconds_gets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, seconds = parse_puzzle(EXPERT), Limits(seconds=30)
    undecided = parse_puzzle("5x5:b1c3a12a02d1a2c32")  # by propagation, which has no limits
    assert solve(undecided, seconds).outcome is Outcome.UNIQUE
    assert slowly(lambda: solve(undecided, seconds).outcome, monkeypatch) is Outcome.LIMIT
    assert isinstance(rate(puzzle, seconds), Rating)
    assert slowly(lambda: rate(puzzle, seconds), monkeypatch) is NotRated.TOO_HARD


def test_what_was_explained_before_changes_nothing() -> None:
    puzzle = parse_puzzle(EXTREME)
    boards = [Board.blank(puzzle)]
    for step in Explainer(puzzle).walkthrough():
        if isinstance(step, Step):
            boards.append(boards[-1].mark({d.edge: d.state for d in step.deductions}))
    fresh = [repr(Explainer(puzzle).next_step(board)) for board in boards]
    steps(HARD)
    warm = Explainer(puzzle)
    why_not_unique(warm)
    again = [repr(warm.next_step(board)) for board in reversed(boards)]
    assert len(fresh) > 10
    assert again[::-1] == fresh


COMMANDS = (
    "generate --size 6x6 --level hard --seed 4 --format json",
    "generate --size 6x6 --level expert --seed 4 --format json",
    "generate --size 6x6 --level extreme --seed 4 --format json",
    f"hint {EXTREME} --json",
    f"check {EXPERT} --json --marks A1-B1",
    f"explain {EXTREME} --json",
    "explain 5x5:a3k3k --json",
    f"rate {EXTREME}",
)

PROGRAM = """
import sys
from tests.support.cli import ouro
for command in sys.argv[1:]:
    done = ouro(*command.split())
    print(done.returncode, done.stdout, end="")
"""


def test_every_process_prints_the_same() -> None:
    """The sets of texts of the other process are in an order of their own."""
    other = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, *COMMANDS],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    assert other.count('"level"') > len(COMMANDS)
    here = (ouro(*command.split()) for command in COMMANDS)
    assert "".join(f"{done.returncode} {done.stdout}" for done in here) == other
