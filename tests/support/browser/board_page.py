"""The board page for browser tests: points of its board, pointers on it, and what it shows."""

from typing import Any, TypeAlias

from msgspec import Struct
from playwright.async_api import CDPSession, Locator

from puzzle.model import EdgeState, Puzzle
from renderer.positions import positions_of
from tests.support.browser.chat_page import ChatPage
from tests.support.waiting import until_is

Point: TypeAlias = tuple[float, float]
"""A point of a board in cells, x to the right and y down."""

SHOWN = """() => Object.fromEntries([...document.querySelectorAll("#marks [data-edge]")].map(
    (path) => [path.dataset.edge, path.classList.contains("line") ? "-" : "x"]))"""
ON_SCREEN = """(points) => {
    const matrix = document.getElementById("grid").getScreenCTM();
    return points.map(([x, y]) => {
        const at = new DOMPoint(x, y).matrixTransform(matrix);
        return [at.x, at.y];
    });
}"""


class BoardPage(ChatPage):
    """One open board page."""

    @property
    def board(self) -> Locator:
        """The board, which takes the keys and the pointers."""
        return self.page.get_by_role("application")

    @property
    def status(self) -> Locator:
        """Whether all is saved."""
        return self.page.locator("#status")

    @property
    def notice(self) -> Locator:
        """The sentence about what went wrong."""
        return self.page.get_by_role("alert")

    @property
    def help(self) -> Locator:
        """The help beside the board."""
        return self.page.locator("#help")

    @property
    def spoken(self) -> Locator:
        """What screen readers speak."""
        return self.page.locator("#spoken")

    def tool(self, name: str) -> Locator:
        """The button with that name or with a name that starts so, such as "Hint +5 s"."""
        return self.page.locator(f"[data-action='{name}']")

    async def seldom(self, name: str) -> None:
        """Press a button that is needed seldom, which is under More."""
        await self.tool("more").click()
        await self.tool(name).click()

    def dialog(self, name: str) -> Locator:
        """An open dialog."""
        return self.page.get_by_role("dialog", name=name)

    async def marks(self) -> dict[int, str]:
        """The shown marks by edge: "-" and "x"."""
        found: dict[str, str] = await self.page.evaluate(SHOWN)
        return {int(edge): mark for edge, mark in found.items()}

    async def until_marks(self, wanted: dict[int, str]) -> None:
        """Wait until the page shows those marks and has saved them."""
        await until_is(wanted, self.marks)
        await until_is("saved", lambda: self.status.get_attribute("data-state"))

    async def on_screen(self, *points: Point) -> list[Point]:
        """The points of the window over points of the board."""
        found = await self.page.evaluate(ON_SCREEN, points)
        return [(x, y) for x, y in found]

    async def scale(self) -> float:
        """CSS pixels of a cell."""
        (left, _), (right, _) = await self.on_screen((0, 0), (1, 0))
        return right - left

    async def drag(self, *points: Point, button: Any = "left", release: bool = True) -> None:
        """Drag the mouse along points of the board."""
        first, *rest = await self.on_screen(*points)
        await self.page.mouse.move(*first)
        await self.page.mouse.down(button=button)
        for point in rest:
            await self.page.mouse.move(*point, steps=4)
        if release:
            await self.page.mouse.up(button=button)

    async def fingers(self) -> "Fingers":
        """The fingers on this page."""
        return Fingers(self, await self.page.context.new_cdp_session(self.page))


class Fingers(Struct):
    """Fingers on a page, which touch it at points of its window."""

    board: BoardPage
    _session: CDPSession

    async def put(self, *points: Point) -> None:
        """Put fingers on the screen; those that are there already come first."""
        await self._send("touchStart", points)

    async def move(self, *points: Point) -> None:
        """Move all fingers to points of the window."""
        await self._send("touchMove", points)

    async def lift(self, *left: Point) -> None:
        """Lift all fingers but those at some points."""
        await self._send("touchEnd", left)

    async def tap(self, point: Point) -> None:
        """Tap on a point of the board."""
        [at] = await self.board.on_screen(point)
        await self.put(at)
        await self.lift()

    async def drag(self, *points: Point, lift: bool = True) -> None:
        """Drag a finger along points of the board."""
        first, *rest = await self.board.on_screen(*points)
        await self.put(first)
        for point in rest:
            await self.move(point)
        if lift:
            await self.lift()

    async def _send(self, kind: str, points: tuple[Point, ...]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def middle(puzzle: Puzzle, edge: int) -> Point:
    """The middle of an edge."""
    (left, top), (right, bottom) = (corner(puzzle, dot) for dot in puzzle.grid.edge_dots[edge])
    return (left + right) / 2, (top + bottom) / 2


def corner(puzzle: Puzzle, dot: int) -> Point:
    """Where a dot is."""
    return positions_of(puzzle.grid).dots[dot]


def signs(edges: Any, state: EdgeState = EdgeState.LINE) -> dict[int, str]:
    """Marks by edge, as `BoardPage.marks` returns them."""
    return dict.fromkeys(edges, {EdgeState.LINE: "-", EdgeState.CROSS: "x"}[state])
