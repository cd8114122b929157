"""Requests to Discord: those that get no answer are repeated, and all are measured.

A middleware of the client session does both.

A request gets none when its connection breaks, before the answer or within it, when its answer is
not what Discord sends (a page of a proxy), and when none has come after some seconds. Discord may
have done it all the same. A repetition does it again, which is safe:

- `GET`, `PUT`, `PATCH` and `DELETE` have the same outcome each time;
- an interaction accepts one initial response, and refuses further ones with error 40060;
- the library sends messages to channels with a nonce, by which Discord creates them only once;
- a message has one thread, and further ones are refused with error 160004;
- a post of a forum has no protection, so it is never repeated: the outbox looks for it first;
- a follow-up message has no such protection: at worst it is shown twice, where an error would be
  shown otherwise. It is waited for instead of repeated while its connection holds.

The library itself repeats requests that Discord answers with most server errors.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TypeAlias, TypeVar

import structlog
import yarl
from aiohttp import (
    ClientHandlerType,
    ClientPayloadError,
    ClientRequest,
    ClientResponse,
    Payload,
    ServerDisconnectedError,
    hdrs,
)

from telemetry.metrics import Metrics

PAUSES = (0.0, 0.2, 0.5, 1.0, 2.0)
"""Seconds before each repetition. The first is immediate, since most broken connections were idle;
four of them come within the three seconds of an initial response."""
ACKNOWLEDGE_SECONDS = 3.0
"""Maximum seconds of one try of an initial response, after which Discord takes no other."""
ANSWER_SECONDS = 10.0
"""Maximum seconds of one try of another request."""
REPEATED_BY_LIBRARY = frozenset({500, 502, 504, 524})
"""The server errors after which the library repeats any request. It repeats those that go by the
token of an interaction after every server error."""
JSON = "application/json"

Answer = TypeVar("Answer")
NoteEnd: TypeAlias = Callable[[str, ClientResponse | None, float], None]

log = structlog.stdlib.get_logger(__name__)


class Unanswered(ServerDisconnectedError):  # noqa: N818 - what happened
    """Discord sent something that is none of its answers."""


class OutgoingRequests:
    """A middleware that repeats requests.

    Each of `on_try` is called with the URL of each try, and each of `on_end` at its end, with the
    method, the answer unless there is none, and the seconds.
    """

    def __init__(self) -> None:
        self.on_try: list[Callable[[yarl.URL], None]] = []
        self.on_end: list[NoteEnd] = []

    async def __call__(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """Send a request, and read its answer, until it has one.

        Raises the error of the last try. A connection to the gateway is left to the library.
        """
        if hdrs.UPGRADE in request.headers:
            return await handler(request)
        tries = 0

        async def send() -> ClientResponse:
            nonlocal tries
            if tries:
                request.terminate()
            tries += 1
            for note in self.on_try:
                note(request.url)
            start, response = perf_counter(), None
            try:
                response = await handler(request)
                body = await response.read()
            finally:
                for end in self.on_end:
                    end(request.method, response, perf_counter() - start)
            is_last = tries > len(PAUSES)
            failed = response.status >= 500 and _is_post(request)  # the library repeats it
            left_alone = not is_last and _is_left_alone(response)
            if not _is_answer(response, body) or left_alone or failed:
                raise Unanswered(f"{response.status} {response.content_type}")
            return response

        return await repeating(
            send, _seconds_for(request), lambda: not (_is_used_up(request) or _is_post(request))
        )


async def repeating(
    send: Callable[[], Awaitable[Answer]],
    seconds: float | None,
    may_repeat: Callable[[], bool] = lambda: True,
) -> Answer:
    """What `send` returns, which is called again when its connection breaks or it takes too long.

    It is so after `seconds`, unless that is None, and only if it `may_repeat`. Raises the error of
    the last try.
    """
    for pause in PAUSES:
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await send()
        except (OSError, ServerDisconnectedError, ClientPayloadError) as error:
            if isinstance(error, TimeoutError) and not limit.expired():
                raise
            if not may_repeat():
                raise
            log.info("request not answered", reason=type(error).__name__)
        await asyncio.sleep(pause)
    async with asyncio.timeout(seconds):
        return await send()


def _is_answer(response: ClientResponse, body: bytes) -> bool:
    """Whether a request that was done has an answer that the library can read."""
    if not body or not 200 <= response.status < 300:
        return True
    return response.content_type == JSON and body[:1] in {b"{", b"["}


def _is_left_alone(response: ClientResponse) -> bool:
    """Whether Discord had a server error after which the library does not repeat the request."""
    is_error = response.status >= 500 and response.status not in REPEATED_BY_LIBRARY
    return is_error and not _is_of_interaction(response.url)


def _seconds_for(request: ClientRequest) -> float | None:
    """The seconds of a try; None for a follow-up message and a post, which are not repeated."""
    if _is_post(request):
        return None
    if request.method == hdrs.METH_POST and _is_of_interaction(request.url):
        return ACKNOWLEDGE_SECONDS if request.url.name == "callback" else None
    return ANSWER_SECONDS


def _is_of_interaction(url: yarl.URL) -> bool:
    """Whether a request goes by the token of an interaction."""
    return not {"interactions", "webhooks"}.isdisjoint(url.parts)


def _is_post(request: ClientRequest) -> bool:
    """Whether a request creates a post of a forum, or another thread without a message."""
    posts = request.method == hdrs.METH_POST
    return posts and request.url.parts[-3::2] == ("channels", "threads")


def _is_used_up(request: ClientRequest) -> bool:
    """Whether the body of a request cannot be sent again."""
    return isinstance(request.body, Payload) and request.body.consumed


SCOPES = frozenset({"user", "global", "shared"})
"""The values of Discord's header `X-RateLimit-Scope`.

Source: https://discord.com/developers/docs/topics/rate-limits
"""


def measuring(metrics: Metrics) -> NoteEnd:
    """What records the end of a try: method and status only, because URLs contain tokens."""

    def note(method: str, response: ClientResponse | None, seconds: float) -> None:
        status = "none" if response is None else str(response.status)
        metrics.requests.labels(method, status).observe(seconds)
        if response is not None and response.status == 429:
            scope = response.headers.get("X-RateLimit-Scope", "")
            metrics.rate_limits.labels(scope if scope in SCOPES else "unknown").inc()

    return note
