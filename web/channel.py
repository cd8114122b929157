"""The socket of a page: its requests in order, and the changes that others make."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import structlog
from aiohttp import WSMsgType, web
from msgspec import Struct, field

from service.activities import Companion
from service.attempts import Attempts
from service.loaded_attempt import LoadedAttempt
from store.records import WebSession
from web.answers import Answers, SessionOver
from web.board_data import BoardFeed
from web.page_requests import InvalidRequest, read_request

SESSION_OVER, TOO_MANY, INVALID = 4001, 4029, 4400
"""Codes with which a socket is closed; a page reconnects after none of them."""

log = structlog.stdlib.get_logger(__name__)


class PageChannel(Struct, eq=False):
    """Serves one page until its socket closes."""

    socket: web.WebSocketResponse
    session: WebSession
    attempts: Attempts
    answers: Answers
    feed: BoardFeed
    _newest: LoadedAttempt | None = None
    _companions: tuple[Companion, ...] | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _sending: asyncio.Lock = field(default_factory=asyncio.Lock)
    _over: bool = False

    async def run(self) -> None:
        """Send the board, then answer requests and push changes until the socket closes."""
        stop = await self._send_whole_board()  # a local variable would keep the board for hours
        pushing = asyncio.create_task(self._push())
        try:
            await self._serve()
        except SessionOver:
            await self.close()
        finally:
            stop()
            pushing.cancel()
            await asyncio.gather(pushing, return_exceptions=True)

    def tell(self, companions: tuple[Companion, ...]) -> None:
        """Send how far others are who are in the same instance of the Activity."""
        self._companions = companions
        self._changed.set()

    async def close(self) -> None:
        """Close the socket, because the session is over."""
        await self.socket.close(code=SESSION_OVER)

    async def _send_whole_board(self) -> Callable[[], None]:
        """Send the board and watch it; returns what ends that."""
        loaded = await self.attempts.find(self.session.player_id, self.session.attempt_id)
        attempt, watchers = loaded.attempt, self.attempts.watchers
        stop = watchers.watch(attempt.id, attempt.revision, self._note)
        await self._send(self.feed.whole(loaded))
        return stop

    async def _serve(self) -> None:
        async for message in self.socket:
            if message.type is not WSMsgType.TEXT:
                return
            try:
                asked = read_request(message.data)
            except InvalidRequest:
                log.info("request of a page refused", reason="invalid")
                await self.socket.close(code=INVALID)
                return
            async with self._sending:  # the answer has what this request changes
                await self._send(await self.answers.answer(asked))

    def _note(self, loaded: LoadedAttempt | None) -> None:
        self._newest, self._over = loaded, self._over or loaded is None
        self._changed.set()

    async def _push(self) -> None:
        """Send what others changed; several changes at once are one difference."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            newest, self._newest = self._newest, None
            companions, self._companions = self._companions, None
            if self._over:
                await self.close()
                return
            async with self._sending:
                if newest is not None and self.feed.is_newer(newest):
                    await self._send(self.feed.update(newest))
                if companions is not None:
                    await self._send({"together": [companion_value(each) for each in companions]})

    async def _send(self, value: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionResetError):
            await self.socket.send_json(value)


def companion_value(companion: Companion) -> tuple[str, int, bool]:
    """How far somebody is, as the page takes it; its numbers are too small for Discord's IDs.

    >>> companion_value(Companion(2**60, 40, solved=False))
    ('1152921504606846976', 40, False)
    """
    return str(companion.person), companion.percent, companion.solved
