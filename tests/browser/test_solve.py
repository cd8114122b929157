"""Ouro on the page of a local chat: keyboard only, light and dark, wide and narrow."""

import pytest

from tests.support.browser.chat_page import ChatPage, Visit
from tests.support.sandbox.server import Sandbox

PHONE = {"width": 390, "height": 780}
WIDE = {"width": 1280, "height": 860}


async def tab_back_to(chat: ChatPage, name: str) -> None:
    """Press Shift+Tab until the element with that name has the focus."""
    passed = []
    while name not in passed:
        await chat.page.keyboard.press("Shift+Tab")
        focused = "document.activeElement.ariaLabel ?? document.activeElement.innerText"
        passed.append((await chat.page.evaluate(focused)).strip())
        assert len(passed) < 20, passed


async def test_solving_with_the_keyboard_alone(ouro: Sandbox, room: int, visit: Visit) -> None:
    chat = await visit(ouro, room)
    keys = chat.page.keyboard
    await chat.page.wait_for_function("document.activeElement.id === 'composer-input'")
    await keys.type("/solv")
    await keys.press("Enter")
    await keys.type("3x3:i")
    await keys.press("Enter")
    answer = await chat.wait_for_message("213 solutions")
    picture = answer.locator(".picture img").first
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    described = await picture.get_attribute("alt")
    assert described
    await tab_back_to(chat, "Next solution")
    await keys.press("Enter")
    await answer.get_by_text("Solution 2").first.wait_for()
    focused = await chat.page.evaluate("document.activeElement.innerText")
    assert focused == "Next solution"  # the button that replaced the pressed one


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(WIDE, "light", id="wide-light"),
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(WIDE, "dark", id="wide-dark", marks=pytest.mark.long),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
    ],
)
async def test_every_look(
    ouro: Sandbox, room: int, visit: Visit, scheme: str, size: dict[str, int]
) -> None:
    chat = await visit(ouro, room, viewport=size, color_scheme=scheme)
    await chat.command("solve", puzzle="5x5:b1c3a12a02d1a2c32")
    await chat.newest.get_by_role("button", name="Spoiler, hidden").first.click()
    await chat.newest.locator(".picture img").first.wait_for()
    assert await chat.accessibility_violations() == []
    width = await chat.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]  # nothing overflows
    background = await chat.page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(background.partition("(")[2].partition(",")[0])
    assert (red < 128) == (scheme == "dark")
