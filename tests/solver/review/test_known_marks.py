"""What single reasons force from the marks of a board, from one stroke to the next."""

import pytest

from puzzle.model import EdgeState
from puzzle.moves import parse_changes
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.review.known_marks import KnownMarks
from tests.support.review.transcript import names_of

THREE = Explainer(parse_puzzle("3x3:3b13b2a"))
GRID = THREE.puzzle.grid


def known_of(text: str) -> KnownMarks:
    """What is known when these marks were drawn, from the lowest edge to the highest."""
    assert THREE.solution is not None
    known = KnownMarks(THREE, THREE.solution)
    for edge, state in parse_changes(text, GRID).items():
        known.add(edge, state)
    return known


def test_what_follows_is_known_with_its_origin_until_it_is_drawn_or_something_is_erased() -> None:
    known = known_of("x B1 top, x C1 top")
    assert names_of(GRID, known.board.crosses) == "B1 top, C1 top"
    assert names_of(GRID, known.origin) == "C1 left, C1 right"
    assert names_of(GRID, known.known_board().crosses) == "B1 top, C1 top, C1 left, C1 right"
    [right] = parse_changes("C1 right", GRID)
    assert names_of(GRID, known.known_board({right}).crosses) == "B1 top, C1 top, C1 left"
    known.add(right, EdgeState.CROSS)
    assert names_of(GRID, known.origin) == "C1 left"
    known.board = known.board.mark(parse_changes("erase C1 top, erase C1 right", GRID))
    known.rebuild()
    assert not known.origin
    assert names_of(GRID, known.known_board().crosses) == "B1 top"


@pytest.mark.parametrize(
    ("text", "leaves_out"),
    [
        ("", True),
        ("A1 top, A1 left, B1 left, B2 top, x B1 top", True),
        ("A1 top, A1 left, B1 left, x B1 top", False),
        ("x B1 top", False),
    ],
)
def test_who_draws_less_than_a_cross_for_four_lines_leaves_them_out(
    text: str, *, leaves_out: bool
) -> None:
    assert known_of(text).leaves_out_crosses is leaves_out
