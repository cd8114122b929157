"""Playing on other tilings: the pen, the order of regions, shared results, and answers as text."""

import pytest

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH
from play.clock import HelpCounts
from play.history import History, Mark, UnchangedReason
from play.pen import Arrow, Mode, MoveTo, Pad, SetMode
from play.regions import RegionOrder
from play.share import ShareCard
from play.submission import parse_submission
from puzzle.errors import NotationError
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import parse_loopy
from puzzle.places import ways
from puzzle.regions import edge_regions, region_counts
from solver.search import solve
from tests.support.tilings import OTHERS, small_grid
from texts.sharing import shared

HONEYCOMB = parse_loopy("5x4t2:5c0b542a5a54c5a")
CAIRO = parse_loopy("4x3t4:a2b1321b02a23a3")


@pytest.mark.parametrize("name", OTHERS)
def test_the_pen_goes_along_every_edge_and_nowhere_else(name: str) -> None:
    grid = small_grid(name)
    pad = Pad.fresh(Puzzle(grid, (None,) * len(grid.cells))).apply(SetMode(Mode.MOVE))
    for dot in range(len(grid.dots)):
        ends = set()
        for arrow in Arrow:
            moved = pad.apply(MoveTo(dot)).apply(arrow)
            if moved.notice is UnchangedReason.NO_EDGE:
                assert moved.pen == dot
            else:
                ends.add(moved.pen)
        assert ends == {grid.other_end(edge, dot) for edge in grid.dot_edges[dot]}


@pytest.mark.parametrize("puzzle", [HONEYCOMB, CAIRO])
def test_a_solved_board_has_an_order_of_regions(puzzle: Puzzle) -> None:
    [solution] = solve(puzzle).solutions
    history, order = History.blank(puzzle), RegionOrder()
    for edge in sorted(solution):
        start, end = puzzle.grid.edge_dots[edge]
        history = history.mark({edge: EdgeState.LINE}, start, end)
        order = order.with_help(history, (), end) if edge == min(solution) else order
    order = order.solved(history)
    rows, cols = region_counts(puzzle.grid.rows, puzzle.grid.cols)
    assert len(order.ranks) == rows * cols
    assert {*edge_regions(puzzle.grid)} <= {*range(rows * cols)}
    assert order.helped == {edge_regions(puzzle.grid)[min(solution)]}


def test_a_line_goes_on_where_there_is_one_way() -> None:
    """At the border of a honeycomb, dots have two edges."""
    grid = HONEYCOMB.grid
    corner = next(dot for dot, edges in enumerate(grid.dot_edges) if len(edges) == 2)
    pad = Pad.fresh(HONEYCOMB).apply(MoveTo(corner))
    way = next(iter(ways(grid, corner)))
    back = pad.apply(SetMode(Mode.MOVE)).apply(Arrow(way))
    edge = ways(grid, corner)[way]
    arrow = next(Arrow(each) for each, found in ways(grid, back.pen).items() if found == edge)
    drawn = back.apply(SetMode(Mode.LINE)).apply(arrow)
    assert len(drawn.board.lines) > 1
    assert {*grid.dot_edges[corner]} <= drawn.board.lines


def test_a_shared_result_names_the_tiling() -> None:
    card = ShareCard(None, None, "5x4", 60, HelpCounts(), tiling="honeycomb")
    assert shared(ENGLISH, card).startswith("Ouro · honeycomb 5x4\n")
    assert shared(localizer_for("ja"), card).splitlines()[0].endswith("5x4")


def test_answers_as_text() -> None:
    [solution] = solve(HONEYCOMB).solutions
    edges = range(len(HONEYCOMB.grid.edge_dots))
    signs = "".join("ny"[edge in solution] for edge in edges)
    moves = format_marks(HONEYCOMB.grid, dict.fromkeys(solution, EdgeState.LINE))
    for text in (signs, moves):
        assert parse_submission(text, HONEYCOMB).lines == solution
    for text in ("10/10/110", "pzprv3/slither/1/2/3 ./1 1 0/1 0/1 0"):
        with pytest.raises(NotationError, match="only puzzles of square cells have such answers"):
            parse_submission(text, HONEYCOMB)
    assert Pad.fresh(HONEYCOMB).apply(Mark(dict.fromkeys(solution, EdgeState.LINE))).notice is None
