"""The page of a draft: clues that are entered, also offline, what the solver tells, and a board."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct
from playwright.async_api import Locator, expect

from tests.support.browser.board_page import BoardPage
from tests.support.browser.boards import OWN_PROFILE, Boards
from tests.support.browser.wires import Wires
from tests.support.chat.playing import link_to
from tests.support.sandbox.client import Reply
from texts.puzzles import EXAMPLE_ROWS

KEYS = "..1", ".3.12", ".02  ", "..1.2", "...32"
"""The rows of the example, as they are typed row by row."""


Kind: TypeAlias = Mapping[str, str]
"""Options of /create besides the size."""
PLAIN: Kind = MappingProxyType({})


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


async def entered(
    boards: Boards, size: str = "5x5", kind: Kind = PLAIN, /, **options: Any
) -> Editor:
    begun = await boards.sandbox.client.slash("create", {"size": size, **kind})
    page = await boards.visit(link_to(begun), **options)
    await expect(page.status).to_have_text("Saved")
    return Editor(page, begun)


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


async def test_the_solver_tells_what_follows_from_the_clues(boards: Boards) -> None:
    edit = await entered(boards, viewport={"width": 390, "height": 844})
    rows = EXAMPLE_ROWS.replace("/", "\n")
    form = await boards.sandbox.client.press(edit.message, "Type clues")
    await boards.sandbox.client.submit_modal(form, {"clues": rows})
    await edit.page.page.reload()
    await expect(edit.sketched("forced")).to_have_attribute("d", re.compile("M"))
    await edit.type(("A1: blank", "2"))  # which follows from the others
    await expect(edit.found).to_contain_text("Techniques")
    await edit.page.seldom("removable")
    await expect(edit.sketched("spare")).to_have_attribute("d", re.compile("M"))
    await edit.type(("A1: 2", "."), ("E5: 2", "."))
    await expect(edit.count).to_have_text("It has several solutions.")
    for solution in ("first", "second"):
        await expect(edit.sketched(solution)).to_have_attribute("d", re.compile("M"))
    await expect(edit.digit("0, impossible here")).to_be_visible()
    await edit.digit("0").click()  # what is impossible can be set all the same
    await expect(edit.count).to_have_text("It has no solution.")
    await expect(edit.sketched("conflict")).to_have_attribute("d", re.compile("M"))
    assert await edit.page.accessibility_violations() == []
    buttons = edit.page.page.locator("#panel button:visible")
    sizes = [await each.bounding_box() for each in await buttons.all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in sizes)


async def test_clues_are_set_in_place_stepped_and_undone(boards: Boards) -> None:
    edit = await entered(boards)
    keys = edit.page.page.keyboard
    await edit.tap(1, 0)
    await edit.tap(1, 0)
    await expect(edit.cell("B1: a clue to come")).to_be_focused()
    await edit.tap(1, 0, "right")
    await edit.tap(1, 0, "right")
    await keys.type("3")  # the cursor stays
    await expect(edit.cell("B1: 3")).to_be_focused()
    await edit.page.tool("symmetric").click()
    await edit.type(("A2: blank", "2"))
    await expect(edit.cell("E4: a clue to come")).to_be_attached()
    await keys.press("Delete")
    await expect(edit.cell("E4: blank")).to_be_attached()
    await keys.type("uu")  # both cells at once
    await expect(edit.cell("A2: blank")).to_be_attached()
    await keys.type("rr")
    await keys.press("u")
    await expect(edit.cell("E4: a clue to come")).to_be_attached()
    assert await edit.page.accessibility_violations() == []


async def test_a_board_is_turned_cut_and_brought_back(boards: Boards) -> None:
    edit = await entered(boards, "5x4")
    page = edit.page
    await edit.type(("A1: blank", "3"), ("E4: blank", "1"))
    await page.tool("turn_right").click()
    await expect(edit.cell("D1: 3")).to_be_attached()
    await page.tool("resize").click()
    await page.page.get_by_role("spinbutton", name="Rows").fill("3")
    await page.dialog("Change size").get_by_role("button", name="Change size").click()
    await expect(page.page.get_by_role("heading", name="4x3")).to_be_visible()
    await expect(page.page.get_by_role("option")).to_have_count(12)
    for _ in range(2):
        await page.tool("undo").click()
        await expect(page.status).to_have_text("Saved")
    await expect(edit.cell("A1: 3")).to_be_attached()
    await expect(edit.cell("E4: 1")).to_be_attached()


async def test_other_tilings_and_rules_have_their_clues(boards: Boards) -> None:
    edit = await entered(boards, "3x3", {"tiling": "honeycomb"})
    await edit.type(("A1: blank", "6"))
    await expect(edit.count).to_have_text("It has one solution.")
    await edit.page.page.keyboard.press("PageDown")
    await expect(edit.cell("B2: blank")).to_be_focused()
    await expect(edit.page.tool("resize")).to_be_hidden()
    edit = await entered(boards, "4x3", {"rules": "sheep-wolf"})
    await edit.type(("A1: blank", "w"))
    await edit.digit("sheep").click()
    await expect(edit.cell("A1: sheep")).to_be_focused()
    assert await edit.page.accessibility_violations() == []
