"""The order in which regions were finished, from the steps of a board."""

from collections.abc import Iterable

import pytest

from play.history import History
from play.regions import RegionOrder
from puzzle.grid import Grid, square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.regions import edge_regions, region_bounds, region_counts
from renderer.chains import border_of

GRID = square_grid(7, 7)
REGIONS = edge_regions(GRID)
LOOP = border_of(GRID, {cell for cell in range(49) if cell not in {0, 6, 42}})
OTHER = border_of(GRID, {cell for cell in range(49) if cell not in {0, 1, 48}})
ORDER = (4, 0, 8, 2, 6, 1, 3, 5, 7)


def blank(grid: Grid = GRID) -> History:
    return History.blank(Puzzle(grid, (None,) * len(grid.cells)))


def drawn(history: History, *groups: Iterable[int]) -> History:
    for edges in groups:
        history = history.mark(dict.fromkeys(edges, EdgeState.LINE))
    return history


def in_regions(loop: Iterable[int], order: Iterable[int]) -> list[list[int]]:
    """The edges of a loop by region, in an order; empty regions are left out."""
    groups = [[edge for edge in loop if REGIONS[edge] == region] for region in order]
    return [group for group in groups if group]


def test_regions_are_blocks_of_even_size() -> None:
    sizes = {size: len(region_bounds(size)) - 1 for size in (1, 2, 5, 7, 8, 9, 10, 12, 15, 30)}
    assert sizes == {1: 1, 2: 2, 5: 3, 7: 3, 8: 3, 9: 4, 10: 4, 12: 4, 15: 5, 30: 5}
    grid = square_grid(10, 7)
    assert set(edge_regions(grid)) == set(range(12))
    assert region_counts(10, 7) == (4, 3)
    assert edge_regions(grid)[0] == 0
    assert edge_regions(grid)[-1] == 11


def test_regions_have_the_rank_in_which_they_were_finished() -> None:
    ring = border_of(GRID, range(49))
    order = [region for region in ORDER if region != 4]
    ranks = RegionOrder().solved(drawn(blank(), *in_regions(ring, order))).ranks
    assert [ranks[region] for region in order] == list(range(1, 9))
    assert ranks[4] == 9, "a region without a line of the loop comes last"


def test_a_region_is_finished_with_its_last_line() -> None:
    first, *others = in_regions(LOOP, range(9))
    early = drawn(blank(), first, *others)
    late = drawn(blank(), first[1:], *others, first[:1])
    assert RegionOrder().solved(early).ranks[0] == 1
    assert RegionOrder().solved(late).ranks[0] == 1 + len(others)


def test_lines_that_were_taken_back_do_not_count() -> None:
    first, *others = in_regions(LOOP, range(9))
    again = drawn(blank(), first).undo()
    erased = drawn(blank(), first).mark(dict.fromkeys(first, EdgeState.UNKNOWN))
    for history in (again, erased):
        ranks = RegionOrder().solved(drawn(history, *others, first)).ranks
        assert ranks[0] == 1 + len(others)


def test_two_solutions_in_the_same_order_have_the_same_value() -> None:
    assert LOOP != OTHER
    orders = [
        RegionOrder(helped=frozenset({2})).solved(drawn(blank(), *in_regions(loop, range(9))))
        for loop in (LOOP, OTHER)
    ]
    assert orders[0] == orders[1]


def test_an_answer_in_one_step_has_one_rank() -> None:
    ring = border_of(GRID, range(49))
    for loop in (LOOP, ring):
        assert set(RegionOrder().solved(drawn(blank(), loop)).ranks) == {1}
    assert set(RegionOrder().solved(drawn(blank(), LOOP).without_steps()).ranks) == {1}


def test_help_is_at_its_edges_or_where_the_player_is() -> None:
    corner, middle = 0, GRID.cell_edges[24][0]
    history = drawn(blank(), [corner])
    order = RegionOrder().with_help(history, {middle}, 0)
    assert order.helped == {REGIONS[middle]}
    assert order.with_help(history, (), 20).helped == {REGIONS[corner], REGIONS[middle]}
    last = len(GRID.dots) - 1
    assert RegionOrder().with_help(blank(), (), last).helped == {8}


def test_an_order_is_stored_as_text() -> None:
    for order in (RegionOrder(), RegionOrder((1, 25, 3), frozenset({0, 24}))):
        assert RegionOrder.from_text(order.to_text()) == order
    assert RegionOrder.from_text(None) == RegionOrder()
    with pytest.raises(ValueError, match="unpack"):
        RegionOrder.from_text("1")


def test_a_loop_in_one_stroke_has_a_rank_for_each_region() -> None:
    ring = border_of(GRID, range(49))
    for start in (0, 9):
        history = blank().mark(dict.fromkeys(ring, EdgeState.LINE), start, 0)
        ranks = RegionOrder().solved(history, is_drawn=start == 0).ranks
        assert sorted(ranks) == list(range(1, 10))
        assert ranks[0] == 8  # its end; the middle, where the loop is not, comes last
        assert ranks[4] == 9
