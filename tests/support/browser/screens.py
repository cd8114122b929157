"""Takes the moving picture of the chat in the README; run by `script/screens`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from msgspec import Struct
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.boards import texts as boards_texts
from bot.dailies import texts as dailies
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from puzzle.places import dot_name
from sandbox.model.components import walk
from sandbox.model.events import ClockAdvanced
from sandbox.server import Sandbox
from sandbox.testing.client import Reply
from sandbox.testing.waiting import wait_until
from solver.search import solve
from tests.support.browser.film import Film
from tests.support.chat.playing import arrows, tour
from tests.support.chat.runner import running_bot
from texts import sharing
from tools.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium

PHONE = {"width": 390, "height": 800}
PIXEL_RATIO = 1.5
PRESS_SECONDS = 6
"""Seconds of the chat's clock between two presses of the film."""
FIRST_MS, PRESS_MS, SOLVED_MS, SHARED_MS = 1500, 300, 2500, 5000
"""Durations of the frames of the film, in milliseconds."""
SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


class Stage(Struct, frozen=True):
    """A chat with the bot, a browser, and the folder for the picture."""

    sandbox: Sandbox
    browser: Browser
    folder: Path
    localizer: Localizer

    async def open(self, channel: int) -> Page:
        """The page of a channel on a phone, dark as in most pictures of Discord."""
        page = await self.browser.new_page(
            viewport=PHONE,  # type: ignore[arg-type]
            device_scale_factor=PIXEL_RATIO,
            color_scheme="dark",
        )
        await page.goto(f"{self.sandbox.page_url}#{channel}")
        await page.wait_for_load_state("networkidle")
        return page

    def pass_time(self, seconds: float) -> None:
        """Move the clock of the chat and of its pages forward."""
        self.sandbox.clock.advance(seconds)
        self.sandbox.state.publish(ClockAdvanced(self.sandbox.clock()))

    async def board(self, track: str, channel: int) -> tuple[Reply, Puzzle]:
        """Open today's daily of a track: the board and its puzzle."""
        daily = await self.sandbox.client.slash("daily", {"track": track}, channel=channel)
        [link] = [part["url"] for part in walk(daily.message["components"]) if part.get("url")]
        board = await self.sandbox.client.press(daily, self._say(daily, dailies.PLAY))
        return board, parse_puzzle(link)

    async def write(self, board: Reply, moves: str) -> None:
        """Enter moves as text."""
        say = self.localizer.say
        form = await self.sandbox.client.select(board, say(boards_texts.MENU), ["type"])
        await self.sandbox.client.submit_modal(form, {say(boards_texts.TYPE_LABEL): moves})

    def _say(self, reply: Reply, button: Message) -> str:
        """A button in the language of its message, which in public is that of the server."""
        return self.localizer.say(button) if reply.ephemeral else button.text


async def solve_and_share(stage: Stage, channel: int) -> None:
    """A daily from its empty board to the shared result, by presses of buttons."""
    board, puzzle = await stage.board("easy", channel)
    [loop] = solve(puzzle).solutions
    dots = tour(puzzle.grid, loop)
    if dots[0] != 0:  # the pen begins at the dot 0
        await stage.write(board, f"go {dot_name(puzzle.grid, dots[0])}")
    page = await stage.open(channel)
    shown = page.locator("#timeline .message").last
    film = Film(page)
    await film.take(FIRST_MS)
    for arrow in arrows(puzzle, dots):
        stage.pass_time(PRESS_SECONDS)
        before = await shown.locator(".picture img").get_attribute("src")
        await shown.get_by_role("button", name=SIGNS[arrow], exact=True).click()
        await expect(shown.locator(f'.picture img[src="{before}"]')).to_have_count(0)
        await film.take(PRESS_MS)
    share = shown.get_by_role("button", name=stage.localizer.say(sharing.SHARE), exact=True)
    await share.wait_for()
    await film.take(SOLVED_MS)
    await share.click()
    await page.mouse.move(0, 0)
    await page.get_by_text("@You").wait_for()
    await film.take(SHARED_MS)
    film.save(stage.folder / "chat-solving.gif")
    await page.close()


async def main(folder: Path, locale: str) -> None:
    """Take the moving picture for a reader of a locale."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(NO_CHROMIUM)
    async with Sandbox(application="Ouro") as sandbox, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        stage = Stage(sandbox, browser, folder, localizer_for(locale))
        sandbox.world.change_user(sandbox.client.me, locale=locale)
        with tempfile.TemporaryDirectory() as data:
            async with running_bot(sandbox, Path(data)):
                await wait_until(sandbox.state, lambda: sandbox.client.commands() or None, 20)
                channel = sandbox.world.add_channel(sandbox.client.guild, "puzzles")
                await solve_and_share(stage, channel)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
