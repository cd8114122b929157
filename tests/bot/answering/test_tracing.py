"""The requests to Discord are timed and counted, without their addresses."""

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.connection import outgoing
from bot.connection.outgoing import OutgoingRequests, measuring
from telemetry.metrics import Metrics


async def test_requests_are_counted_by_status_and_rate_limits_by_scope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outgoing, "PAUSES", ())
    metrics, requests = Metrics(), OutgoingRequests()
    requests.on_end.append(measuring(metrics))

    async def answer(request: web.Request) -> web.Response:
        status = int(request.match_info["status"])
        return web.Response(status=status, headers={"X-RateLimit-Scope": "shared"})

    app = web.Application()
    app.router.add_get("/secret-token/{status}", answer)
    async with TestServer(app) as server:
        session = aiohttp.ClientSession(middlewares=(requests,))
        async with session:
            for wanted in (200, 200, 429):
                async with session.get(server.make_url(f"/secret-token/{wanted}")):
                    pass
        address = server.make_url("/secret-token/200")
    async with aiohttp.ClientSession(middlewares=(requests,)) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(address)
    text = metrics.text().decode()
    for status, count in (("200", 2), ("429", 1), ("none", 1)):
        line = f'ouro_discord_request_seconds_count{{method="GET",status="{status}"}} {count}.0'
        assert line in text
    assert 'ouro_discord_rate_limits_total{scope="shared"} 1.0' in text
    assert "secret-token" not in text
