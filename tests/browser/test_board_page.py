"""The board page with Ouro in a local chat: from the link to the next puzzle, and all the ways to
draw: mouse, keyboard, fingers and pens."""

import re
from typing import Any

import pytest
from playwright.async_api import FloatRect, expect

from service.settings import CHAINS
from tests.support.browser.board_page import BoardPage, Point, corner, middle, signs
from tests.support.browser.boards import Boards, sample
from tests.support.browser.chat_page import ChatPage, Visit
from tests.support.chat.playing import PUZZLE as FIVE
from tests.support.chat.playing import SOLUTION, tour
from tests.support.pixels import is_blank
from tests.support.waiting import until, until_is
from texts import board_page, sharing
from texts import boards as boards_texts

SEVEN, THIRTY = sample("medium_7x7"), sample("expert_30x30")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "device_scale_factor": 3,
}
TOP = {0: "-", 1: "-", 2: "-"}
"""Lines along the first three edges of the top side."""
LOOP = [corner(FIVE, dot) for dot in tour(FIVE.grid, SOLUTION)]
"""The points of the solution of the puzzle `FIVE` in order."""
STROKE = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]


# From the link to the next puzzle


async def test_from_the_chat_to_the_share_card_and_the_next_puzzle(
    boards: Boards, visit: Visit
) -> None:
    sandbox = boards.sandbox
    chat = await visit(sandbox, viewport={"width": 1000, "height": 900})
    await chat.command("play", puzzle="5x5:b1c3a12a02d1a2c32")
    message = await chat.wait_for_message("Begun")
    link = message.get_by_role("link", name=board_page.OPEN_BOARD.text)
    page = await boards.visit(await link.get_attribute("href") or "")
    await page.until_marks({})
    assert "#" not in page.page.url  # nobody copies the secret

    await page.drag(*STROKE)
    await page.until_marks(TOP)
    picture = message.locator(".picture img").first
    await expect(picture).to_have_attribute("alt", re.compile("3 lines drawn"))
    await page.tool("undo").click()
    await page.until_marks({})
    await message.get_by_role("button", name=boards_texts.DRAW.text).click()
    await message.get_by_role("button", name="→", exact=True).click()
    await until(page.marks)  # what the pad draws

    await page.tool("hint").click()
    await expect(page.help.get_by_role("heading")).to_have_text("Where to look")
    await expect(page.page.locator(".help-layer").first).to_be_attached()
    await page.help.get_by_role("button", name="Tell me the step").click()
    before = await page.marks()
    await page.help.get_by_role("button", name=board_page.LABELS["mark_it"].text).click()
    await until(lambda: _differs(page, before))
    await expect(page.help).to_be_hidden()
    assert await page.accessibility_violations() == []

    await page.seldom("clear")
    await page.dialog("Clear").get_by_role("button", name="Clear").click()
    await page.until_marks({})
    await page.drag(*LOOP)
    await expect(page.help).to_contain_text("Solved!")
    await expect(page.page.locator(".inside")).to_have_attribute("d", re.compile("M"))
    await expect(page.page.locator("#modes")).to_be_hidden()
    assert set(await page.marks()) == SOLUTION
    assert await page.page.locator("#marks [class*='chain']").count() == 0  # one colour
    await expect(message).to_contain_text("Solved!")
    assert await page.accessibility_violations() == []

    await page.tool("share").click()
    card = page.dialog("Share").get_by_role("img")
    assert await card.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 200
    assert "Time" in await page.dialog("Share").get_by_role("textbox").input_value()
    await expect(page.dialog("Share")).to_contain_text("in which order you finished")
    assert await page.accessibility_violations() == []
    await page.page.keyboard.press("Escape")
    await expect(page.tool("share")).to_be_focused()
    await post(page, chat)
    await page.tool("next").click()
    await expect(page.page.locator("#modes")).to_be_visible()
    await page.until_marks({})
    assert await page.page.locator("#marks .line").count() == 0


