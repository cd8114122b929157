"""What help is about is in sight on the board page of a phone, beside the text of the help."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.support.browser.board_page import BoardPage
from tests.support.browser.boards import Boards, sample
from tests.support.waiting import until, until_is

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LEVELS = "More", "Tell me the step"
"""The buttons that ask for more than where to look."""
SHARE_IN_SIGHT = """() => {
    const board = document.getElementById("board").getBoundingClientRect();
    const shares = [...document.querySelectorAll(".help-layer > *")].map((shape) => {
        const box = shape.getBoundingClientRect();
        const [left, top] = [box.left - 2, box.top - 2];
        const [right, bottom] = [box.right + 2, box.bottom + 2];
        const width = Math.min(right, board.right) - Math.max(left, board.left);
        const height = Math.min(bottom, board.bottom) - Math.max(top, board.top);
        return Math.max(0, width) * Math.max(0, height) / ((right - left) * (bottom - top));
    });
    return Math.min(...shares);
}"""
"""The least share of a highlight that lies in the board; lines have no width of their own."""
LABELS = """() => {
    const board = document.getElementById("board").getBoundingClientRect();
    return [...document.querySelectorAll(".labels text")].filter((label) => {
        const box = label.getBoundingClientRect();
        return label.getAttribute("visibility") === "visible"
            && box.left >= board.left && box.right <= board.right
            && box.top >= board.top && box.bottom <= board.bottom;
    }).map((label) => label.textContent);
}"""


@pytest.mark.parametrize(
    ("name", "hints"),
    [
        ("medium_7x7", 1),
        ("medium_15x15", 2),
        ("medium_25x30", 2),
        *(
            pytest.param(name, 8, marks=pytest.mark.long)
            for name in ("medium_7x7", "medium_15x15", "medium_25x30")
        ),
    ],
)
async def test_highlights_are_in_sight_on_a_zoomed_board(
    boards: Boards, name: str, hints: int
) -> None:
    page, _ = await boards.open(sample(name), **PHONE)
    await _zoom(page)
    for _ in range(hints):
        before = await page.marks()
        await page.tool("hint").click()
        await expect(page.help.get_by_role("heading")).to_have_text("Where to look")
        assert await page.page.evaluate(SHARE_IN_SIGHT) >= 0.9
        for button in LEVELS:
            await page.help.get_by_role("button", name=button).click()
            await expect(page.help.get_by_role("button", name=button)).to_be_hidden()
            await expect(page.page.locator(".help-layer").first).to_be_attached()
            assert await page.page.evaluate(SHARE_IN_SIGHT) >= 0.9
        await page.help.get_by_role("button", name="Mark it").click()
        await expect(page.help).to_be_hidden()
        await _until_marked(page, before)


async def test_what_help_is_about_stays_in_sight_when_the_space_changes(boards: Boards) -> None:
    page, _ = await boards.open(sample("medium_15x15"), **PHONE)
    await _zoom(page)
    await page.tool("hint").click()
    await expect(page.help.get_by_role("heading")).to_be_visible()
    await page.page.set_viewport_size({"width": 390, "height": 620})
    await until_is(True, lambda: _is_in_sight(page))
    await page.tool("more").click()
    await until_is(True, lambda: _is_in_sight(page))


async def test_labels_stay_in_view_while_the_board_is_zoomed(boards: Boards) -> None:
    page, _ = await boards.open(sample("medium_15x15"), **PHONE)
    await _zoom(page)
    shown = set(await page.page.evaluate(LABELS))
    assert {"H", "8"} <= shown
    assert not {"A", "1", "O", "15"} & shown
    await page.tool("more").click()
    await page.tool("whole").click()
    assert {"A", "1", "O", "15"} <= set(await page.page.evaluate(LABELS))


async def _zoom(page: BoardPage) -> None:
    """Zoom in at the middle of the board."""
    before = await page.scale()
    for _ in range(3):
        await page.tool("more").click()
        await page.tool("zoom_in").click()
    assert await page.scale() > 1.9 * before


async def _is_in_sight(page: BoardPage) -> bool:
    return bool(await page.page.evaluate(SHARE_IN_SIGHT) >= 0.9)


async def _until_marked(page: BoardPage, before: dict[int, str]) -> None:
    async def differs() -> bool:
        return await page.marks() != before

    await until(differs)
