"""The board page in Chromium: how soon it draws what a pointer does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page, ViewportSize, async_playwright, expect

from tools.chromium import ARGUMENTS

VIEW = ViewportSize(width=1000, height=760)
STROKE_DOTS = 12
SAVED_SECONDS = 30.0

MEASURE = """() => {
    const seen = window.measured = { moves: [], releases: [], frames: [] };
    const painted = (done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
    });
    document.addEventListener("pointermove", (event) => {
        const began = event.timeStamp;
        painted(() => seen.moves.push(performance.now() - began));
    }, true);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.name === "pointerup") seen.releases.push(entry.duration);
        }
    }).observe({ type: "event", durationThreshold: 16 });
}"""
"""Notes milliseconds: from each movement of a pointer, and each release, to the painted frame."""

FRAMES = """() => {
    const { frames } = window.measured;
    frames.length = 0;
    let last = performance.now();
    window.counting = true;
    const next = (now) => {
        frames.push(now - last);
        last = now;
        if (window.counting) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
"""Notes the milliseconds between frames until `window.counting` is false."""

PIXELS = """([x, y]) => {
    const { a, d, e, f } = document.querySelector("svg#marks").getScreenCTM();
    return [a * x + e, d * y + f];
}"""
"""The pixels of the window of a point of the board."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Milliseconds until a frame is painted, and between frames while pinching.

    `releases` are those that took at least 16 ms, of `strokes`.
    """

    moves: list[float]
    releases: list[float]
    strokes: int
    pinching: list[float]


class MeasuredPage:
    """A board page in a browser."""

    def __init__(self, page: Page, devtools: CDPSession) -> None:
        self._page = page
        self._devtools = devtools

    async def slow_down(self, factor: int) -> None:
        """Give the page a fraction of the processor."""
        await self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": factor})

    async def draw(self, side: int, strokes: int) -> Frames:
        """Draw strokes along rows of a square board, and pinch once."""
        await self._page.evaluate("() => Object.values(measured).forEach((all) => all.length = 0)")
        for number in range(strokes):
            row = number % (side + 1)
            await self._page.mouse.move(*await self._pixels(0, row))
            await self._page.mouse.down()
            for col in range(1, min(side, STROKE_DOTS) + 1):
                await self._page.mouse.move(*await self._pixels(col, row), steps=2)
            await self._page.mouse.up()
            await self.saved()
        pinching = await self._pinch(side)
        measured: dict[str, Any] = await self._page.evaluate("measured")
        return Frames(measured["moves"], measured["releases"], strokes, pinching)

    async def saved(self) -> None:
        """Wait until the page has saved all strokes."""
        status = self._page.locator('#status[data-state="saved"]')
        await expect(status).to_be_attached(timeout=SAVED_SECONDS * 1000)

    async def _pixels(self, x: float, y: float) -> tuple[float, float]:
        left, top = await self._page.evaluate(PIXELS, [x, y])
        return left, top

    async def _pinch(self, side: int) -> list[float]:
        """Two fingers that go apart; the milliseconds between frames meanwhile."""
        x, y = await self._pixels(side / 2, side / 2)
        await self._page.evaluate(FRAMES)
        await self._touch("touchStart", (x - 20, y), (x + 20, y))
        for step in range(40):
            await self._touch("touchMove", (x - 20 - 3 * step, y), (x + 20 + 3 * step, y))
        frames: list[float] = await self._page.evaluate(
            "() => { window.counting = false; return measured.frames.slice(2); }"
        )
        await self._touch("touchEnd")
        await self._page.locator('[data-action="whole"]').click()
        return frames

    async def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches}
        await self._devtools.send("Input.dispatchTouchEvent", event)


@asynccontextmanager
async def chromium_page(chromium: str, link: str) -> AsyncIterator[MeasuredPage]:
    """The page of a link in Chromium, when it is ready."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        context = await browser.new_context(viewport=VIEW, has_touch=True)
        page = await context.new_page()
        await page.goto(link)
        measured = MeasuredPage(page, await context.new_cdp_session(page))
        await measured.saved()
        await page.evaluate(MEASURE)
        yield measured
        await browser.close()
