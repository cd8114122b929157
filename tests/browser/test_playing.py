"""A daily from its post to the shared result, on the page of a local chat."""

import re
from itertools import pairwise

from playwright.async_api import Locator, expect

from i18n.localizer import ENGLISH
from play.pen import go_on
from puzzle.grid import Grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.places import dot_name
from renderer.place_words import PlaceWords
from solver.search import solve
from tests.support.browser.chat_page import ChatPage, Visit
from tests.support.chat.dailies import daily_puzzle
from tests.support.chat.playing import tour
from tests.support.sandbox.server import Sandbox
from texts import boards as boards_texts
from texts import dailies, sharing

MAX_WIDTH, MAX_HEIGHT = 550, 350
"""The box into which Discord fits a picture on a desktop, in CSS pixels."""
ARROWS: dict[tuple[float, float], str] = {(-1, 0): "↑", (1, 0): "↓", (0, -1): "←", (0, 1): "→"}


def ends_there(puzzle: Puzzle, first: int, second: int) -> bool:
    """Whether a line from one dot to the next does not go on alone."""
    edge = puzzle.grid.edge_between(first, second)
    assert edge is not None
    return not go_on(Board.of_lines(puzzle, frozenset({edge})), edge, second)[0]


async def test_a_daily_is_played_with_pad_and_text_and_shared(
    ouro: Sandbox, room: int, visit: Visit
) -> None:
    ouro.world.add_user("Player")
    chat = await visit(ouro, room)
    await chat.switch_persona("Player")
    await chat.command("daily", track="Easy")
    daily = await chat.wait_for_message(dailies.COUNTS_UNTIL.text.removeprefix("-# ")[:20])
    puzzle = await daily_puzzle(ouro, "easy")
    [loop] = solve(puzzle).solutions
    await daily.get_by_role("button", name=dailies.PLAY.text, exact=True).click()
    board = await chat.wait_for_message("The pen is at")
    await expect(board).to_contain_text("Only you can see this")
    assert await chat.accessibility_violations() == []
    shown = await board.locator(".picture img").bounding_box()
    assert shown is not None
    assert max(shown["width"] / MAX_WIDTH, shown["height"] / MAX_HEIGHT) == 1

    words = PlaceWords(puzzle.grid, ENGLISH)
    ways = pairwise(tour(puzzle.grid, loop))
    # not from dot 0, where the pen is
    first, second = next(way for way in ways if way[0] and ends_there(puzzle, *way))
    await write(chat, board, f"go {dot_name(puzzle.grid, first)}")
    await expect(board).to_contain_text(f"at {words.dots([first])} and")
    arrow = arrow_between(puzzle.grid, first, second)
    await board.get_by_role("button", name=arrow, exact=True).click()
    await expect(board).to_contain_text(f"at {words.dots([second])} and")
    await expect(board.locator(".picture img")).to_have_attribute("alt", re.compile("1 line drawn"))

    await choose(chat, board, "Hint")
    await expect(board).to_contain_text("+15 s · total")
    await board.get_by_role("button", name=boards_texts.BACK_BUTTON.text).click()
    marks = dict.fromkeys(loop, EdgeState.LINE)
    await write(chat, board, format_marks(puzzle.grid, marks))
    await expect(board).to_contain_text("Solved!")
    other = await visit(ouro, room)
    await board.get_by_role("button", name=sharing.SHARE.text).click()
    card = other.row(sharing.SOLVED_BY.text.format(person="Player"))
    await expect(card).to_be_visible()
    await expect(card).to_contain_text(sharing.HINTS.text.format(count=1))
    assert "The pen is at" not in await other.page.locator("#timeline").inner_text()


async def test_a_command_in_a_text_is_pressed_and_sent(
    ouro: Sandbox, room: int, visit: Visit
) -> None:
    ouro.world.add_user("Reader")
    chat = await visit(ouro, room)
    await chat.switch_persona("Reader")
    await chat.command("stats")
    stats = await chat.wait_for_message("You have not played here.")
    form = chat.page.get_by_role("form", name="/daily")
    await expect(form).to_have_count(0)
    await stats.get_by_role("button", name="/daily", exact=True).click()
    await expect(form).to_be_visible()
    await form.get_by_role("button", name="Send /daily").click()
    await chat.wait_for_message("Normal 10x10")


def arrow_between(grid: Grid, one: int, two: int) -> str:
    (row_1, col_1), (row_2, col_2) = grid.dots[one], grid.dots[two]
    return ARROWS[row_2 - row_1, col_2 - col_1]


async def choose(chat: ChatPage, board: Locator, name: str) -> None:
    """Choose an action in the menu of the board."""
    await board.get_by_role("button", name=boards_texts.MENU.text).click()
    await chat.option(name).click()


async def write(chat: ChatPage, board: Locator, moves: str) -> None:
    """Enter moves in the modal of the board."""
    await choose(chat, board, boards_texts.TYPE.text)
    form = chat.page.get_by_role("dialog", name=boards_texts.TYPE_TITLE.text)
    await form.get_by_label(boards_texts.TYPE_LABEL.text).fill(moves)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
