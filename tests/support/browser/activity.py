"""The board page inside the local chat, as an Activity in two frames."""

from typing import Any

from msgspec import Struct
from playwright.async_api import Frame, Locator

from tests.support.browser.board_page import ON_SCREEN, SHOWN, Point
from tests.support.browser.chat_page import AXE, ChatPage
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is

VIOLATIONS = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"], iframes: false});
    return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id}: ${target}`));
}"""


class Activity(Struct):
    """The page that is open beside a chat."""

    chat: ChatPage
    frame: Frame

    @property
    def tools(self) -> Locator:
        """The buttons of the page."""
        return self.frame.locator("[data-action]")

    def tool(self, name: str) -> Locator:
        """The button with that name."""
        return self.frame.locator(f"[data-action='{name}']")

    @property
    def title(self) -> Locator:
        """The title of the board."""
        return self.frame.locator("#title")

    @property
    def notice(self) -> Locator:
        """The sentence about what went wrong."""
        return self.frame.get_by_role("alert")

    @property
    def others(self) -> Locator:
        """Who else plays in the instance, and how far they are."""
        return self.frame.locator("#others li:has(progress)")

    async def marks(self) -> dict[int, str]:
        """The shown marks by edge: "-" and "x"."""
        found: dict[str, str] = await self.frame.evaluate(SHOWN)
        return {int(edge): mark for edge, mark in found.items()}

    async def until_marks(self, wanted: dict[int, str]) -> None:
        """Wait until the page shows those marks and has saved them."""
        await until_is(wanted, self.marks)
        status = self.frame.locator("#status")
        await until_is("saved", lambda: status.get_attribute("data-state"))

    async def on_screen(self, *points: Point) -> list[Point]:
        """The points of the window over points of the board."""
        box = await (await self.frame.frame_element()).bounding_box()
        assert box is not None
        found = await self.frame.evaluate(ON_SCREEN, points)
        return [(box["x"] + x, box["y"] + y) for x, y in found]

    async def drag(self, *points: Point) -> None:
        """Drag the mouse along points of the board."""
        first, *rest = await self.on_screen(*points)
        mouse = self.chat.page.mouse
        await mouse.move(*first)
        await mouse.down()
        for point in rest:
            await mouse.move(*point, steps=4)
        await mouse.up()

    async def drag_finger(self, *points: Point) -> None:
        """Drag a finger along points of the board."""
        session = await self.chat.page.context.new_cdp_session(self.chat.page)
        first, *rest = await self.on_screen(*points)
        for kind, spots in (
            ("touchStart", [first]),
            *(("touchMove", [point]) for point in rest),
            ("touchEnd", []),
        ):
            touches: list[Any] = [{"x": x, "y": y} for x, y in spots]
            await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def accessibility_violations(self) -> list[str]:
        """All accessibility violations that axe-core finds in the page."""
        await self.frame.evaluate(AXE)
        found: list[str] = await self.frame.evaluate(VIOLATIONS)
        return found


async def opened_activity(sandbox: Sandbox, chat: ChatPage) -> Activity:
    """The page that opens beside a chat, once its board is there."""

    def look() -> Frame | None:
        start = f"{sandbox.activity_origin}/?"
        return next((each for each in chat.page.frames if each.url.startswith(start)), None)

    await until(look)
    frame = look()
    assert frame is not None
    activity = Activity(chat, frame)
    await frame.locator("#status[data-state='saved']").wait_for()
    return activity