async def post(page: BoardPage, chat: ChatPage) -> None:
    """Post the card of a solved board in the chat."""
    await page.tool("share").click()
    await page.dialog("Share").get_by_role("button", name="Post in the channel").click()
    await expect(page.notice).to_have_text(sharing.POSTED.text)
    await chat.wait_for_message("solved it")


async def _differs(page: BoardPage, before: dict[int, str]) -> bool:
    return await page.marks() != before


# Mouse and pen


async def test_what_a_mouse_draws(boards: Boards) -> None:
    page, board = await boards.open(SEVEN)
    await page.drag(*STROKE)
    await page.until_marks(TOP)
    await page.tool("undo").click()  # one stroke is one step
    await page.until_marks({})
    await page.tool("redo").click()
    await page.until_marks(TOP)
    await page.drag((0.5, 0), (2.5, 0), (4.5, 0), button="right")  # crosses replace no lines
    await page.until_marks({**TOP, 3: "x", 4: "x"})
    await page.drag((0, 1), (1, 1), (2, 1), (1, 1))  # the way back takes the last edge out
    first = board.puzzle.grid.edge_index[8, 9]
    await page.until_marks({**TOP, 3: "x", 4: "x", first: "-"})
    [at] = await page.on_screen(middle(board.puzzle, first))
    for mark in ({first: "x"}, {}, {first: "-"}):
        await page.page.mouse.click(*at)
        await page.until_marks({**TOP, 3: "x", 4: "x", **mark})
    await page.drag(*STROKE)  # from a line: erases
    await page.until_marks({3: "x", 4: "x", first: "-"})
    await page.drag(*STROKE, release=False)
    await page.page.keyboard.press("Escape")
    await page.page.mouse.up()
    await page.until_marks({3: "x", 4: "x", first: "-"})


async def test_a_pen_erases_with_its_end_and_palms_are_ignored(boards: Boards) -> None:
    page, board = await boards.open(SEVEN)
    await board.draw(TOP)
    await page.until_marks(TOP)
    points = await page.on_screen(*STROKE)
    await _pointer(page, "pen", 7, points[:3], button=5, buttons=32)
    await page.until_marks({2: "-"})
    palm = await page.on_screen((3, 3), (3, 4))
    await _pointer(page, "pen", 7, points[:2], release=False)
    await _pointer(page, "touch", 8, palm)
    await _pointer(page, "pen", 7, points[1:2], start=False)
    await page.until_marks({0: "-", 2: "-"})


