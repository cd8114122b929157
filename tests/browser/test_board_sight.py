"""What help is about is in sight on the board page, beside the text of the help, and nothing covers
the board."""

from typing import Any

import pytest
from playwright.async_api import expect

from renderer.positions import positions_of
from tests.support.browser.board_page import BoardPage
from tests.support.browser.boards import Boards, sample
from tests.support.waiting import until, until_is
from texts import course

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

COVERED = """(corners) => {
    const bands = document.querySelector(".bands");
    return corners.filter(([x, y]) => bands.isPointInFill(new DOMPoint(x, y)));
}"""
"""The points of the board that lie under a band of labels."""
SIDE = 32
"""Pixels beside the outermost lines of a board, where a finger goes back a page."""


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
    await page.seldom("whole")
    assert {"A", "1", "O", "15"} <= set(await page.page.evaluate(LABELS))


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("name", ["medium_7x7", "medium_20x20", "medium_25x30"])
async def test_no_band_covers_the_board_and_lines_keep_from_the_sides(
    boards: Boards, name: str, width: int
) -> None:
    page, board = await boards.open(
        sample(name), viewport={"width": width, "height": 700}, has_touch=True
    )
    right, bottom = positions_of(board.puzzle.grid).size
    corners = [(0.0, 0.0), (right, 0.0), (0.0, bottom), (right, bottom)]
    assert await page.page.evaluate(COVERED, corners) == []
    (left, _), (end, _) = await page.on_screen(corners[0], corners[1])
    assert left >= SIDE - 0.1
    assert end <= width - SIDE + 0.1
    await _zoom(page)
    await page.tool("move").click()
    fingers = await page.fingers()
    for _ in range(3):  # as far as the board goes
        await fingers.put((width / 2, 200))
        await fingers.move((width / 2 + 600, 800))
        await fingers.lift()
    assert await page.page.evaluate(COVERED, corners[:1]) == []
    [(left, _)] = await page.on_screen(corners[0])
    assert left >= SIDE - 0.1


async def test_the_whole_text_of_a_hint_is_in_sight_beside_the_board(boards: Boards) -> None:
    page, _ = await boards.open(sample("medium_7x7"), viewport={"width": 1280, "height": 800})
    await page.tool("hint").click()
    await page.help.get_by_role("button", name="Tell me the step").click()
    await expect(page.help.get_by_role("button", name="Mark it")).to_be_in_viewport(ratio=1)
    assert await page.help.evaluate("(help) => help.scrollHeight <= help.clientHeight")
    await expect(page.tool("settings")).to_be_hidden()


async def test_what_a_check_finds_wrong_is_taken_back(boards: Boards) -> None:
    page, _ = await boards.open(sample("medium_7x7"), **PHONE)
    await page.drag((1, 0), (1, 1), (1, 2), (2, 2))
    await page.tool("check").click()
    await page.help.get_by_role("button", name="Why?").click()
    await expect(page.help).to_contain_text("Two of your marks are wrong")
    marks = await page.marks()
    await page.help.get_by_role("button", name=course.MEND_BUTTON.many).click()
    await expect(page.help).to_be_hidden()
    await until_is(len(marks) - 2, lambda: _count(page))


async def _count(page: BoardPage) -> int:
    return len(await page.marks())


async def _zoom(page: BoardPage) -> None:
    """Zoom in at the middle of the board."""
    before = await page.scale()
    for _ in range(3):
        await page.seldom("zoom_in")
    assert await page.scale() > 1.9 * before


async def _is_in_sight(page: BoardPage) -> bool:
    return bool(await page.page.evaluate(SHARE_IN_SIGHT) >= 0.9)


async def _until_marked(page: BoardPage, before: dict[int, str]) -> None:
    async def differs() -> bool:
        return await page.marks() != before

    await until(differs)
