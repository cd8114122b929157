"""The board page in Chromium: how soon it draws what a pointer does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct, field
from playwright.async_api import Browser, CDPSession, Page, ViewportSize, async_playwright, expect

from tools.chromium import ARGUMENTS

VIEW = ViewportSize(width=1000, height=760)
STROKE_DOTS = 12
SAVED_SECONDS = 30.0
PINCH_STEPS = 40
TURNS = 3
LEAST_RELEASE_MS = 16
"""The browser reports no event that took less."""

BARE_PAGE = """<!doctype html>
<svg id="marks" viewBox="-1 -1 32 32" width="700" height="700" style="touch-action: none">
  <path stroke="black" stroke-width=".1"></path>
</svg>
<p id="status" data-state="saved"></p><button data-action="whole">whole</button>
<script>
  const board = document.querySelector("svg");
  addEventListener("pointermove", ({ offsetX, offsetY, isPrimary, pointerType }) => {
    if (pointerType === "touch") board.style.transform = `translateX(${offsetX % 9}px)`;
    else board.firstElementChild.setAttribute("d", `M0 0L${offsetX / 22} ${offsetY / 22}`);
  });
  addEventListener("pointerup", () => {
    board.style.transform = "";
    board.firstElementChild.setAttribute("d", "");
    board.style.background = board.style.background ? "" : "snow"; // a frame that ends the event
  });
</script>"""
"""A page that only draws one line to the pointer: what the browser and the machine take."""

MEASURE = """() => {
    const seen = { moves: [], releases: [], frames: [] };
    const painted = (done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
    });
    document.addEventListener("pointermove", (event) => {
        const began = event.timeStamp;
        painted(() => seen.moves.push(performance.now() - began));
    }, true);
    const note = (entries) => {
        for (const entry of entries) {
            if (entry.name === "pointerup") seen.releases.push(entry.duration);
        }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "event", durationThreshold: 16 });
    window.countFrames = (isOn) => {
        window.counting = isOn;
        let last;
        const next = (now) => {
            if (last) seen.frames.push(now - last);
            last = now;
            if (window.counting) requestAnimationFrame(next);
        };
        if (isOn) requestAnimationFrame(next);
    };
    window.takeMeasured = async () => {
        for (let i = 0; i < 2; i += 1) await new Promise(painted);
        note(observer.takeRecords());
        return Object.fromEntries(Object.entries(seen).map(([name, all]) => [name, all.splice(0)]));
    };
}"""
"""Notes milliseconds: from each movement of a pointer, and each release, to the painted frame, and
between frames while they are counted."""

PIXELS = """([x, y]) => {
    const { a, d, e, f } = document.querySelector("svg#marks").getScreenCTM();
    return [a * x + e, d * y + f];
}"""
"""The pixels of the window of a point of the board."""


class Frames(Struct):
    """Milliseconds until a frame is painted, and between frames while pinching."""

    moves: list[float] = field(default_factory=list)
    releases: list[float] = field(default_factory=list)
    pinching: list[float] = field(default_factory=list)

    def add(self, more: "Frames") -> None:
        """Add the times of another while."""
        self.moves += more.moves
        self.releases += more.releases
        self.pinching += more.pinching


class MeasuredPage:
    """A page in a browser that draws strokes on a board, or only a line."""

    def __init__(self, page: Page, devtools: CDPSession) -> None:
        self._page = page
        self._devtools = devtools

    async def slow_down(self, factor: int) -> None:
        """Give the page a fraction of the processor."""
        await self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": factor})

    async def measure(self, side: int, strokes: int) -> Frames:
        """Draw strokes along rows of a square board, and pinch once."""
        await self._page.bring_to_front()
        for number in range(strokes):
            await self._draw(side, number % (side + 1))
        drawn = await self._take()
        await self._pinch(side)
        pinched = await self._take()
        quick = [float(LEAST_RELEASE_MS)] * (strokes - len(drawn["releases"]))
        return Frames(drawn["moves"], drawn["releases"] + quick, pinched["frames"])

    async def saved(self) -> None:
        """Wait until the page has saved all strokes."""
        status = self._page.locator('#status[data-state="saved"]')
        await expect(status).to_be_attached(timeout=SAVED_SECONDS * 1000)

    async def _take(self) -> dict[str, list[float]]:
        """What was measured since the last time."""
        measured: dict[str, list[float]] = await self._page.evaluate("takeMeasured()")
        return measured

    async def _draw(self, side: int, row: int) -> None:
        await self._page.mouse.move(*await self._pixels(0, row))
        await self._page.mouse.down()
        for col in range(1, min(side, STROKE_DOTS) + 1):
            await self._page.mouse.move(*await self._pixels(col, row), steps=2)
        await self._page.mouse.up()
        await self.saved()

    async def _pixels(self, x: float, y: float) -> tuple[float, float]:
        left, top = await self._page.evaluate(PIXELS, [x, y])
        return left, top

    async def _pinch(self, side: int) -> None:
        """Move two fingers apart."""
        x, y = await self._pixels(side / 2, side / 2)
        await self._touch("touchStart", (x - 20, y), (x + 20, y))
        await self._page.evaluate("countFrames(true)")
        for step in range(PINCH_STEPS):
            await self._touch("touchMove", (x - 20 - 3 * step, y), (x + 20 + 3 * step, y))
        await self._page.evaluate("countFrames(false)")
        await self._touch("touchEnd")
        await self._page.locator('[data-action="whole"]').click()

    async def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches}
        await self._devtools.send("Input.dispatchTouchEvent", event)


async def in_turns(
    pages: Sequence[MeasuredPage], side: int, strokes: int, factor: int
) -> list[Frames]:
    """The times of pages that take turns, each with a fraction of the processor."""
    found, turns = [Frames() for _ in pages], min(TURNS, strokes)
    for turn in range(turns):
        count = strokes * (turn + 1) // turns - strokes * turn // turns
        for page, times in zip(pages, found, strict=True):
            await page.slow_down(factor)
            times.add(await page.measure(side, count))
            await page.slow_down(1)
    return found


@asynccontextmanager
async def chromium_pages(
    chromium: str, link: str
) -> AsyncIterator[tuple[MeasuredPage, MeasuredPage]]:
    """A bare page and the page of a link in Chromium, when both are ready."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        bare, board = await _page(browser), await _page(browser)
        await bare.set_content(BARE_PAGE)
        await board.goto(link)
        yield await _measured(bare), await _measured(board)
        await browser.close()


async def _page(browser: Browser) -> Page:
    context = await browser.new_context(viewport=VIEW, has_touch=True)
    return await context.new_page()


async def _measured(page: Page) -> MeasuredPage:
    measured = MeasuredPage(page, await page.context.new_cdp_session(page))
    await measured.saved()
    await page.evaluate(MEASURE)
    return measured
