"""The jobs, without worker processes."""

import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from jobs.appearance import Appearance
from jobs.errors import NothingFound
from jobs.reading import MessageTexts, PastedText, ReadRequest, read_puzzle
from jobs.solving import COUNTED_SOLUTIONS, SolveAnswer, SolveRequest, solve_puzzle
from puzzle.errors import NotationError, PuzzleError, SizeError
from puzzle.notation import format_puzzle
from renderer.theme import THEMES
from solver.search import Limits, Outcome
from texts.puzzles import EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS

PLAIN = Appearance()


def solved(
    text: str, index: int = 0, appearance: Appearance = PLAIN, seconds: float = 10.0
) -> SolveAnswer:
    return solve_puzzle(SolveRequest(PastedText(text), index, appearance, limits=Limits(seconds)))


def test_a_unique_puzzle() -> None:
    answer = solved(EXAMPLE_ROWS)
    assert answer.outcome is Outcome.UNIQUE
    assert (answer.solutions, answer.complete, answer.index) == (1, True, 0)
    assert (answer.puzzle, answer.link, answer.size) == (EXAMPLE, EXAMPLE_LINK, "5x5")
    assert Image.open(BytesIO(answer.png)).format == "PNG"
    assert "5 columns" in answer.alt


def test_several_solutions_are_counted() -> None:
    answer = solved("3x3:i")
    assert answer.outcome is Outcome.MULTIPLE
    assert (answer.solutions, answer.complete, answer.index) == (213, True, 0)


def test_the_edges_that_all_solutions_share_are_counted() -> None:
    answer = solved("3x3:3a3c3a3")
    assert (answer.solutions, answer.shared_lines, answer.shared_crosses) == (2, 8, 0)
    answer = solved("2x1:b")
    assert (answer.solutions, answer.shared_lines, answer.shared_crosses) == (3, 0, 0)
    answer = solved("2x2:0123")
    assert (answer.solutions, answer.shared_lines, answer.shared_crosses) == (0, 0, 0)


def test_every_solution_can_be_drawn_and_the_index_wraps_around() -> None:
    pictures = [solved("2x2:d", index).png for index in range(13)]
    assert len(set(pictures)) == 13
    again = solved("2x2:d", 13)
    assert again.index == 0
    assert again.png == pictures[0]


def test_counting_stops_at_a_bound() -> None:
    answer = solved("7x7:zw", 5)
    assert answer.outcome is Outcome.MULTIPLE
    assert not answer.complete
    assert 6 <= answer.solutions <= COUNTED_SOLUTIONS
    assert answer.index == 5


def test_an_index_beyond_the_bound_wraps_around() -> None:
    answer = solved("4x4:p", 999_999)
    assert answer.solutions == COUNTED_SOLUTIONS
    assert answer.index == 999_999 % COUNTED_SOLUTIONS


def test_no_solution_shows_the_puzzle() -> None:
    answer = solved("2x2:0123")
    assert answer.outcome is Outcome.NONE
    assert (answer.solutions, answer.complete, answer.index) == (0, True, None)
    assert "loop" not in answer.alt


def test_out_of_time_is_an_answer() -> None:
    answer = solved("60x60:" + "z" * 138 + "l", seconds=0.0)
    assert answer.outcome is Outcome.LIMIT
    assert not answer.complete


def test_themes_and_labels_change_the_picture() -> None:
    looks = [Appearance(theme, labels) for theme in THEMES for labels in (False, True)]
    assert len({solved(EXAMPLE, appearance=appearance).png for appearance in looks}) == len(looks)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("3x3:", NotationError), ("hello", NotationError), ("101x3:zzzzzzzzzzzq", SizeError)],
)
def test_bad_puzzles_raise(text: str, kind: type[PuzzleError]) -> None:
    with pytest.raises(kind):
        solved(text)


def test_a_message_is_searched() -> None:
    message = MessageTexts((f"who can do this one? {EXAMPLE_LINK} I cannot", ""))
    assert format_puzzle(read_puzzle(ReadRequest(message)).puzzle, "loopy") == EXAMPLE


def test_a_message_that_is_answered_is_searched_last() -> None:
    texts = MessageTexts(("and this one? 3x3:3h",), (EXAMPLE_LINK,))
    found = read_puzzle(ReadRequest(texts))
    assert (format_puzzle(found.puzzle, "loopy"), found.others) == ("3x3:3h", ())
    found = read_puzzle(ReadRequest(MessageTexts(("who can do that?",), texts.answered)))
    assert format_puzzle(found.puzzle, "loopy") == EXAMPLE


def test_other_puzzles_are_told_once() -> None:
    texts = MessageTexts((f"{EXAMPLE_LINK} or 3x3:3h", f"<{EXAMPLE_LINK}>", "4x4:3o"))
    found = read_puzzle(ReadRequest(texts))
    assert format_puzzle(found.puzzle, "loopy") == EXAMPLE
    assert found.others == ("3x3:3h", "4x4:3o")


def test_files_of_a_message_are_searched_after_its_words() -> None:
    rows = EXAMPLE_ROWS.replace("/", "\n")
    broken = "3x3:nonsense!"
    for first in ("look at my file", broken):
        found = read_puzzle(ReadRequest(MessageTexts((first, rows))))
        assert format_puzzle(found.puzzle, "loopy") == EXAMPLE
        assert (found.notation, found.others) == ("rows", ())
    with pytest.raises(NotationError):
        read_puzzle(ReadRequest(MessageTexts((broken, "no puzzle here"))))
    with pytest.raises(NothingFound):
        read_puzzle(ReadRequest(MessageTexts(("see you at 12:30 on 3/4/2024", ""))))


UNUSED = ("asyncio", "discord", "numpy", "pydantic", "reportlab", "rich", "sqlalchemy", "structlog")


def test_a_worker_loads_only_what_jobs_use() -> None:
    loading = "import sys, workers.child, app.job_registry"
    program = f"{loading}; print({{*{UNUSED}}} & {{*sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
