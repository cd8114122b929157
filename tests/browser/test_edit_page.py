"""The page of a draft: clues that are typed and tapped, also offline, their count, and a board."""

from playwright.async_api import expect

from tests.support.browser.boards import OWN_PROFILE, Boards
from tests.support.browser.wires import Wires
from tests.support.chat.playing import link_to

KEYS = "..1", ".3.12", ".02  ", "..1.2", "...32"
"""The rows of the example, as they are typed."""


async def test_a_puzzle_is_typed_counted_and_played(boards: Boards) -> None:
    chat = boards.sandbox.client
    begun = await chat.slash("create", {"size": "5x5"})
    page = await boards.visit(link_to(begun), **OWN_PROFILE)
    count, keys = page.page.locator("#count"), page.page.keyboard
    await expect(count).to_contain_text("It has no clues yet.")
    await page.page.get_by_role("gridcell", name="A1: blank").click()
    await page.page.get_by_role("gridcell", name="A1: 0").click()
    await keys.press("u")
    await keys.press("u")
    wires = Wires()
    await wires.lay(page.page)
    await page.page.reload()
    await page.page.get_by_role("gridcell", name="A1: blank").focus()
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
            await expect(page.page.get_by_role("gridcell", name="E2: 2")).to_be_visible()
            await page.page.unroute("**/api/changes*")
            await page.page.get_by_role("gridcell", name="A3: blank").click()
    await expect(count).to_have_text("It has several solutions.")
    page.console_errors[:] = [each for each in page.console_errors if "ERR_FAILED" not in each]
    for digit in KEYS[-1]:
        name = "Blank" if digit == "." else digit
        await page.page.get_by_role("button", name=name, exact=True).click()
    await expect(count).to_have_text("It has one solution.")
    assert await page.accessibility_violations() == []
    await page.page.get_by_role("button", name="Play").click()
    await expect(page.board).to_be_visible()
    await expect(page.status).to_have_text("Saved")
    await page.page.go_back()
    await expect(page.page.get_by_role("gridcell", name="E5: 2")).to_be_visible()
    assert "It has one solution." in (await chat.press(begun, "Look again")).text
