"""Servers that the bot was removed from while it was away are forgotten, and no others."""

from pathlib import Path

from store.address import file_address
from tests.support.chat.runner import Runner, often
from tests.support.chat.stored import count
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until_is


async def test_a_server_left_while_the_bot_was_away_is_forgotten(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    client, address = sandbox.client, file_address(tmp_path / "ouro.db")
    other = sandbox.world.add_guild("Other", owner=client.me)
    channel = sandbox.world.add_channel(other, "daily")
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": client.general})
        await client.slash("setup", {"channel": channel}, channel=channel)
        await until_is(2, lambda: count(address, "servers"))
    sandbox.world.remove_bot(other)
    async with run_bot(sandbox, tasks=often("forget left servers")):
        await until_is(1, lambda: count(address, "servers"))
        assert "Next post:" in (await client.slash("setup")).text
    assert await count(address, "servers") == 1
