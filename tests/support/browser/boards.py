"""Opens boards of a local chat in their page."""

import json
from typing import Any

from msgspec import Struct, field

from play.pen import Pad
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle, parse_puzzle
from service.playing.attempts import Attempts
from store.address import parse_address
from store.database import connect
from tests.support.browser.board_page import BoardPage
from tests.support.browser.chat_page import Windows
from tests.support.chat.playing import attempt_of, link_to, press
from tests.support.clock import Clock
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.shared import SAMPLES

OWN_PROFILE = {"locale": "en-GB"}
"""Options of a window that is closed after the test: its sockets or its clock are changed."""


def sample(name: str) -> Puzzle:
    """The first puzzle of a collection of samples, such as "medium_7x7"."""
    first, *_ = (SAMPLES / f"{name}.jsonl").read_text().splitlines()
    return parse_puzzle("\n".join(json.loads(first)["clues"]))


async def opened_board(sandbox: Sandbox, puzzle: Puzzle) -> Reply:
    """A message with the board of the person of the chat."""
    return await sandbox.client.slash("play", {"puzzle": format_puzzle(puzzle, "loopy")})


class BoardInChat(Struct):
    """A person's board in a chat."""

    sandbox: Sandbox
    puzzle: Puzzle
    reply: Reply

    @property
    def attempt(self) -> int:
        """The ID of the attempt."""
        return attempt_of(self.reply)

    async def link(self) -> str:
        """A new link to its page, in a new message of the board."""
        self.reply = await opened_board(self.sandbox, self.puzzle)
        return link_to(self.reply)

    async def draw(self, edges: Any, state: EdgeState = EdgeState.LINE) -> None:
        """Mark edges from the chat."""
        form = await press(self.sandbox, self.reply, "type")
        moves = format_marks(self.puzzle.grid, dict.fromkeys(edges, state))
        await self.sandbox.client.submit_modal(form, {"moves": moves})


class Boards(Struct):
    """Opens boards and collects the console errors of their pages.

    `database` is the address of the bot's.
    """

    sandbox: Sandbox
    windows: Windows
    database: str
    pages: list[BoardPage] = field(default_factory=list)

    async def in_chat(self, puzzle: Puzzle) -> BoardInChat:
        """A new board of the person of the chat."""
        return BoardInChat(self.sandbox, puzzle, await opened_board(self.sandbox, puzzle))

    async def visit(self, url: str, **options: Any) -> BoardPage:
        """The page at an address; `options` are those of the browser context."""
        page = BoardPage(await self.windows.take(**options), special=bool(options))
        self.adopt(page)
        await page.page.goto(url)
        return page

    def adopt(self, page: BoardPage) -> None:
        """Collect the console errors of a page from now on."""
        self.pages.append(page)
        page.listen()

    async def stored(self, board: BoardInChat) -> Pad:
        """A board as the database has it."""
        async with connect(parse_address(self.database)) as database:
            attempts = Attempts(database, Clock())
            return (await attempts.find(self.sandbox.client.me, board.attempt)).pad

    async def open(self, puzzle: Puzzle, **options: Any) -> tuple[BoardPage, BoardInChat]:
        """A new board and its page, which is connected."""
        board = await self.in_chat(puzzle)
        page = await self.visit(await board.link(), **options)
        await page.until_marks({})
        return page, board

    async def close(self) -> None:
        """Leave all pages; raises `AssertionError` if one had console errors."""
        for page in self.pages:
            page.stop_listening()
            await self.windows.give_back(page.page, special=page.special)
        if errors := [error for page in self.pages for error in page.console_errors]:
            raise AssertionError("the page complained: " + "; ".join(errors))
