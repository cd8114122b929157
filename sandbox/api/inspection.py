"""Looking over the shoulder of the sandbox: what is asked, answered and announced, as it was sent.

The sandbox holds no copy of Discord's published documents. Whoever has them can plug in an
`Inspector` and compare.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from aiohttp import web

from sandbox.model.errors import ApiError
from sandbox.model.uploads import Body, read_body

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request to the HTTP API and its answer.

    `path` starts below the version (`/users/@me`). `payload` is the JSON of the request as it
    came, None when it had none or could not be read; `files` are the names of form fields.
    """

    method: str
    path: str
    query: Mapping[str, str]
    payload: bytes | None
    files: tuple[str, ...]
    status: int
    headers: Mapping[str, str]
    answer: bytes


@dataclass(frozen=True, slots=True)
class GatewayFrame:
    """One frame of the gateway, `sent` by the sandbox or received from the bot."""

    sent: bool
    text: str


class Inspector(Protocol):
    """Is told of everything, in order; has to be quick, for the bot is waiting."""

    def exchange(self, exchange: Exchange) -> None:
        """After a request was answered."""

    def frame(self, frame: GatewayFrame) -> None:
        """When a frame is sent or was received."""


def inspecting(inspector: Inspector, prefix: str) -> Any:
    """Middleware that tells an inspector; `prefix` is left out of the path."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            body = await read_body(request)
        except ApiError:  # the handler meets it again
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
