"""Discord's time, from the `Date` headers of its responses."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

import aiohttp
import discord
import yarl
from discord.http import Route

from bot.connection.outgoing import OutgoingRequests

ASK_SECONDS = 10.0
"""Maximum seconds of a request for the time."""


def watch_dates(requests: OutgoingRequests, note: Callable[[datetime, float], None]) -> None:
    """Call `note` with the date of each response of Discord's API and the duration in seconds.

    Responses of other addresses, such as the gateway's, are ignored, and so are cached responses,
    which have a header `Age`.
    """

    def end(_: str, response: aiohttp.ClientResponse | None, seconds: float) -> None:
        if response is None or not _is_api(response.url) or "Age" in response.headers:
            return
        date = _parse(response.headers.get("Date", ""))
        if date is not None:
            note(date, seconds)

    requests.on_end.append(end)


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
