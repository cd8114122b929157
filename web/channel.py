"""The socket of a page: its requests in order, and the changes that others make."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import structlog
from aiohttp import WSMsgType, web
from msgspec import Struct, field

from service.errors import NotYours
from service.playing.activities import Companion
from web.answers import Answers
from web.page_requests import InvalidRequest, PointAt, read_request

SESSION_OVER, TOO_MANY, INVALID = 4001, 4029, 4400
"""Codes with which a socket is closed; a page reconnects after none of them."""

log = structlog.stdlib.get_logger(__name__)


class PageChannel(Struct, eq=False):
    """Serves one page until its socket closes."""

    socket: web.WebSocketResponse
    answers: Answers
    _companions: tuple[Companion, ...] | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _sending: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        """Send all there is, then answer requests and push changes until the socket closes.

        Raises `NotYours` when the session is over.
        """
        stop = await self._send_whole()  # a local variable would keep the board for hours
        pushing = asyncio.create_task(self._push())
        try:
            await self._serve()
        finally:
            stop()
            pushing.cancel()
            await asyncio.gather(pushing, return_exceptions=True)

    def tell(self, companions: tuple[Companion, ...]) -> None:
        """Send how far others are who are in the same instance of the Activity."""
        self._companions = companions
        self._changed.set()

    async def _send_whole(self) -> Callable[[], None]:
        """Send all there is and watch it; returns what ends that."""
        whole = await self.answers.content.whole()
        stop = self.answers.content.watch(whole["revision"], self._changed.set)
        await self._send(whole)
        return stop

    async def _serve(self) -> None:
        async for message in self.socket:
            if message.type is not WSMsgType.TEXT:
                return
            try:
                asked = read_request(message.data)
                if isinstance(asked, PointAt):
                    self.answers.content.point(asked.at)
                    continue
                async with self._sending:  # the answer has what this request changes
                    await self._send(await self.answers.answer(asked))
            except InvalidRequest:
                log.info("request of a page refused", reason="invalid")
                await self.socket.close(code=INVALID)
                return

    async def _push(self) -> None:
        """Send what others changed; several changes at once are one difference."""
        with contextlib.suppress(NotYours):
            while True:
                await self._changed.wait()
                self._changed.clear()
                companions, self._companions = self._companions, None
                async with self._sending:
                    if (news := await self.answers.content.news()) is not None:
                        await self._send(news)
                    if companions is not None:
                        told = [companion_value(each) for each in companions]
                        await self._send({"companions": told})
        await self.socket.close(code=SESSION_OVER)

    async def _send(self, value: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionResetError):
            await self.socket.send_json(value)


def companion_value(companion: Companion) -> tuple[str, int, bool]:
    """How far somebody is, as the page takes it; its numbers are too small for Discord's IDs.

    >>> companion_value(Companion(2**60, 40, solved=False))
    ('1152921504606846976', 40, False)
    """
    return str(companion.person), companion.percent, companion.solved
