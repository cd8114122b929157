"""Repeats requests to Discord whose connection breaks, by a middleware of the client session.

Discord may have done a request whose answer is lost. A repetition does it again, which is safe:

- `GET`, `PUT` and `PATCH` have the same outcome each time;
- an interaction accepts one initial response, and refuses further ones with error 40060;
- the library sends messages to channels with a nonce, by which Discord creates them only once;
- a message has one thread, and further ones are refused with error 160004;
- a follow-up message has no such protection: at worst it is shown twice, where an error would be
  shown otherwise.

The library itself repeats requests that Discord answers with a server error.
"""

import asyncio
from collections.abc import Callable

import structlog
import yarl
from aiohttp import (
    ClientHandlerType,
    ClientPayloadError,
    ClientRequest,
    ClientResponse,
    ServerDisconnectedError,
    hdrs,
)

PAUSES = (0.0, 0.2, 0.5, 1.0, 2.0)
"""Seconds before each repetition. The first is immediate, since most broken connections were idle;
four of them come within the three seconds of an initial response."""

log = structlog.stdlib.get_logger(__name__)


class OutgoingRequests:
    """A middleware that repeats requests; each of `on_try` is called with the URL of each try."""

    def __init__(self) -> None:
        self.on_try: list[Callable[[yarl.URL], None]] = []

    async def __call__(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """Send a request, and read its answer, as often as its connection breaks.

        Raises the error of the last try, `TimeoutError` at once. A connection to the gateway is
        left to the library.
        """
        if hdrs.UPGRADE in request.headers:
            return await handler(request)
        for pause in PAUSES:
            try:
                return await self._send(request, handler)
            except TimeoutError:
                raise
            except (OSError, ServerDisconnectedError, ClientPayloadError) as error:
                if request.body and request.body.consumed:
                    raise
                log.info("connection broke", method=request.method, reason=type(error).__name__)
            await request.close()
            await asyncio.sleep(pause)
        return await self._send(request, handler)

    async def _send(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        for note in self.on_try:
            note(request.url)
        response = await handler(request)
        await response.read()
        return response
