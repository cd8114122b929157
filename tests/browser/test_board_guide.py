"""What the board page explains and hands out: how to draw, the time, the review, copies, links."""

import re
from typing import Any

from playwright.async_api import expect

from puzzle.model import EdgeState
from puzzle.notation import parse_puzzle
from service.settings import VISIBILITY
from solver.search import solve
from store.records import Visibility
from tests.support.browser.board_page import BoardPage
from tests.support.browser.boards import OWN_PROFILE, Boards, sample
from tests.support.chat.playing import PUZZLE as FIVE
from texts import reviews
from texts.board_page import GUIDE, LABELS

COPYING: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"], **OWN_PROFILE}
NAMELESS = """() => [...document.querySelectorAll("#panel button:not(#help button), #guide")]
    .filter((button) => !button.title).map((button) => button.dataset.action)"""
COPIED = """async () => {
    const [item] = await navigator.clipboard.read();
    const type = item.types[0];
    const blob = await item.getType(type);
    return [type, type === "text/plain" ? await blob.text() : blob.size];
}"""


async def test_a_button_and_a_key_tell_how_to_draw(boards: Boards) -> None:
    page, _ = await boards.open(FIVE)
    guide = page.dialog(GUIDE["guide"].text)
    await page.page.locator("#guide").click()
    parts = "mouse", "finger", "keys", "notes", "offline"
    lines = [line for name in parts for line in _lines(name)]
    await expect(guide.get_by_role("listitem")).to_have_text(lines)
    assert await page.accessibility_violations() == []
    await page.page.keyboard.press("Escape")
    await expect(page.page.locator("#guide")).to_be_focused()
    await page.board.focus()
    await page.page.keyboard.press("?")
    await expect(guide).to_be_visible()
    await page.page.keyboard.press("Escape")
    assert await page.page.evaluate(NAMELESS) == []
    await expect(page.tool("undo")).to_have_attribute("title", "Undo (Ctrl+Z)")


def _lines(name: str) -> list[str]:
    return GUIDE[f"guide_{name}_lines"].text.split("\n")


async def test_the_clock_runs_until_the_board_is_solved(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    clock = page.page.get_by_role("timer")
    await expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    shown = await clock.inner_text()
    await expect(clock).not_to_have_text(shown)
    await board.draw(solve(FIVE).solutions[0])
    await expect(page.help).to_contain_text("Solved!")
    await expect(clock).to_be_hidden()


async def test_no_time_is_shown_to_those_who_want_none(boards: Boards) -> None:
    client = boards.sandbox.client
    settings = await client.slash("settings")
    await client.select(settings, VISIBILITY.title.text, [Visibility.NO_CLOCK])
    page, _ = await boards.open(FIVE)
    await expect(page.page.get_by_role("timer", include_hidden=True)).to_be_hidden()
    await expect(page.tool("hint").locator("small")).to_have_count(0)


async def test_a_puzzle_and_its_picture_are_copied_and_opened_elsewhere(boards: Boards) -> None:
    page, board = await boards.open(FIVE, **COPYING)
    await page.seldom("copy_puzzle")
    await expect(page.notice).to_have_text(LABELS["copied"].text)
    kind, text = await page.page.evaluate(COPIED)
    assert (kind, parse_puzzle(text)) == ("text/plain", board.puzzle)
    link = page.tool("elsewhere")
    assert parse_puzzle(await link.get_attribute("href") or "") == board.puzzle
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    await page.seldom("picture")
    picture = page.dialog(LABELS["picture"].text)
    assert await picture.get_by_role("img").get_attribute("alt")
    await picture.get_by_role("button", name=LABELS["copy_picture"].text).click()
    await expect(picture.get_by_role("status")).to_have_text(LABELS["copied"].text)
    kind, size = await page.page.evaluate(COPIED)
    assert kind == "image/png"
    assert size > 1000
    assert await page.accessibility_violations() == []


async def test_a_solved_board_is_reviewed_and_replayed(boards: Boards) -> None:
    puzzle = sample("medium_5x5")
    page, board = await boards.open(puzzle)
    solution = solve(puzzle).solutions[0]
    wrong = [min(set(range(len(puzzle.grid.edge_dots))) - solution)]
    await board.draw(wrong, EdgeState.LINE)
    await board.draw(wrong, EdgeState.CROSS)
    await board.draw(solution)
    await expect(page.help).to_contain_text("Solved!")
    await page.tool("review").click()
    await expect(page.help.get_by_role("heading")).to_have_text(reviews.TITLE.text)
    assert await _lines_drawn(page) == len(solve(puzzle).solutions[0])
    await page.help.get_by_role("button", name=LABELS["moments"].text).click()
    await expect(page.help.get_by_role("heading")).to_contain_text("1. ")
    await expect(page.page.locator(".help-layer").first).to_be_attached()
    assert await _lines_drawn(page) < len(solve(puzzle).solutions[0])  # as it was then
    await page.help.get_by_role("button", name=reviews.REPLAY.text).click()
    moving = page.dialog(reviews.REPLAY_TITLE.text).get_by_role("img")
    assert await moving.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
    assert await page.accessibility_violations() == []


async def _lines_drawn(page: BoardPage) -> int:
    return sum(mark == "-" for mark in (await page.marks()).values())
