"""Every kind of request that a person can send the bot, in its most expensive form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import TypeAlias

from jobs.bounds import CHAT_BOUNDS
from sandbox.model.components import ComponentType, walk
from tests.support.sandbox.client import Client, Reply
from tools.bench.worst_case import worst_board

Request: TypeAlias = Callable[[], Awaitable[object]]
"""One request, sent and answered."""

BOARDS = 5
"""Number of boards that are open in messages, as many as `/play` lists."""
LONGEST = 6000
"""Characters of the longest text that a command takes."""
PASTED = 2000
"""The first number of a puzzle that is not stored yet."""


class Requests:
    """The requests of one person, who has the worst case; each method makes one kind."""

    def __init__(self, client: Client, side: int = CHAT_BOUNDS.max_side) -> None:
        """`side` is that of the board to be solved, in cells."""
        self._client = client
        self._side = side
        self._boards: list[Reply] = []
        self._pasted = iter(range(PASTED, 10**6))

    async def all(self) -> dict[str, Request]:
        """The requests by name."""
        self._boards = [await self._open(number) for number in range(BOARDS)]
        presses = await self._presses()  # first: puzzles that commands open replace old boards
        drafting = await self._drafting()
        return {**presses, **drafting, **self._commands(), **self._suggestions()}

    async def _open(self, number: int) -> Reply:
        """A message with one of the listed boards."""
        listed = await self._client.slash("play")
        opening = [one for one in _custom_ids(listed) if one.endswith(":play")]
        board = await self._client.press(listed, opening[number])
        draw = [one for one in _custom_ids(board) if one.endswith(":draw")]
        return await self._client.press(board, draw[0]) if draw else board

    def _commands(self) -> dict[str, Request]:
        slash = self._client.slash
        text = ("A1-AE1-AE31-A31-A1 " * LONGEST)[: LONGEST - 30].rpartition(" ")[0]
        blank = blank_puzzle(self._side)

        async def paste(command: str) -> Reply:
            puzzle, _ = worst_board(next(self._pasted) % 1024)
            return await slash(command, {"puzzle": puzzle})

        return {
            "/check": lambda: slash("check"),
            "/daily": lambda: slash("daily"),
            "/daily day:": lambda: slash("daily", {"day": "1"}),
            "/help": lambda: slash("help"),
            "/hint": lambda: slash("hint"),
            "/hint puzzle:": lambda: paste("hint"),
            "/leaderboard": lambda: slash("leaderboard"),
            "/learn": lambda: slash("learn"),
            "/new": lambda: slash("new", {"size": "5x5", "level": "easy"}),
            "/play": lambda: slash("play"),
            "/play puzzle:": lambda: paste("play"),
            "/privacy": lambda: slash("privacy"),
            "/settings": lambda: slash("settings"),
            "/setup": lambda: slash("setup"),
            "/solution": lambda: slash("solution"),
            "/solve": lambda: slash("solve", {"puzzle": blank}),
            "/stats": lambda: slash("stats"),
            "/status": lambda: slash("status"),
            "/submit": lambda: slash("submit", {"moves": text}),
        }

    async def _presses(self) -> dict[str, Request]:
        client, board = self._client, self._boards[0]
        others = cycle(self._boards)
        arrows = cycle(("right", "down", "left", "up"))
        export = await client.slash("privacy")
        ranks = await client.slash("leaderboard")
        settings = await client.slash("settings")
        listed = await client.slash("play")

        async def press(board: Reply, action: str) -> Reply:
            for found in _custom_ids(board):
                if found.endswith(f":{action}"):
                    return await client.press(board, found)
            [menu] = _custom_ids(board, ComponentType.STRING_SELECT)
            return await client.select(board, menu, [action])

        async def away(action: str) -> None:
            """Press what replaces the board, and go back to it."""
            reply = await press(board, action)
            await reply.until(lambda _: True)
            await press(board, "draw")

        async def fill_form(form: Reply, **entries: str) -> Reply:
            if form.interaction.modal is None:
                raise RuntimeError(f"no form but {form.interaction.stage}: {form.text}")
            return await client.submit_modal(form, entries)

        async def type_moves() -> Reply:
            return await fill_form(await press(board, "type"), moves="A1-AE1-AE31-A31-A1")

        async def enter_puzzle() -> Reply:
            puzzle, _ = worst_board(next(self._pasted) % 1024)
            return await fill_form(await press(listed, "paste:ask"), puzzle=puzzle)

        def any_of(reply: Reply, part: str) -> str:
            return next(one for one in _custom_ids(reply) if part in one)

        return {
            "press an arrow": lambda: press(board, next(arrows)),
            "press an arrow, another board": lambda: press(next(others), "right"),
            "press Undo": lambda: press(board, "undo"),
            "press Clear": lambda: press(board, "clear"),
            "press Submit": lambda: press(board, "submit"),
            "press Type, and send the form": type_moves,
            "press Enter a puzzle, and send the form": enter_puzzle,
            "press Hint, and back": lambda: away("hint"),
            "press Check, and back": lambda: away("check"),
            "press Give up, and back": lambda: away("give-up"),
            "press export": lambda: client.press(export, any_of(export, ":export")),
            "press a leaderboard": lambda: client.press(ranks, any_of(ranks, "ouro:ranks:")),
            "choose settings": lambda: client.select(settings, "ouro:setting:switches", ["labels"]),
        }

    async def _drafting(self) -> dict[str, Request]:
        client = self._client
        draft = await client.slash("create", {"size": "30"})
        found = _custom_ids(draft)
        typing, copying = (
            next(one for one in found if one.endswith(f":{name}")) for name in ("type", "copy")
        )
        lines = "\n".join(f"A{row} = 2" for row in range(1, 32))

        async def enter_clues() -> Reply:
            return await client.submit_modal(await client.press(draft, typing), {"clues": lines})

        return {
            "/create": lambda: client.slash("create", {"size": "30"}),
            "press Type clues, and send the form": enter_clues,
            "press Copy": lambda: client.press(draft, copying),
        }

    def _suggestions(self) -> dict[str, Request]:
        ask = self._client.autocomplete
        return {
            "suggest for /solution": lambda: ask("solution", "board", {"board": "30"}),
            "suggest for /daily": lambda: ask("daily", "day", {"day": "none"}),
            "suggest for /new": lambda: ask("new", "size", {"size": "1"}),
            "suggest for /settings": lambda: ask("settings", "zone", {"zone": "lindon"}),
            "suggest for /setup": lambda: ask("setup", "zone", {"zone": "lindon"}),
        }


def blank_puzzle(side: int) -> str:
    """A puzzle without clues.

    >>> blank_puzzle(6)
    '6x6:zj'
    """
    blanks, rest = divmod(side * side, 26)
    return f"{side}x{side}:" + "z" * blanks + (chr(ord("a") + rest - 1) if rest else "")


def _custom_ids(reply: Reply, kind: ComponentType = ComponentType.BUTTON) -> list[str]:
    return [
        str(part["custom_id"])
        for part in walk(reply.message["components"])
        if part["type"] == kind and part.get("custom_id") and not part.get("disabled")
    ]
