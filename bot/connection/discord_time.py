"""Discord's time, from the `Date` headers of its responses."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from types import SimpleNamespace

import aiohttp
import discord
import yarl
from discord.http import Route

ASK_SECONDS = 10.0
"""Maximum seconds of a request for the time."""


def watch_dates(
    trace: aiohttp.TraceConfig,
    note: Callable[[datetime, float], None],
    steady: Callable[[], float] = time.monotonic,
) -> None:
    """Call `note` with the date of each response of Discord's API and the duration in seconds.

    The duration is measured by the clock `steady`, which returns seconds.
    Responses of other addresses, such as the gateway's, are ignored, and so are cached responses,
    which have a header `Age`.
    """

    async def begin(
        _: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams
    ) -> None:
        context.asked = steady()

    async def end(
        _: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = end.response.headers
        if not _is_api(end.response.url) or "Age" in headers:
            return
        date = _parse(headers.get("Date", ""))
        if date is not None:
            note(date, steady() - context.asked)

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)


def _is_api(address: yarl.URL) -> bool:
    return str(address).startswith(Route.BASE)


@lru_cache(maxsize=1)  # most responses have the same second
def _parse(header: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return date.replace(tzinfo=UTC) if date.tzinfo is None else date


async def ask_time(client: discord.Client) -> None:
    """Send a small request to Discord, whose response has a `Date` header.

    Raises the errors of the request, and `TimeoutError` when it takes too long.
    """
    async with asyncio.timeout(ASK_SECONDS):
        await client.http.get_bot_gateway()
