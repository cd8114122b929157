"""Walkthroughs as animation frames: each mark appears once, in order, with its reasons."""

from itertools import pairwise

import pytest

from i18n.catalogues import localizer_for
from narrator.argument_parts import step_parts
from narrator.frames import (
    MAX_STEP_FRAMES,
    argument_animation,
    lesson_parts,
    walkthrough_frames,
)
from narrator.lessons import ToldSteps, is_simple, told_steps
from narrator.runs import after, in_groups
from narrator.walkthrough import explained_steps
from puzzle.bounds import Bounds
from puzzle.model import Board
from puzzle.notation import parse_board
from puzzle.rules import is_solved
from renderer.labels import Labels
from renderer.picture import MAX_CAPTION_LINES, Picture, wrapped
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import ClueReason, DotReason, Step
from tests.support.renderer.boards import collected_boards
from tests.support.shared import Collections


def small() -> Board:
    return parse_board("5x3:e3a202a2a3a", Bounds())


def walk(board: Board) -> list[Step]:
    *steps, end = Explainer(board.puzzle).walkthrough(board)
    assert end is NoStep.SOLVED
    return [step for step in steps if isinstance(step, Step)]


@pytest.mark.parametrize("most", [1, 3, 5, 100])
def test_the_frames_add_up_to_the_solution(most: int) -> None:
    board = small()
    steps = walk(board)
    frames = walkthrough_frames(Picture(board, "dark", labels=Labels.CELLS), steps, most)
    assert len(frames) <= most + 2
    assert frames[0].picture.board == board
    assert frames[-1].picture.board == after(board, steps)
    assert is_solved(board.puzzle, frames[-1].picture.board.lines)
    assert {(frame.picture.theme, frame.picture.labels) for frame in frames} == {
        ("dark", Labels.CELLS)
    }
    for one, two in pairwise(frames[1:]):
        shown, before, later = one.picture.highlights, one.picture.board, two.picture.board
        assert later.lines - before.lines == shown.forced_lines
        assert later.crosses - before.crosses == shown.forced_crosses
        assert shown.known <= before.lines | before.crosses


def test_a_frame_shows_the_reasons_of_its_steps() -> None:
    board = small()
    steps = walk(board)
    frames = walkthrough_frames(Picture(board), steps)
    groups = list(in_groups(steps, is_simple))
    assert 0 < len(groups) <= MAX_STEP_FRAMES
    assert {len(group) > 1 for group in groups} == {True, False}
    for group, frame in zip(groups, frames[1:-1], strict=True):
        shown = frame.picture.highlights
        reasons = [each for step in group for each in step.reasons]
        cells = {each.cell for each in reasons if isinstance(each, ClueReason)}
        assert shown.reason_cells == cells
        assert shown.reason_dots == {each.dot for each in reasons if isinstance(each, DotReason)}
        found = {deduction.edge for step in group for deduction in step.deductions}
        assert shown.known == frozenset().union(*(step.known for step in group)) - found


def test_long_walkthroughs_have_few_frames(collections: Collections) -> None:
    (solved,) = collected_boards(collections, "medium_10x10", 1)
    board = Board.blank(solved.puzzle)
    steps = walk(board)
    assert len(steps) > MAX_STEP_FRAMES
    frames = walkthrough_frames(Picture(board), steps)
    assert len(frames) <= MAX_STEP_FRAMES + 2
    assert frames[-1].picture.board.lines == solved.lines


def test_a_walkthrough_without_steps_shows_the_board() -> None:
    board = small()
    frames = walkthrough_frames(Picture(board), [])
    assert [frame.picture.board for frame in frames] == [board, board]


def test_captions_are_the_sentences_in_lines_and_all_frames_are_alike_in_size() -> None:
    board = small()
    step = walk(board)[0]
    parts = step_parts(board, step)
    first, *frames = argument_animation(Picture(board), parts)
    assert not any(first.picture.caption)
    assert [" ".join(filter(None, it.picture.caption)) for it in frames] == [
        part.text for part in parts
    ]
    scenes = [it.picture.scene for it in (first, *frames)]
    assert len({scene.box for scene in scenes}) == 1
    assert scenes[0].height > Picture(board).scene.height
    assert all(it.milliseconds >= 50 * len(it.picture.caption[0]) for it in frames)


def test_texts_in_other_letters_are_numbered() -> None:
    board = small()
    parts = step_parts(board, walk(board)[0], localizer_for("ja"))
    captions = [it.picture.caption for it in argument_animation(Picture(board), parts)]
    assert captions == [(f"{number}/{len(parts)}",) for number in range(len(parts) + 1)]


def test_long_captions_end_in_dots() -> None:
    lines = wrapped("word " * 500, 8.0)
    assert len(lines) == MAX_CAPTION_LINES
    assert lines[-1].endswith("...")
    assert wrapped("", 8.0) == ()


def test_a_lesson_has_the_board_before_each_of_its_parts() -> None:
    board = small()
    *told, _ = told_steps(explained_steps(Explainer(board.puzzle), board))
    steps = [each for each in told if isinstance(each, ToldSteps)]
    parts = lesson_parts(steps)
    for before, after_it in pairwise(parts):
        assert before.board.lines <= after_it.board.lines
    assert {part.board for part in parts} <= {it.board for each in steps for it in each.steps}
    leads = [each for each in steps if each.lead is not None and not each.again]
    assert sum(":" in part.text and "(1)" in part.text for part in parts) <= len(leads)
    assert len(parts) > len(steps)
