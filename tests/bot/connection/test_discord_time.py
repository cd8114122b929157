"""The dates of Discord's answers, and of no others."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import aiohttp
import pytest
from aiohttp import web
from discord.http import Route

from bot.connection.discord_time import watch_dates
from bot.connection.outgoing import OutgoingRequests

DATE = "Sat, 21 Nov 2026 12:00:00 GMT"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
async def base(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server that answers with the headers that the query has, and whose API is at `/api`."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=404, headers=dict(request.query))

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", f"{address}/api")
    yield address
    await runner.cleanup()


@pytest.mark.parametrize(
    ("path", "headers", "found"),
    [
        ("/api/users/@me", {"Date": DATE}, [NOON]),
        ("/api/users/@me", {"Date": "Sat, 21 Nov 2026 13:00:00 +0100"}, [NOON]),
        ("/api/users/@me", {"Date": "Sat, 21 Nov 2026 12:00:00 -0000"}, [NOON]),
        ("/api/users/@me", {"Date": DATE, "Age": "0"}, []),
        ("/api/users/@me", {"Date": "noon"}, []),
        ("/gateway", {"Date": DATE}, []),
    ],
)
async def test_dates_are_those_of_the_api(
    base: str, path: str, headers: dict[str, str], found: list[datetime]
) -> None:
    noted: list[tuple[datetime, float]] = []
    requests = OutgoingRequests()
    watch_dates(requests, lambda date, seconds: noted.append((date, seconds)))
    async with aiohttp.ClientSession(middlewares=(requests,)) as session:
        await session.get(f"{base}{path}", params=headers)
    assert [date for date, _ in noted] == found
    assert all(seconds > 0 for _, seconds in noted)