async def test_fingers_are_forgotten_when_the_page_is_hidden(boards: Boards) -> None:
    page, _ = await boards.open(SEVEN)
    points = await page.on_screen(*STROKE)
    await _pointer(page, "touch", 7, points[:2], release=False)
    await page.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
            delete document.hidden;
        }"""
    )
    await _pointer(page, "touch", 8, points)  # no second finger that moves the view
    await page.until_marks(TOP)


async def _pointer(
    page: BoardPage,
    kind: str,
    number: int,
    points: list[Point],
    *,
    button: int = 0,
    buttons: int = 1,
    start: bool = True,
    release: bool = True,
) -> None:
    """Send the events of a pointer that Playwright has not: capture needs a real one."""
    await page.page.evaluate(
        """({ kind, number, points, button, buttons, start, release }) => {
            const board = document.getElementById("board");
            board.setPointerCapture = () => {};
            const send = (name, [clientX, clientY], held) => board.dispatchEvent(
                new PointerEvent(name, { pointerType: kind, pointerId: number, clientX, clientY,
                    button, buttons: held, bubbles: true, cancelable: true }));
            if (start) send("pointerdown", points[0], buttons);
            for (const point of points) send("pointermove", point, buttons);
            if (release) send("pointerup", points.at(-1), 0);
        }""",
        {
            "kind": kind,
            "number": number,
            "points": points,
            "button": button,
            "buttons": buttons,
            "start": start,
            "release": release,
        },
    )


# Fingers


async def test_what_a_finger_draws(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **PHONE)
    fingers = await page.fingers()
    (left, _), (right, _) = await page.on_screen((0, 0), (7, 0))
    assert left >= 24
    assert right <= 360 - 24  # a finger at the side goes back a page
    await fingers.drag(*STROKE, lift=False)
    await expect(page.page.locator(".stroke.line")).to_have_attribute("d", re.compile("M2 0"))
    assert await page.marks() == {}  # nothing counts before it is lifted
    await fingers.lift()
    await page.until_marks(TOP)

    before = await page.scale()
    one, two, three, four = await page.on_screen((0, 1), (2, 1), (4, 4), (6, 6))
    await fingers.put(one)
    await fingers.move(two)
    await fingers.put(two, three)  # the stroke is cancelled
    await fingers.move(two, four)
    await fingers.lift()
    await until(lambda: _zoomed(page, before))
    await page.until_marks(TOP)
    await page.seldom("whole")  # Chromium takes taps for the end of the fling
    await until_is(before, page.scale)

    await page.tool("cross").click()
    await fingers.drag((0.5, 2), (2.5, 2))
    crosses = {board.puzzle.grid.edge_index[dot, dot + 1]: "x" for dot in (16, 17, 18)}
    await page.until_marks({**TOP, **crosses})
    await page.tool("erase").click()
    await fingers.drag((0.5, 0), (1.5, 0))
    await page.until_marks({2: "-", **crosses})
    await page.tool("line").click()
    await fingers.tap((0.5, 3))
    await page.until_marks({2: "-", **crosses, board.puzzle.grid.edge_index[24, 25]: "-"})
    assert await page.accessibility_violations() == []


async def test_a_tap_enlarges_a_board_whose_edges_are_small(boards: Boards) -> None:
    page, board = await boards.open(THIRTY, **PHONE)
    fingers = await page.fingers()
    assert await page.scale() < 24
    await fingers.tap((15, 15.5))
    await until_is(44, lambda: _rounded_scale(page))
    assert await page.marks() == {}
    edge = board.puzzle.grid.edge_between(15 * 31 + 15, 16 * 31 + 15)
    assert edge is not None
    await fingers.tap((15, 15.5))
    await page.until_marks({edge: "-"})
    await page.tool("move").tap()
    [before] = await page.on_screen((15, 15))
    await fingers.drag((15, 15), (14, 14.5))
    await until(lambda: _moved(page, before))
    await page.until_marks({edge: "-"})


async def test_what_lay_outside_is_seen_while_the_board_moves(boards: Boards) -> None:
    page, _ = await boards.open(THIRTY)
    before = await page.scale()
    for _ in range(2):
        await page.seldom("zoom_in")
    await until(lambda: _zoomed(page, before))
    frame = await page.board.bounding_box()
    assert frame is not None
    left, top = frame["x"], frame["y"] + 50
    await page.page.mouse.move(left + 200, top + 50)
    await page.page.mouse.down(button="middle")
    await page.page.mouse.move(left + 350, top + 50)
    await expect(page.board).to_have_attribute("data-gliding", "true")
    uncovered = FloatRect(x=left + 10, y=top, width=120, height=120)
    assert not is_blank(await page.page.screenshot(clip=uncovered))
    await page.page.mouse.up(button="middle")
    await page.until_marks({})


async def test_help_does_not_move_a_board_and_is_large_enough_to_read(boards: Boards) -> None:
    page, _ = await boards.open(SEVEN, **PHONE)
    before, end = await page.on_screen((0, 0), (7, 7))
    await page.tool("hint").click()
    await expect(page.help.get_by_role("heading")).to_be_visible()

    async def stands_as_before() -> bool:
        [after] = await page.on_screen((0, 0))
        return bool(after == pytest.approx(before, abs=6))

    await until(stands_as_before)  # once the layout has settled
    frame = await page.help.bounding_box()
    assert frame is not None
    assert frame["y"] > end[1]  # it covers nothing
    page, _ = await boards.open(THIRTY, **PHONE)
    await page.tool("hint").click()
    await until(lambda: _zoomed(page, 15))
    shown = page.page.locator(".help-layer").first
    await expect(shown).to_be_in_viewport()


async def _zoomed(page: BoardPage, before: float) -> bool:
    return await page.scale() > before * 1.2


async def _rounded_scale(page: BoardPage) -> int:
    return round(await page.scale())


async def _moved(page: BoardPage, before: Point) -> bool:
    [now] = await page.on_screen((15, 15))
    return before[0] - now[0] > 30 and before[1] - now[1] > 15


# Keyboard


async def test_the_keyboard_alone_is_enough(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    keys = page.page.keyboard
    await keys.press("Tab")
    await expect(page.board).to_be_focused()
    await keys.press("ArrowRight")
    edge = board.puzzle.grid.edge_index[0, 1]
    await page.until_marks({edge: "-"})
    await expect(page.spoken).to_have_text(re.compile("^dot B1: .*left line"))
    await keys.press("x")
    await expect(page.spoken).to_have_text("Mode: Cross")
    await keys.press("ArrowDown")
    below = board.puzzle.grid.edge_index[1, 7]
    await page.until_marks({edge: "-", below: "x"})
    await keys.press("Space")
    await page.until_marks({edge: "-"})
    await keys.press("u")
    await page.until_marks({edge: "-", below: "x"})
    await keys.press("r")
    await page.until_marks({edge: "-"})
    for key in ("m", "ArrowUp", "e", "ArrowLeft"):
        await keys.press(key)
    await page.until_marks({})
    await keys.press("ArrowLeft")
    await expect(page.spoken).to_have_text("Edge of the board")
    await keys.press("h")
    await expect(page.help.get_by_role("heading")).to_be_visible()
    await expect(page.spoken).to_contain_text("Where to look")
    await keys.press("Escape")
    await expect(page.help).to_be_hidden()

    await keys.press("s")
    judge = page.dialog("Submit")
    await expect(judge.get_by_role("button", name="Cancel")).to_be_focused()
    assert await page.accessibility_violations() == []
    await keys.press("Escape")
    await expect(page.board).to_be_focused()
    await board.draw(sorted(SOLUTION)[1:])
    await page.until_marks(signs(sorted(SOLUTION)[1:]))
    await keys.press("s")
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(page.help).to_contain_text("Not finished yet")
    await expect(page.board).to_be_focused()


async def test_focus_returns_to_what_opened_the_seldom_needed_buttons(boards: Boards) -> None:
    page, _ = await boards.open(FIVE, viewport={"width": 360, "height": 740})
    await page.tool("more").focus()
    await page.page.keyboard.press("Enter")
    await page.tool("settings").focus()
    await page.page.keyboard.press("Enter")
    await expect(page.dialog("Settings")).to_be_visible()
    await page.page.keyboard.press("Escape")
    await expect(page.tool("more")).to_be_focused()


async def test_settings_are_shown_and_kept(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    await board.draw(sorted(SOLUTION)[:4])
    coloured = page.page.locator("#marks [class*='chain']")
    await expect(coloured).to_have_count(4)
    await page.tool("more").click()
    await page.tool("settings").focus()
    await page.page.keyboard.press("Enter")
    box = page.dialog("Settings").get_by_label(CHAINS.title.text)
    await box.focus()
    await page.page.keyboard.press("Space")
    await expect(coloured).to_have_count(0)
    assert await page.accessibility_violations() == []
    await page.page.keyboard.press("Escape")
    await expect(page.tool("more")).to_be_focused()
    await page.until_marks(signs(sorted(SOLUTION)[:4]))
    await page.page.reload()
    await expect(page.page.locator("#marks .line")).to_have_count(4)
    await expect(coloured).to_have_count(0)
