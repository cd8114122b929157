"""A server that the bot leaves."""

from tests.support.chat.runner import Runner
from tests.support.chat.stored import count
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until_is


async def test_the_settings_of_a_left_server_are_deleted(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": client.general})
        assert await count(bot_database, "servers") == 1
        sandbox.world.remove_bot(client.guild)
        await until_is(0, lambda: count(bot_database, "servers"))
