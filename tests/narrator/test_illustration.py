"""Pictures of arguments: what is supposed, what follows, and what each part adds."""

from collections import Counter

import pytest

from narrator.argument_parts import is_long, step_parts
from narrator.illustration import illustrate
from narrator.narration import Level, narrate
from narrator.picture import highlight
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from renderer.highlights import Highlights
from renderer.positions import positions_of
from renderer.scene import build_scene
from renderer.shapes import EdgeStroke, ShapeRole
from solver.drills import drill_step, make_drill
from solver.explain.explainer import Explainer
from solver.explain.step import EdgesAre, Step

PUZZLES = ("5x5:b1c3a12a02d1a2c32", "5x5:b1a312c20a2a3a3a1e", "4x4:3c3d22b2a1")
WITH_CASES = "7x7:c22a1313a3b2222a1c1a2c2a3311b2a2110a32c"
"""A puzzle with a step that distinguishes cases."""


def steps(text: str) -> list[tuple[Board, Step]]:
    explainer = Explainer(parse_loopy(text))
    board, found = Board.blank(explainer.puzzle), []
    for step in explainer.walkthrough():
        if isinstance(step, Step):
            found.append((board, step))
            board = board.mark({each.edge: each.state for each in step.deductions})
    return found


def then(shown: Highlights) -> set[tuple[int, int]]:
    return {*shown.then_lines, *shown.then_crosses}


@pytest.mark.parametrize("text", PUZZLES)
def test_a_picture_adds_to_the_step_what_is_supposed_and_follows(text: str) -> None:
    supposed = 0
    for board, step in steps(text):
        shown, plain = illustrate(board, step), highlight(board.puzzle, step, Level.STEP)
        assert (shown.forced_lines, shown.forced_crosses) == (
            plain.forced_lines,
            plain.forced_crosses,
        )
        assert (shown.reason_cells, shown.reason_dots) == (plain.reason_cells, plain.reason_dots)
        marked = {edge for edge, mark in enumerate(board.marks) if mark}
        assert marked.isdisjoint(edge for edge, _ in then(shown))
        if step.argument.supposed is None:
            assert not shown.supposed_lines | shown.supposed_crosses
        else:
            supposed += 1
            assert shown.supposed_lines | shown.supposed_crosses == {step.argument.supposed.edge}
    assert supposed or text != PUZZLES[0]


@pytest.mark.parametrize("text", PUZZLES)
def test_parts_tell_the_sentences_and_show_what_they_say(text: str) -> None:
    long = 0
    for board, step in steps(text):
        parts = step_parts(board, step)
        narration = narrate(board, step, Level.STEP)
        assert parts[-1].text == narration.conclusion
        if len(parts) > 1:
            lines = frozenset(e for e, s in step.forced.items() if s is EdgeState.LINE)
            assert parts[-1].highlights == Highlights(
                forced_lines=lines, forced_crosses=frozenset(step.forced) - lines
            )
        long += is_long(parts)
        if not step.further:
            told = [part.text.split(") ", 1)[-1] for part in parts[:-1]]
            assert told == list(narration.sentences) or len(told) > len(narration.sentences)
        if step.further or step.argument.supposed is None or step.argument.cases:
            continue
        last = parts[-2].highlights
        facts = [each.fact for each in step.argument.inferences]
        edges = {edge for fact in facts if isinstance(fact, EdgesAre) for edge in fact.edges}
        certain = last.forced_lines | last.forced_crosses
        assert {edge for edge, _ in then(last)} | certain == edges
        assert last.conflict_cells | last.conflict_dots | last.conflict_edges
    assert long or text != PUZZLES[0]


def test_parts_of_cases_show_one_case_at_a_time() -> None:
    """Nothing of the first case is left in the second, nor of both after them."""
    with_cases = 0
    for board, step in steps(WITH_CASES):
        if not step.argument.cases or step.further:
            continue
        with_cases += 1
        for part in step_parts(board, step)[:-1]:
            shown = part.highlights
            assert shown.supposed_lines.isdisjoint(shown.supposed_crosses)
            edges = [edge for edge, _ in (*shown.then_lines, *shown.then_crosses)]
            assert len(edges) == len(set(edges))
    assert with_cases


@pytest.mark.parametrize("text", [*PUZZLES, WITH_CASES])
def test_arcs_are_true_of_the_solution(text: str) -> None:
    """What a picture says about two edges is so, unless the argument supposes something."""
    found = steps(text)
    lines, kinds = found[-1][0].mark(found[-1][1].forced).lines, set[str]()
    for board, step in found:
        if step.argument.supposed is not None:
            continue
        shown = illustrate(board, step)
        for one, two, _ in shown.ones:
            assert (one in lines) != (two in lines), step.technique
            kinds.add("one")
        for one, two, _ in shown.alikes:
            assert (one in lines) == (two in lines), step.technique
            kinds.add("alike")
    assert kinds == {"one", "alike"} or text != WITH_CASES


@pytest.mark.parametrize("text", PUZZLES)
def test_a_straight_argument_has_the_numbers_of_its_sentences(text: str) -> None:
    for board, step in steps(text):
        if step.pattern or step.further or step.argument.supposed is not None:
            continue
        shown, sentences = illustrate(board, step), narrate(board, step, Level.STEP).sentences
        corners = {number for *_, number in (*shown.ones, *shown.alikes)}
        numbers = corners | {number for _, number in then(shown)}
        if len(sentences) < 2:
            assert not numbers
        else:
            assert len(sentences) in numbers
            assert numbers <= {*range(1, len(sentences) + 1)}


def test_a_picture_of_a_step_shows_both_cases_apart() -> None:
    shown = [illustrate(board, step) for board, step in steps(WITH_CASES) if step.argument.cases]
    both = [each for each in shown if each.case_lines or each.case_crosses]
    assert both
    for each in both:
        second = {*each.case_lines, *each.case_crosses}
        assert [number for _, number in second].count(0) == 1
        (edge,) = (edge for edge, number in second if not number)
        assert edge in each.supposed_lines | each.supposed_crosses
        assert min(n for _, n in second if n) > max(n for _, n in then(each))


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_sum_has_a_closed_border_that_turns_at_all_edges_counted_once(seed: int) -> None:
    drill = make_drill("parity", seed)
    step = drill_step(drill)
    assert step is not None
    scene = build_scene(drill.board, highlights=illustrate(drill.board, step))
    border = [
        shape
        for shape in scene.shapes
        if isinstance(shape, EdgeStroke) and shape.role is ShapeRole.AREA_BORDER
    ]
    ends = Counter(end for stroke in border for end in (stroke.start, stroke.end))
    assert all(count % 2 == 0 for count in ends.values())
    counted = {*step.known, *(each.edge for each in step.deductions)}
    assert {positions_of(drill.board.puzzle.grid).middle(edge) for edge in counted} <= ends.keys()
