"""The sockets of a board page in a browser, which a test can cut."""

import asyncio

from msgspec import Struct, field
from playwright.async_api import Page, WebSocketRoute

LOST = 3001
"""The code with which a page sees a socket close."""


class _Wire(Struct, eq=False):
    """A socket: its end in the page, its end at the server, and whether the server has spoken."""

    page: WebSocketRoute
    server: WebSocketRoute
    works: bool = False


class Wires(Struct, dict=True):  # Playwright keeps a wrapper of `_connect` in it
    """The sockets of a page, and what is lost on the way until they are cut.

    `deaf` loses what the server sends, `mute` the requests of the page; `down` opens no socket.
    """

    deaf: bool = False
    mute: bool = False
    down: bool = False
    _open: list[_Wire] = field(default_factory=list)

    async def lay(self, page: Page) -> None:
        """Pass on what a page says from the next load of it on."""
        await page.route_web_socket("**/api/live", self._connect)

    async def cut(self) -> None:
        """Close the sockets that work; on others, nothing is lost from now on.

        What a page says while its socket closes is lost too: passed on, it would meet a closing
        socket, about which Chromium complains in the console of the page.
        """
        self.deaf = self.mute = False
        for wire in [wire for wire in self._open if wire.works]:
            self._open.remove(wire)
            await asyncio.sleep(0)  # what is passed on already goes first
            await wire.server.close()
            await wire.page.close(code=LOST)

    async def _connect(self, page: WebSocketRoute) -> None:
        if self.down:
            await page.close(code=LOST)
            return
        wire = _Wire(page, page.connect_to_server())
        self._open.append(wire)

        def ask(said: str | bytes) -> None:
            if wire in self._open and not (self.mute and wire.works):
                wire.server.send(said)

        def tell(said: str | bytes) -> None:
            wire.works = True
            if wire in self._open and not self.deaf:
                wire.page.send(said)

        page.on_message(ask)
        wire.server.on_message(tell)
