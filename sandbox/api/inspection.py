"""Inspection of the traffic: requests, answers and gateway frames exactly as they were sent.

The sandbox contains no copy of Discord's published schemas. An `Inspector` can compare the
traffic with them.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from aiohttp import web
from msgspec import Struct

from sandbox.model.errors import ApiError
from sandbox.model.uploads import Body, read_body

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Exchange(Struct, frozen=True):
    """One request to the REST API and its answer.

    `path` starts below the version (`/users/@me`). `payload` is the request's JSON as received,
    None when there was none or it could not be read. `files` are the names of the form fields
    with files.
    """

    method: str
    path: str
    query: Mapping[str, str]
    payload: bytes | None
    files: tuple[str, ...]
    status: int
    headers: Mapping[str, str]
    answer: bytes


class GatewayFrame(Struct, frozen=True):
    """One gateway frame, `sent` by the sandbox or received from the bot."""

    sent: bool
    text: str


class Inspector(Protocol):
    """Receives all traffic in order. Methods must return quickly, because the bot is waiting."""

    def exchange(self, exchange: Exchange) -> None:
        """Called after a request is answered."""

    def frame(self, frame: GatewayFrame) -> None:
        """Called before a frame is sent, and after a frame is received."""


def inspector_middleware(inspector: Inspector, prefix: str) -> Any:
    """Middleware that passes each exchange to an inspector, with `prefix` removed from the path."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            body = await read_body(request)
        except ApiError:  # the handler raises it again
            body = Body()
        response = await handler(request)
        answer = response.body if isinstance(response, web.Response) else None
        inspector.exchange(
            Exchange(
                request.method,
                request.path.removeprefix(prefix),
                dict(request.query),
                body.raw,
                tuple(body.files),
                response.status,
                dict(response.headers),
                answer if isinstance(answer, bytes) else b"",
            )
        )
        return response

    return middleware
