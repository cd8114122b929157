"""Helpers of all routes: access checks, JSON answers, and errors in Discord's format."""

import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from typing import Any, TypeVar

from aiohttp import web
from msgspec import ValidationError, convert

from sandbox.model.errors import ActionError, ApiError, invalid_form, not_found, unauthorized
from sandbox.model.snowflakes import number_in
from sandbox.model.uploads import Body, invalid_json

T = TypeVar("T")
log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Answer = Callable[[web.Request], Awaitable[web.Response]]
API_PREFIX = "/api/v10"
JSON_TYPE = "application/json"  # without a charset: clients compare the whole header


def json_answer(data: Any, status: int = 200) -> web.Response:
    """A JSON response with exactly the content type that Discord sends."""
    body = json.dumps(data, separators=(",", ":")).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": JSON_TYPE})


def snowflake(request: web.Request, name: str) -> int:
    """The id in a path parameter; raises `ApiError` 50035 when it is not an id."""
    text = request.match_info[name]
    if (number := number_in(text)) is None:
        message = f'Value "{text[:40]}" is not snowflake.'
        raise invalid_form([name], "NUMBER_TYPE_COERCE", message)
    return number


def with_token(token: str, answer: Answer) -> Answer:
    """The handler behind a check of the bot's token; other requests are answered with 401."""
    expected = f"Bot {token}".encode()

    async def checked(request: web.Request) -> web.Response:
        given = request.headers.get("Authorization", "").encode(errors="replace")
        if not secrets.compare_digest(given, expected):
            raise unauthorized()
        return await answer(request)

    return checked


def with_key(check: Callable[[web.Request], None], answer: Answer) -> Answer:
    """The handler of the page behind a check of its key; errors are sentences in `error`."""

    async def checked(request: web.Request) -> web.Response:
        check(request)
        try:
            return await answer(request)
        except (ActionError, ApiError) as error:
            status = error.status if isinstance(error, ApiError) else 400
            return json_answer({"error": str(error)}, status)

    return checked


def read_page_action(body: Body, kind: type[T]) -> T:
    """The JSON of the page as a struct; raises `ActionError` when it is none.

    Numbers may be texts, as IDs are.
    """
    try:
        return convert(body.mapping(), kind, strict=False)
    except ValidationError as error:
        raise ActionError(f"{error}.") from error


def guard(hosts: Callable[[], frozenset[str]]) -> Any:
    """Middleware against cross-site requests and DNS rebinding.

    `hosts` returns the accepted values of the `Host` header. An `Origin` header, if present, must
    be `http://` followed by one of them. Answers 421 for other hosts and 403 for other origins.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        allowed = hosts()
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in allowed:
            return web.Response(status=421, text="This is not the host you are looking for.\n")
        if origin is not None and origin.removeprefix("http://") not in allowed:
            return web.Response(status=403, text="Requests from other sites are refused.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers.setdefault("X-Content-Type-Options", "nosniff")
            response.headers.setdefault("Referrer-Policy", "no-referrer")
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware


def dated(clock: Callable[[], float]) -> Any:
    """Middleware that gives answers a `Date` by the chat's own clock (seconds since 1970)."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        response.headers["Date"] = formatdate(clock(), usegmt=True)
        return response

    return middleware


@web.middleware
async def discord_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware that answers errors of the REST API in Discord's JSON format."""
    try:
        try:
            return await handler(request)
        except RecursionError as error:
            raise invalid_json() from error
    except ApiError as error:
        log.info("%s %s: %s", request.method, _without_token(request), error)
        return json_answer(error.to_json(), error.status)
    except web.HTTPNotFound:
        log.error("%s %s: the sandbox has no such route", request.method, _without_token(request))
        return json_answer(not_found().to_json(), 404)
    except web.HTTPMethodNotAllowed as error:
        log.error("%s %s: not with this method", request.method, _without_token(request))
        return json_answer({"message": "405: Method Not Allowed", "code": 0}, error.status)


def _without_token(request: web.Request) -> str:
    token = request.match_info.get("token")
    return request.path.replace(token, "…") if token else request.path[:200]
