"""The benchmark of how steps are told, on small boards."""

from pathlib import Path

from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.explain.explainer import Explainer
from solver.explain.field import Field
from solver.explain.step import Step
from tests.support.cli import run
from tools.bench.commands.teaching import is_idle, pairs_of_threes, teaching, tell
from tools.bench.datasets import Dataset

THREES = parse_rows("..../.33./..../.2..")


def first_step(puzzle: Puzzle, marks: str) -> tuple[Board, Step]:
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    step = Explainer(puzzle).next_step(board)
    assert isinstance(step, Step)
    return board, step


def test_a_mark_is_idle_when_the_reasons_suffice_without_it() -> None:
    board, step = first_step(parse_rows(".../.3./..."), "D2-C2")
    field = Field(board.puzzle)
    (line,) = step.known
    assert not is_idle(field, board, step, line)
    board, step = first_step(parse_rows("3.../..../...."), "D3-D4")
    assert is_idle(Field(board.puzzle), board, step, next(iter(board.lines)))


def test_pairs_of_threes_are_adjacent_or_diagonal() -> None:
    assert [len(pair.core) for pair in pairs_of_threes(THREES)] == [3]
    assert [len(pair.core) for pair in pairs_of_threes(parse_rows("3../.3./3.."))] == [4, 4]
    assert list(pairs_of_threes(parse_rows("3.3/.../..3"))) == []


def test_walkthroughs_are_counted() -> None:
    puzzle = parse_rows("33/..")
    told = tell(Dataset("one", (puzzle, parse_rows("../.."))), 5)
    assert told.steps == len(told.sentences) == sum(told.techniques.values()) > 0
    assert len(told.frames) == 1
    assert told.harder <= told.joint <= told.steps
    assert told.known >= told.idle == 0


def test_it_prints_shares_and_distances(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("2x2:33b\n2x2:d")
    machine, _, title, steps, *lines = run(teaching, str(path)).splitlines()
    assert machine.startswith("Python 3.")
    assert title == "few"
    assert "of several reasons" in steps
    for word in ("sentences", "with Suppose", "beside 3-3", "witness distance", "idle marks"):
        assert any(word in line for line in lines)
