"""Par as a person sees it, in chat and on the board page of a phone."""

import json
import os
import re
from pathlib import Path
from typing import Any

from playwright.async_api import expect

from puzzle.model import EdgeState
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle, parse_puzzle
from solver.search import solve
from tests.support.browser.boards import Boards
from tests.support.browser.chat_page import Visit
from tests.support.shared import SAMPLES
from texts import board_page

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


async def test_par_is_told_from_the_fourth_board_on(boards: Boards, visit: Visit) -> None:
    rows = (SAMPLES / "medium_5x5.jsonl").read_text().splitlines()
    puzzles = [parse_puzzle("\n".join(json.loads(row)["clues"])) for row in rows[:5]]
    pictures = os.environ.get("OURO_PICTURES")
    chat = await visit(boards.sandbox, **PHONE)
    shown = chat.page.locator("#timeline .message")
    for number, puzzle in enumerate(puzzles[:4]):
        before = await shown.count()
        await chat.command("play", puzzle=format_puzzle(puzzle, "loopy"))
        board = "Begun" if number < 3 else " · par "
        await expect(shown.nth(before)).to_contain_text(board)
        if pictures:
            await chat.page.screenshot(path=Path(pictures) / f"before{number}.png")
        loop = dict.fromkeys(solve(puzzle).solutions[0], EdgeState.LINE)
        await chat.command("submit", moves=format_marks(puzzle.grid, loop))
        await expect(chat.page.locator("#timeline .message", has_text="Solved!")).to_have_count(
            number + 1
        )
        told = chat.page.locator("#timeline .message", has_text=" your par of ")
        await expect(told).to_have_count(int(number == 3))
        if pictures:
            await chat.page.screenshot(path=Path(pictures) / f"after{number}.png")
    await chat.command("stats")
    plot = (await chat.wait_for_message("in numbers")).locator("img[alt*='quickly']")
    await expect(plot).to_have_attribute("alt", re.compile("after 4 boards"))
    await chat.command("play", puzzle=format_puzzle(puzzles[4], "loopy"))
    begun = chat.page.locator("#timeline .message", has_text=" · par ")
    await expect(begun).to_have_count(2)
    link = begun.last.get_by_role("link", name=board_page.OPEN_BOARD.text)
    page = await boards.visit(await link.get_attribute("href") or "", **PHONE)
    await expect(page.page.locator("#par")).to_have_text(re.compile(r"^par \d+:\d\d$"))
    if pictures:
        await plot.scroll_into_view_if_needed()
        await chat.page.screenshot(path=Path(pictures) / "stats.png")
        await page.page.screenshot(path=Path(pictures) / "page.png")
