"""Takes the screenshots of the chat in the README; run by `script/screens`."""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import parse_puzzle
from sandbox.model.components import walk
from sandbox.server import Sandbox
from sandbox.testing.client import Reply
from sandbox.testing.waiting import wait_until
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from tests.support.browser.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.support.chat.runner import running_bot
from texts import dailies, helping, playing, sharing

PHONE = {"width": 390, "height": 890}
PIXEL_RATIO = 1.5
HALF = 0.4
"""Share of edges that are marked in screenshots of unfinished boards."""
TAKEN_SECONDS = 252
"""Seconds that solving the shared daily takes."""
PARTS = 20
"""Number of moves in which its loop is drawn."""


@dataclass(frozen=True)
class Stage:
    """A chat with the bot, a browser, and the folder for screenshots."""

    sandbox: Sandbox
    browser: Browser
    folder: Path
    localizer: Localizer

    async def picture(self, name: str, channel: int) -> None:
        """Save a screenshot of the newest messages of a channel on a phone."""
        page = await self.browser.new_page(viewport=PHONE, device_scale_factor=PIXEL_RATIO)  # type: ignore[arg-type]
        await page.goto(f"{self.sandbox.page_url}#{channel}")
        await page.wait_for_load_state("networkidle")
        await page.screenshot(path=self.folder / f"{name}.png")
        await page.close()

    async def board(self, track: str, channel: int) -> tuple[Reply, Puzzle]:
        """Open today's daily of a track: the board and its puzzle."""
        daily = await self.sandbox.client.slash("daily", {"track": track}, channel=channel)
        [link] = [part["url"] for part in walk(daily.message["components"]) if part.get("url")]
        board = await self.sandbox.client.press(daily, self._say(daily, dailies.PLAY))
        return board, parse_puzzle(link)

    async def write(self, board: Reply, moves: str) -> None:
        """Enter moves as text."""
        say = self.localizer.say
        form = await self.sandbox.client.select(board, say(playing.MENU), ["type"])
        await self.sandbox.client.submit_modal(form, {say(playing.TYPE_LABEL): moves})

    def _say(self, reply: Reply, button: Message) -> str:
        """A button in the language of its message, which in public is that of the server."""
        return self.localizer.say(button) if reply.ephemeral else button.text


async def play(stage: Stage, channel: int) -> None:
    """Scene: an unfinished board."""
    board, puzzle = await stage.board("easy", channel)
    await stage.write(board, first_steps(puzzle, lambda done, _: done > HALF))
    await stage.picture("chat-playing", channel)


async def ask(stage: Stage, channel: int) -> None:
    """Scene: a complete hint."""
    board, puzzle = await stage.board("normal", channel)
    await stage.write(
        board, first_steps(puzzle, lambda done, step: done > HALF and len(step.reasons) > 1)
    )
    client = stage.sandbox.client
    hint = await client.slash("hint", {"level": "step"}, channel=channel)
    assert stage.localizer.say(helping.BACK_BUTTON) in str(hint.message)
    await stage.picture("chat-hint", channel)


async def share(stage: Stage, channel: int) -> None:
    """Scene: the shared result of a solved daily."""
    board, puzzle = await stage.board("hard", channel)
    stage.sandbox.clock.advance(TAKEN_SECONDS)
    lines = deduced_lines(puzzle)
    size = -(-len(lines) // PARTS)
    for first in range(0, len(lines), size):
        part = dict.fromkeys(lines[first : first + size], EdgeState.LINE)
        await stage.write(board, format_marks(puzzle.grid, part))
    await stage.sandbox.client.press(board, stage.localizer.say(sharing.SHARE))
    await stage.picture("chat-shared", channel)


def deduced_lines(puzzle: Puzzle) -> list[int]:
    """The lines of a puzzle's loop, in the order in which its steps give them."""
    steps = [step for step in Explainer(puzzle).walkthrough() if isinstance(step, Step)]
    return [each.edge for step in steps for each in step.deductions if each.state is EdgeState.LINE]


def first_steps(puzzle: Puzzle, enough: Callable[[float, Step], bool]) -> str:
    """The moves of a puzzle's first steps, until `enough` returns True.

    `enough` receives the share of marked edges and the next step.
    """
    marks: dict[int, EdgeState] = {}
    for step in Explainer(puzzle).walkthrough():
        if not isinstance(step, Step) or enough(len(marks) / len(puzzle.grid.edge_dots), step):
            break
        marks |= {each.edge: each.state for each in step.deductions}
    return format_marks(puzzle.grid, marks)


async def main(folder: Path, locale: str) -> None:
    """Take the screenshots for a reader of a locale, each scene in its own channel."""
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
                for scene in (play, ask, share):
                    channel = sandbox.world.add_channel(sandbox.client.guild, "puzzles")
                    await scene(stage, channel)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
