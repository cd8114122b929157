"""The page of a draft: clues that are entered, also offline, what the solver tells, and a board."""

import re
from typing import Any

from msgspec import Struct
from playwright.async_api import Locator, expect

from puzzle.grid import square_grid
from puzzle.notation import parse_loopy
from service.running.readers import Reader
from tests.support.browser.board_page import BoardPage
from tests.support.browser.boards import OWN_PROFILE, Boards
from tests.support.browser.wires import Wires
from tests.support.chat.playing import link_to
from tests.support.sandbox.client import Reply

KEYS = "..1", ".3.12", ".02  ", "..1.2", "...32"
"""The rows of the example, as they are typed row by row."""


class Editor(Struct):
    """The page of a draft, and the message with its link."""

    page: BoardPage
    message: Reply

    @property
    def count(self) -> Locator:
        """The number of solutions."""
        return self.page.page.locator("#count")

    @property
    def found(self) -> Locator:
        """What else the solver tells."""
        return self.page.page.locator("#found")

    def cell(self, name: str) -> Locator:
        """The cell that screen readers call so."""
        return self.page.page.get_by_role("option", name=name, exact=True)

    def sketched(self, name: str) -> Locator:
        """A part of what is drawn of the solver's answers."""
        return self.page.page.locator(f"#sketch .{name}")

    def digit(self, name: str) -> Locator:
        """The button of a clue."""
        return self.page.page.locator("#digits").get_by_role("button", name=name)

    async def tap(self, col: int, row: int, button: Any = "left") -> None:
        """Tap a cell of squares."""
        await self.page.drag((col + 0.5, row + 0.5), button=button)

    async def type(self, *cells: tuple[str, str]) -> None:
        """Type keys on cells, each called by its present name."""
        for name, keys in cells:
            await self.cell(name).focus()
            await self.page.page.keyboard.type(keys)


async def entered(boards: Boards, size: str = "5x5", **options: Any) -> Editor:
    begun = await boards.sandbox.client.slash("create", {"size": size})
    return Editor(await boards.visit(link_to(begun), **options), begun)


async def test_a_puzzle_is_typed_counted_and_played(boards: Boards) -> None:
    edit = await entered(boards, **OWN_PROFILE)
    page, keys = edit.page, edit.page.page.keyboard
    await expect(edit.count).to_contain_text("It has no clues yet.")
    await page.tool("rows").click()
    wires = Wires()
    await wires.lay(page.page)
    await page.page.reload()
    await edit.cell("A1: blank").focus()
    for number, row in enumerate(KEYS[:-1]):
        wires.down = number == 1
        if wires.down:
            await page.page.route("**/api/changes*", lambda route: route.abort())
            await wires.cut()
        await keys.type(row)
        await keys.press("Enter")
        await expect(page.status).to_have_text("Offline" if wires.down else "Saved")
        if wires.down:
            await page.page.reload()
            await expect(page.status).to_have_text("Offline")
            await expect(edit.cell("E2: 2")).to_be_attached()
            await page.page.unroute("**/api/changes*")
            await edit.tap(0, 2)
    await expect(edit.count).to_contain_text("It has several solutions.")
    page.console_errors[:] = [each for each in page.console_errors if "ERR_FAILED" not in each]
    for digit in KEYS[-1]:
        await edit.digit("Blank" if digit == "." else digit).click()
    await expect(edit.count).to_have_text("It has one solution.")
    assert await page.accessibility_violations() == []
    await page.page.get_by_role("button", name="Play").click()
    await expect(page.board).to_be_visible()
    await expect(page.status).to_have_text("Saved")
    await page.page.go_back()
    await expect(edit.cell("E5: 2")).to_be_attached()
    assert (
        "It has one solution."
        in (await boards.sandbox.client.press(edit.message, "Look again")).text
    )
