"""Broken gateway connections are closed, and no others."""

import asyncio
import gc
import warnings

import aiohttp
from aiohttp import web

from bot.core.gateway_sockets import closing_broken_sockets


async def test_a_broken_connection_is_closed_before_the_next_one_opens() -> None:
    held: list[web.WebSocketResponse] = []

    async def serve(request: web.Request) -> web.WebSocketResponse:
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        held.append(answer)
        await answer.receive()
        return answer

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    asyncio.get_running_loop().set_debug(True)  # else unclosed connections cause no warning
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with aiohttp.ClientSession() as session:
            connect = closing_broken_sockets(session.ws_connect)
            first, second = await connect(address), await connect(address)
            transport = held[0]._req.transport if held[0]._req else None
            assert transport is not None
            transport.abort()
            while first.get_extra_info("peername"):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            third = await connect(address)
            assert (first.closed, second.closed, third.closed) == (True, False, False)
            del first
            gc.collect()
            await second.close()
            await third.close()
        await runner.cleanup()
    assert [each for each in told if "Unclosed" in str(each.message)] == []
