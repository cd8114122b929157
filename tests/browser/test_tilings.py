"""Boards of other tilings and rules on the board page: drawn with a finger and with keys, and asked
about."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pytest
from playwright.async_api import expect

from i18n.localizer import ENGLISH
from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.names import Direction
from puzzle.notation import parse_loopy
from puzzle.places import ways
from solver.search import solve
from tests.support.browser.board_page import corner, signs
from tests.support.browser.boards import Boards
from tests.support.chat.playing import tour
from tests.support.solver.expected import expected
from tests.support.variants import sample
from texts.puzzles import rules_line

HONEYCOMB = parse_loopy("5x4t2de:5c0b542a5a54c5a")
CAIRO = parse_loopy("4x3t4de:a2b1321b02a23a3")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "device_scale_factor": 3,
}
KEYS = MappingProxyType(
    {
        Direction.TOP: "ArrowUp",
        Direction.TOP_RIGHT: "PageUp",
        Direction.RIGHT: "ArrowRight",
        Direction.BOTTOM_RIGHT: "PageDown",
        Direction.BOTTOM: "ArrowDown",
        Direction.BOTTOM_LEFT: "End",
        Direction.LEFT: "ArrowLeft",
        Direction.TOP_LEFT: "Home",
    }
)


@pytest.mark.parametrize(
    "puzzle",
    [pytest.param(HONEYCOMB, marks=pytest.mark.long), CAIRO],
    ids=["honeycomb", "cairo"],
)
async def test_a_finger_draws_the_loop(boards: Boards, puzzle: Puzzle) -> None:
    page, board = await boards.open(puzzle, **PHONE)
    [solution] = solve(puzzle).solutions
    dots = tour(puzzle.grid, solution)
    fingers = await page.fingers()
    await fingers.drag(*(corner(puzzle, dot) for dot in dots))
    await page.until_marks(signs(solution))
    await expect(page.help).to_contain_text("Solved!")
    await expect(page.page.locator(".inside")).to_have_attribute("d", re.compile("M"))
    assert (await boards.stored(board)).board.lines == solution


@pytest.mark.parametrize(
    "puzzle",
    [HONEYCOMB, pytest.param(CAIRO, marks=pytest.mark.long)],
    ids=["honeycomb", "cairo"],
)
async def test_keys_draw_the_loop(boards: Boards, puzzle: Puzzle) -> None:
    page, _ = await boards.open(puzzle)
    [solution] = solve(puzzle).solutions
    dots, keys = tour(puzzle.grid, solution), page.page.keyboard
    await page.board.focus()
    await keys.press("m")
    for key in _keys(puzzle.grid, _route(puzzle.grid, 0, dots[0])):
        await keys.press(key)
    await keys.press("l")
    *most, last = _keys(puzzle.grid, dots)
    for key in most:
        await keys.press(key)
    edge = puzzle.grid.edge_between(dots[-2], dots[-1])
    await page.until_marks(signs(solution - {edge}))
    await expect(page.spoken).to_contain_text("line")
    assert await page.accessibility_violations() == []
    await keys.press(last)
    await expect(page.help).to_contain_text("Solved!")


async def test_an_arrow_takes_the_edge_beside_its_direction(boards: Boards) -> None:
    """At dots of a honeycomb, no edge leads straight up; keys of diagonals are exact."""
    page, _ = await boards.open(HONEYCOMB)
    grid, keys = HONEYCOMB.grid, page.page.keyboard
    await page.board.focus()
    [down] = [edge for way, edge in ways(grid, 0).items() if way is Direction.BOTTOM_LEFT]
    await keys.press("ArrowDown")
    await page.until_marks({down: "-"})
    await keys.press("Home")
    await expect(page.spoken).to_have_text("No edge leads there")


def _keys(grid: Grid, dots: list[int]) -> Iterator[str]:
    """The keys that lead from dot to dot."""
    for dot, end in pairwise(dots):
        ahead = grid.edge_between(dot, end)
        yield next(KEYS[way] for way, edge in ways(grid, dot).items() if edge == ahead)


def _route(grid: Grid, start: int, end: int) -> list[int]:
    """The dots of a shortest way from one dot to another."""
    before, waiting = {start: start}, deque([start])
    while end not in before:
        dot = waiting.popleft()
        for edge in grid.dot_edges[dot]:
            other = grid.other_end(edge, dot)
            if other not in before:
                before[other] = dot
                waiting.append(other)
    route = [end]
    while route[-1] != start:
        route.append(before[route[-1]])
    return route[::-1]


async def test_a_board_of_other_rules_tells_them_and_is_solved(boards: Boards) -> None:
    puzzle = sample("vertex")
    page, board = await boards.open(puzzle, viewport={"width": 390, "height": 844})
    rules = page.page.locator("#rules")
    await expect(rules).to_have_text(rules_line(ENGLISH, puzzle.rules))
    await expect(page.tool("check")).to_be_visible()
    await expect(page.tool("hint")).to_be_hidden()
    assert await page.accessibility_violations() == []
    (solution,) = expected(puzzle)
    await page.drag(*(corner(puzzle, dot) for dot in tour(puzzle.grid, solution)))
    await page.until_marks(signs(solution))
    await expect(page.help).to_contain_text("Solved!")
    assert await page.page.locator(".line.closed").count() == 0
    await expect(page.tool("next")).to_be_hidden()
    assert (await boards.stored(board)).board.lines == solution
