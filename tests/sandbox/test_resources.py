"""GET requests for all resources; the contract checks the answers against their schemas."""

from typing import Any

import aiohttp

from tests.support.sandbox.sample_bot import SampleBot
from tests.support.sandbox.server import Sandbox


async def fetch(sandbox: Sandbox, path: str) -> Any:
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(sandbox.api_base + path) as answer,
    ):
        assert answer.status == 200, path
        return await answer.json()


async def test_resources(sandbox: Sandbox, bot: SampleBot) -> None:
    client = sandbox.client
    paths = (
        "/gateway/bot",
        "/users/@me",
        f"/users/{client.me}",
        "/applications/@me",
        "/oauth2/applications/@me",
        f"/guilds/{client.guild}",
        f"/guilds/{client.guild}/channels",
        f"/guilds/{client.guild}/roles",
        f"/guilds/{client.guild}/threads/active",
        f"/guilds/{client.guild}/members/{client.me}",
        f"/channels/{client.general}",
        f"/channels/{client.thread}",
        f"/channels/{client.direct}",
        f"/channels/{client.general}/messages",
        f"/applications/{bot.application_id}/commands",
        f"/applications/{bot.application_id}/guilds/{client.guild}/commands",
    )
    sandbox.world.deny(client.general, client.member, sandbox.state.roles[client.guild].permissions)
    for path in paths:
        answer = await fetch(sandbox, path)
        *_, last = path.split("/")
        if last.isdigit():
            assert answer.get("user", answer)["id"] == last, path
