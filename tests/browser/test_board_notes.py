"""A player's own notes on the board page: shades, trials, and the rest as lines."""

import json
import re
from typing import Any

from playwright.async_api import expect

from puzzle.model import EdgeState
from service.settings import GO_ON
from tests.support.browser.board_page import BoardPage, signs
from tests.support.browser.boards import Boards, sample
from tests.support.chat.playing import PUZZLE as FIVE
from tests.support.chat.playing import SOLUTION
from tests.support.waiting import until_is

SEVEN = sample("medium_7x7")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SHADED = """() => ["in", "out"].map((shade) =>
    [`#grid .shade-${shade}`, `#marks .sign-${shade}`].map((one) =>
        (document.querySelector(one).getAttribute("d") ?? "").split("M").length - 1))"""
TRIED = """() => [
    (document.querySelector("#marks .core").getAttribute("d") ?? "").split("M").length - 1,
    document.querySelectorAll("#marks .cross.tried").length,
]"""


async def _shaded(page: BoardPage) -> list[int]:
    """How many cells are shaded inside and outside; each has its sign."""
    (inside, squares), (outside, rings) = await page.page.evaluate(SHADED)
    assert (inside, outside) == (squares, rings)
    return [inside, outside]


async def _tried(page: BoardPage) -> list[int]:
    """How many lines and crosses are drawn as on trial."""
    found: list[int] = await page.page.evaluate(TRIED)
    return found


async def test_cells_are_shaded_by_mouse_and_keys_and_seen_in_chat(boards: Boards) -> None:
    page, board = await boards.open(SEVEN)
    await page.tool("shade").click()
    await page.drag((0.5, 0.5), (2.5, 0.5))
    await until_is([3, 0], lambda: _shaded(page))
    [at] = await page.on_screen((0.5, 0.5))
    await page.page.mouse.click(*at)
    await until_is([2, 1], lambda: _shaded(page))
    await page.until_marks({})
    other = await boards.visit(await board.link())
    await other.until_marks({})
    await until_is([2, 1], lambda: _shaded(other))
    told = json.dumps(board.reply.message)  # with the description of its picture
    assert "Inside: the 1 at B1, the cell at C1." in told
    assert "Outside: the cell at A1." in told
    await page.board.focus()
    for key in ("l", "i", "ArrowRight", "Space", "Space"):
        await page.page.keyboard.press(key)
    await expect(page.spoken).to_have_text(re.compile("^cell B1: blank"))
    await until_is([1, 1], lambda: _shaded(page))
    for key in ("u", "u"):
        await page.page.keyboard.press(key)
    await until_is([2, 1], lambda: _shaded(page))
    await page.page.reload()
    await page.until_marks({})
    await until_is([2, 1], lambda: _shaded(page))
    assert await page.accessibility_violations() == []


async def test_fingers_shade_and_try_and_take_back(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **PHONE)
    fingers = await page.fingers()
    await page.tool("shade").click()
    await fingers.drag((0.5, 6.5), (1.5, 6.5))
    await until_is([2, 0], lambda: _shaded(page))
    await page.tool("line").click()
    await fingers.drag((0, 0), (1, 0))
    await page.tool("begin").click()
    trial = page.page.locator("#trial")
    await expect(trial).to_contain_text("Trial 1")
    await fingers.drag((1, 0), (2, 0), (3, 0))
    await page.until_marks(signs([0, 1, 2]))
    await until_is([2, 0], lambda: _tried(page))
    await page.tool("begin").click()
    await expect(trial).to_contain_text("Trial 2")
    await page.tool("cross").click()
    await fingers.drag((3.3, 0), (3.7, 0))
    await page.until_marks({**signs([0, 1, 2]), 3: "x"})
    await until_is([2, 1], lambda: _tried(page))
    assert await page.accessibility_violations() == []
    await page.tool("keep").click()
    await expect(trial).to_contain_text("Trial 1")
    await until_is([2, 1], lambda: _tried(page))
    await page.tool("take-back").click()
    await page.until_marks(signs([0]))
    await expect(trial).to_be_hidden()
    await page.tool("undo").click()
    await page.until_marks({**signs([0, 1, 2]), 3: "x"})
    await until_is([0, 0], lambda: _tried(page))
    assert len((await boards.stored(board)).board.lines) == 3


async def test_keys_try_and_the_rest_is_drawn(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    keys = page.page.keyboard
    await page.board.focus()
    await keys.press("t")
    await expect(page.spoken).to_have_text("Trial 1 begins")
    await keys.press("ArrowRight")
    await page.until_marks({0: "-"})
    await expect(page.spoken).to_have_text(re.compile("left line on trial 1"))
    for _ in range(9):
        await keys.press("t")  # one more than there can be
    await expect(page.page.locator("#trial")).to_contain_text("Trial 9")
    await expect(page.tool("begin")).to_have_attribute("aria-disabled", "true")
    for _ in range(8):
        await keys.press("k")
    await keys.press("b")
    await expect(page.spoken).to_have_text("The trial is taken back")
    await page.until_marks({})
    await board.draw(set(range(len(FIVE.grid.edge_dots))) - SOLUTION, EdgeState.CROSS)
    await page.tool("rest").click()
    await expect(page.help).to_contain_text("Solved!")
    await expect(page.board).to_be_focused()
    assert {edge for edge, mark in (await page.marks()).items() if mark == "-"} == SOLUTION
    await expect(page.page.locator("#trial")).to_be_hidden()


async def test_lines_go_on_if_the_person_wants_that(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    await page.seldom("settings")
    await page.dialog("Settings").get_by_label(GO_ON.title.text).check()
    await page.page.keyboard.press("Escape")
    down = FIVE.grid.edge_index[1, 7]
    await board.draw([down], EdgeState.CROSS)
    await page.until_marks({down: "x"})
    await page.drag((0, 0), (1, 0))
    await page.until_marks({**signs([0, 1]), down: "x"})
    await page.tool("undo").click()
    await page.until_marks({down: "x"})
