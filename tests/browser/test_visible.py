"""A board on the page: its picture and all its controls are in sight together."""

import pytest
from playwright.async_api import expect

from tests.support.browser.chat_page import Visit
from tests.support.sandbox.server import Sandbox
from texts import boards as boards_texts
from texts import dailies

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize(
    ("viewport", "track"),
    [
        pytest.param(WIDE, "Easy", id="7x7-wide", marks=pytest.mark.long),
        pytest.param(WIDE, "Normal", id="10x10-wide"),
        pytest.param(PHONE, "Easy", id="7x7-phone"),
        pytest.param(PHONE, "Mini", id="mini-phone", marks=pytest.mark.long),
    ],
)
async def test_a_board_and_its_pad_are_in_sight_together(
    ouro: Sandbox, room: int, visit: Visit, viewport: dict[str, int], track: str
) -> None:
    chat = await visit(ouro, room, viewport=viewport)
    await chat.box.fill("/")
    await expect(chat.option("/daily").first).to_be_visible()
    assert await chat.accessibility_violations() == []
    await chat.command("daily", track=track)
    await chat.newest.get_by_role("button", name=dailies.PLAY.text, exact=True).click()
    board = await chat.wait_for_message("The pen is at")
    await board.get_by_role("button", name="→", exact=True).click()
    await expect(board).to_contain_text("(edited)")
    assert await chat.accessibility_violations() == []
    timeline = await chat.page.locator("#timeline").bounding_box()
    picture = await board.locator(".picture img").bounding_box()
    last = await board.get_by_role("button", name=boards_texts.MENU.text).bounding_box()
    assert timeline is not None
    assert picture is not None
    assert last is not None
    assert timeline["y"] <= picture["y"]
    assert last["y"] + last["height"] <= timeline["y"] + timeline["height"]
