"""Ten mistakes on real boards, told in full: each kind of conflict, and refutations.

The explained mark is in the list, in the sentences and in the picture.
"""

import pytest

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH
from narrator.argument_parts import refutation_parts
from narrator.checks import Detail, narrate_check
from narrator.illustration import illustrate_check
from narrator.outcomes import MAX_MARKS, name_marks
from puzzle.model import Board, EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, check
from solver.explain.step import Branch, DeadEnd, Subloop, TooFew, TooMany

ONE, OTHER = "5x5:b1c3a12a02d1a2c32", "5x5:b1a312c20a2a3a3a1e"

MISTAKES = {
    "a line at a 0": (ONE, "B3-C3 A1-B1"),
    "crosses at a 3": (ONE, "x B2-C2-C3"),
    "three lines at a dot": (ONE, "A4-A6 A5-B5"),
    "a dead end": (ONE, "A5-B5 x A4-A6"),
    "a premature loop": (ONE, "A1-B1-B2-A2-A1 D4-D5"),
    "one step": (OTHER, "x E1-F1"),
    "a step with a supposition": (ONE, "E4-F4"),
    "several steps": (ONE, "D3-E3"),
    "many steps": (OTHER, "C1-D1"),
    "two wrong marks": (ONE, "D2-E2 x D6-E6"),
}
CONFLICTS: dict[str, type[object]] = dict(
    zip(MISTAKES, (TooMany, TooFew, Branch, DeadEnd, Subloop), strict=False)
)


def checked(name: str) -> tuple[Board, Check]:
    puzzle = parse_puzzle(MISTAKES[name][0])
    board = Board.blank(puzzle).mark(parse_marks(MISTAKES[name][1], puzzle.grid))
    return board, check(Explainer(puzzle), board)


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_explained_mark_is_named_and_shown(name: str, language: str) -> None:
    board, found = checked(name)
    localizer = localizer_for(language)
    told = narrate_check(board, found, Detail.WHY, localizer)
    assert found.explained
    assert found.explained <= found.wrong
    if found.refuted is not None or len(found.explained) == 1:
        mark = name_marks(board, found.explained, localizer)
        assert sum(mark in text for text in told.sentences) >= 1, told.text
    shown = illustrate_check(board, found, Detail.WHY)
    assert shown.culprits == found.explained
    assert shown.wrong == found.wrong
    assert shown.forced_lines.isdisjoint(found.explained)
    assert shown.forced_crosses.isdisjoint(found.explained)


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_conflict_names_its_culprits(name: str) -> None:
    board, found = checked(name)
    assert isinstance(found.conflict, CONFLICTS[name])
    told = narrate_check(board, found, Detail.WHY).text
    culprits = name_marks(board, found.culprits, ENGLISH)
    assert culprits.lower() in told.lower()
    assert (("mistake" in told) or ("mistakes" in told)) is (found.culprits != found.wrong)


@pytest.mark.parametrize("name", [name for name in MISTAKES if name not in CONFLICTS])
def test_a_refutation_shows_its_numbers_and_parts(name: str) -> None:
    board, found = checked(name)
    told = narrate_check(board, found, Detail.WHY).sentences
    shown = illustrate_check(board, found, Detail.WHY)
    numbers = {number for _, number in (*shown.then_lines, *shown.then_crosses)}
    assert all(any(text.startswith(f"({number}) ") for text in told) for number in numbers)
    parts = refutation_parts(board, found)
    assert parts[-1].text == told[-1]
    [refuted] = found.explained
    for part in parts:
        assert part.board.marks[refuted] is board.marks[refuted]
        assert part.highlights.culprits == {refuted}
        others = found.wrong - {refuted}
        assert not any(part.board.marks[edge] for edge in others)
    assert len(parts) > sum(text.startswith("(") for text in told)


@pytest.mark.parametrize("name", MISTAKES)
def test_only_why_discloses_the_reason(name: str) -> None:
    board, found = checked(name)
    where = illustrate_check(board, found, Detail.WHERE)
    assert (where.wrong, where.culprits, where.known) == (found.wrong, frozenset(), frozenset())
    assert not where.then_lines + where.then_crosses
    assert not where.conflict_cells | where.conflict_dots | where.conflict_edges
    assert not illustrate_check(board, found, Detail.COUNT).wrong


def test_of_many_wrong_marks_the_explained_one_is_listed() -> None:
    """Everything but the loop is drawn, and each time another right edge has a wrong cross."""
    puzzle = parse_puzzle(OTHER)
    explainer = Explainer(puzzle)
    solution = explainer.solution
    assert solution is not None
    lines = frozenset(range(len(puzzle.grid.edge_dots))) - solution
    for edge in sorted(solution):
        board = Board.of_lines(puzzle, lines).mark({edge: EdgeState.CROSS})
        found = check(explainer, board)
        told = narrate_check(board, found, Detail.WHY)
        assert len(found.wrong) > MAX_MARKS
        assert "of your marks are wrong, among them " in told.text
        assert name_marks(board, found.explained, ENGLISH) in told.text
