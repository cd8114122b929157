"""Plays a daily on a phone for the moving picture of the README and the picture of the board page.

`script/screens` runs it.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from unittest import mock

from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright, expect

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from narrator.narration import Level
from play.tracks import Track
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from puzzle.notation.loopy import PNG_KEYWORD
from sandbox.model.waiting import wait_until
from service.generating import daily_generation
from solver.search import solve
from tests.support.browser.board_page import BoardPage, Fingers, Point, corner
from tests.support.browser.chat_page import ChatPage
from tests.support.browser.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.support.browser.film import Film
from tests.support.chat.playing import tour
from tests.support.chat.runner import no_tasks, running_bot
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from texts import board_page, dailies, helping, sharing
from texts.tracks import TRACKS

FILM, STILL = "chat-solving.gif", "board-page.png"
PHONE = {"width": 390, "height": 800}
PIXEL_RATIO = 1.5
BEGIN = datetime(2026, 11, 30, 18, tzinfo=UTC).timestamp()
"""When the film begins by the clock of the chat, so that the daily has the same number."""
SEED = 17
"""The seed of the daily in the film; the first step after the first stroke draws lines."""
EDGES = 9
"""Maximum number of edges of a stroke."""
FRAMES_PER_EDGE = 2
TYPED_MS, PRESSED_MS, SEEN_MS, DRAWN_MS = 800, 500, 700, 40
READ_MS, SOLVED_MS, SHARED_MS = 1900, 1500, 3500
"""Durations of frames, in milliseconds."""


class Stage(Struct, frozen=True):
    """A window of a phone with a chat, and the film of it."""

    context: BrowserContext
    film: Film
    folder: Path
    localizer: Localizer

    async def press(self, page: Page, control: Locator, milliseconds: int = PRESSED_MS) -> None:
        """Show a finger on a button or link, and tap it."""
        await control.scroll_into_view_if_needed()
        box = await control.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await self.film.take(page, milliseconds, middle)
        await control.tap()

    async def open_daily(self, chat: ChatPage) -> Puzzle:
        """Ask for today's easy daily, and open one's own board of it."""
        await chat.box.fill("/daily")
        await self.film.take(chat.page, TYPED_MS)
        await chat.box.press("Enter")
        await chat.field("track").fill(self.localizer.say(TRACKS[Track.EASY]))
        await chat.field("track").press("Enter")
        await self.press(chat.page, chat.page.get_by_role("button", name="Send /daily"))
        await chat.newest.get_by_role("button", name=dailies.PLAY.text, exact=True).wait_for()
        await chat.page.wait_for_load_state("networkidle")
        await self.film.take(chat.page, SEEN_MS)
        await self.press(chat.page, chat.button(dailies.PLAY.text))
        await chat.newest.get_by_text(self.localizer.say(board_page.OPEN_BOARD)).wait_for()
        await chat.page.wait_for_load_state("networkidle")
        address = await chat.newest.locator(".picture img").get_attribute("src")
        picture = await chat.page.request.get(address or "")
        with Image.open(BytesIO(await picture.body())) as image:
            return parse_loopy(image.info[PNG_KEYWORD])

    async def draw(self, page: BoardPage, fingers: Fingers, points: Sequence[Point]) -> None:
        """Draw along points of the board with one finger."""
        [first] = await page.on_screen(points[0])
        await fingers.put(first)
        for start, end in pairwise(points):
            for step in range(1, FRAMES_PER_EDGE + 1):
                share = step / FRAMES_PER_EDGE
                [at] = await page.on_screen(
                    (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                )
                await fingers.move(at)
                await self.film.take(page.page, DRAWN_MS, at)
        await fingers.lift()

    async def take_hint(self, page: BoardPage) -> None:
        """Ask where to look, then what follows, and have it marked."""
        scale, before = await page.scale(), await page.marks()

        async def is_marked() -> bool:
            return await page.marks() != before

        await self.press(page.page, page.tool("hint"))
        await expect(page.help).to_be_visible()
        await self.film.take(page.page, READ_MS)
        step = self.localizer.say(helping.OFFERS[Level.STEP])
        await self.press(page.page, page.help.get_by_role("button", name=step))
        mark = page.help.get_by_role(
            "button", name=self.localizer.say(board_page.LABELS["mark_it"])
        )
        await mark.wait_for()
        await self.film.take(page.page, READ_MS)
        self.film.still(self.folder / STILL)
        await self.press(page.page, mark)
        await until(is_marked)
        await until_is(scale, page.scale)  # the board has the space of the help again

    async def play(self, page: BoardPage, puzzle: Puzzle) -> None:
        """Draw the loop of the puzzle, with a hint after the first stroke."""
        [loop] = solve(puzzle).solutions
        dots = tour(puzzle.grid, loop)
        fingers = await page.fingers()
        await self.film.take(page.page, SEEN_MS)
        first, *_ = strokes(puzzle, dots, set())
        await self.draw(page, fingers, first)
        await self.take_hint(page)
        for stroke in strokes(puzzle, dots, await page.marks()):
            await self.draw(page, fingers, stroke)
        await page.tool("share").wait_for()
        await self.film.take(page.page, SOLVED_MS)


def strokes(puzzle: Puzzle, dots: Sequence[int], marked: Collection[int]) -> Iterator[list[Point]]:
    """The points of strokes along a tour, of at most `EDGES` edges, that leave out marked edges."""
    points = list[Point]()
    for start, end in pairwise(dots):
        if puzzle.grid.edge_between(start, end) in marked:
            if points:
                yield points
            points = []
            continue
        points = [*(points or [corner(puzzle, start)]), corner(puzzle, end)]
        if len(points) > EDGES:
            yield points
            points = []
    if points:
        yield points


async def solve_and_share(stage: Stage, address: str) -> None:
    """A daily from the command to the shared result, with the board drawn on its page."""
    say = stage.localizer.say
    chat = ChatPage(await stage.context.new_page())
    await chat.page.goto(address)
    await chat.page.wait_for_load_state("networkidle")
    puzzle = await stage.open_daily(chat)
    shown = chat.newest
    async with stage.context.expect_page() as opened:
        await stage.press(chat.page, shown.get_by_text(say(board_page.OPEN_BOARD)), SEEN_MS)
    page = BoardPage(await opened.value)
    await page.until_marks({})
    await stage.play(page, puzzle)
    await page.page.close()
    share = shown.get_by_role("button", name=say(sharing.SHARE), exact=True)
    await share.wait_for()
    await stage.press(chat.page, share, SOLVED_MS)
    await chat.page.get_by_text("@You").wait_for()
    await stage.film.take(chat.page, SHARED_MS)


async def on_a_phone(browser: Browser, folder: Path, locale: str) -> Stage:
    """A window of a phone, dark as in most pictures of Discord."""
    context = await browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        device_scale_factor=PIXEL_RATIO,
        has_touch=True,
        color_scheme="dark",
        locale=locale,
    )
    return Stage(context, Film(), folder, localizer_for(locale))


async def take_pictures(browser: Browser, folder: Path, locale: str) -> None:
    """Take the pictures for a reader of a locale."""
    ahead = BEGIN - time.time()
    async with Sandbox(application="Ouro", clock=lambda: time.time() + ahead) as sandbox:
        stage = await on_a_phone(browser, folder, locale)
        sandbox.world.change_user(sandbox.client.me, locale=locale)
        with (
            tempfile.TemporaryDirectory() as data,
            mock.patch.object(daily_generation, "secrets", randbits=lambda _: SEED),
        ):
            async with running_bot(sandbox, Path(data), tasks=no_tasks):
                await wait_until(sandbox.state, lambda: sandbox.client.commands() or None, 20)
                channel = sandbox.world.add_channel(sandbox.client.guild, "puzzles")
                await solve_and_share(stage, f"{sandbox.page_url}#{channel}")
        await stage.context.close()
    stage.film.save(folder / FILM)


async def main(folder: Path, locale: str) -> None:
    """Take the pictures in a browser of their own."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(NO_CHROMIUM)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        await take_pictures(browser, folder, locale)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
