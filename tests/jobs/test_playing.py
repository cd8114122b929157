"""Jobs for playing, and the job that generates puzzles."""

import pytest

from jobs.appearance import Appearance
from jobs.generating import GenerateAnswer, GenerateRequest, make_puzzle
from jobs.habits import Drawn
from jobs.playing import (
    AnimationRequest,
    CheckRequest,
    DrawRequest,
    HintRequest,
    animate_solution,
    check_marks,
    draw_board,
    find_hint,
)
from narrator.checks import Detail
from narrator.narration import Level
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from renderer.highlights import Highlights
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import CheckOutcome
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from solver.review.known_marks import check_in_mind
from solver.search import solve

PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
BLANK = Board.blank(PUZZLE)


def test_a_board_is_drawn_in_the_requested_appearance() -> None:
    plain = draw_board(DrawRequest(BLANK))
    assert plain.png.startswith(b"\x89PNG")
    assert "5 columns" in plain.alt
    others = [
        DrawRequest(BLANK, Appearance("light")),
        DrawRequest(BLANK, Appearance(labels=True)),
        DrawRequest(BLANK, footer="#12 Hard"),
        DrawRequest(BLANK, highlights=Highlights(cursor=3)),
    ]
    assert len({plain.png, *(draw_board(request).png for request in others)}) == 5


@pytest.mark.parametrize("level", Level)
def test_a_hint_discloses_as_much_as_its_level(level: Level) -> None:
    hinted = find_hint(HintRequest(BLANK, level))
    assert hinted.technique == "three-next-to-zero"
    assert hinted.missing is None
    assert bool(hinted.states) == (level is Level.STEP)
    if level is not Level.STEP:
        assert hinted.narration.conclusion is None
    solution = solve(PUZZLE).solutions[0]
    for edge, state in hinted.states.items():
        assert (state is EdgeState.LINE) == (edge in solution)


def test_hints_are_in_the_requested_language() -> None:
    narration = find_hint(HintRequest(BLANK, Level.HINT, locale="ja")).narration
    assert narration.title == "隣り合う0と3"


def test_without_a_step_the_reason_is_given() -> None:
    solved = Board.of_lines(PUZZLE, solve(PUZZLE).solutions[0])
    assert find_hint(HintRequest(solved)).missing is NoStep.SOLVED
    wrong = BLANK.mark({PUZZLE.grid.cell_edges[11][0]: EdgeState.LINE})
    hinted = find_hint(HintRequest(wrong))
    assert (hinted.missing, hinted.states) == (NoStep.WRONG_MARKS, {})
    assert hinted.narration.text


def test_marks_are_counted_pointed_at_or_explained() -> None:
    wrong = BLANK.mark({PUZZLE.grid.cell_edges[11][0]: EdgeState.LINE})
    pictures = set()
    for detail in Detail:
        checked = check_marks(CheckRequest(wrong, detail))
        assert (checked.outcome, checked.wrong) == (CheckOutcome.WRONG, 1)
        pictures.add(checked.drawing.png)
    assert len(pictures) == 3
    count = check_marks(CheckRequest(wrong))
    assert count.drawing.png == draw_board(DrawRequest(wrong)).png


@pytest.mark.parametrize("edge", [0, 3, 24])
def test_a_long_reason_begins_with_its_first_part_in_all_languages(edge: int) -> None:
    wrong = BLANK.mark({edge: EdgeState.CROSS})
    english, japanese = (
        check_marks(CheckRequest(wrong, Detail.WHY, locale=language)) for language in ("en", "ja")
    )
    assert english.part == japanese.part == (1 if edge else None)


def test_an_animation_has_at_most_the_requested_size() -> None:
    animation = animate_solution(AnimationRequest(PUZZLE, max_bytes=200_000))
    assert animation.gif.startswith(b"GIF89a")
    assert len(animation.gif) <= 200_000
    assert animation.solved


def test_a_puzzle_is_generated_or_the_reason_given() -> None:
    spec = GenerationSpec(6, 6, Difficulty.NORMAL, seed=3)
    made = make_puzzle(GenerateRequest(spec))
    assert isinstance(made, GenerateAnswer)
    assert made == make_puzzle(GenerateRequest(spec))
    assert made.rating is not None
    assert made.rating.level is Difficulty.NORMAL
    too_small = GenerationSpec(3, 3, Difficulty.EXPERT, attempts=3)
    easier = make_puzzle(GenerateRequest(too_small, or_easier=True))
    assert isinstance(easier, GenerateAnswer)
    assert easier.rating is not None
    assert easier.rating.level < Difficulty.EXPERT
    never = make_puzzle(GenerateRequest(too_small))
    assert isinstance(never, str)
    assert never.endswith(".")


def test_hints_and_checks_of_who_leaves_out_crosses_begin_from_easy_ones() -> None:
    solution = solve(PUZZLE).solutions[0]
    lines = sorted(solution)[:15]
    drawn, near = Board.of_lines(PUZZLE, frozenset(lines)), (tuple(lines[-3:]),)
    layered = Appearance(layered=True)
    told, plain = (
        find_hint(HintRequest(drawn, Level.STEP, layered, near=near, drawn=habits))
        for habits in (Drawn(), Drawn(earlier=("1PBBAAAA.",)))
    )
    assert EdgeState.LINE in told.states.values()
    assert EdgeState.LINE not in plain.states.values()
    assert told.narration.note == "The small crosses are not drawn, but follow at once."
    assert "cross-in-mind" in {layer.role for layer in told.drawing.layers}
    assert told.drawing.board == drawn
    assert "Small crosses, which follow at once: " in told.drawing.alt
    assert plain.narration.note is None
    nudge = find_hint(HintRequest(drawn, Level.NUDGE, layered))
    assert nudge.narration.note is None
    assert "cross-in-mind" not in {layer.role for layer in nudge.drawing.layers}


def test_a_board_with_few_lines_hears_of_a_0() -> None:
    lines = frozenset(sorted(solve(PUZZLE).solutions[0])[:3])
    hinted = find_hint(HintRequest(Board.of_lines(PUZZLE, lines), Level.STEP))
    assert hinted.narration.note is None
    assert EdgeState.CROSS in hinted.states.values()


def test_a_wrong_line_is_not_among_its_own_reasons() -> None:
    solution = solve(PUZZLE).solutions[0]
    edges = range(len(BLANK.marks))
    for wrong in [edge for edge in edges if edge not in solution][::4]:
        board = Board.of_lines(PUZZLE, solution - {min(solution)} | {wrong})
        found = check_in_mind(Explainer(PUZZLE), board)
        assert found.in_mind.isdisjoint(solution | {wrong})
        assert all(wrong not in step.known for step in found.refutation)
