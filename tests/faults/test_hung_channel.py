"""One channel hangs: every other server has its posts meanwhile."""

from pathlib import Path

from sandbox.api.faults import Fault, FaultKind
from store.address import file_address
from tests.support.chat.dailies import posts, track_count, wait_for_posts
from tests.support.chat.runner import Runner, often
from tests.support.chat.stored import count_states
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until


async def test_a_channel_that_hangs_delays_no_other_server(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    client = sandbox.client
    hung = client.general
    other = sandbox.world.add_guild("Other", owner=client.me)
    channel = sandbox.world.add_channel(other, "daily")
    address = file_address(tmp_path / "ouro.db")

    async def begun() -> bool:
        return await count_states(address, "claimed") > 0

    async with run_bot(sandbox, tasks=often("send posts")):
        hangs = Fault(FaultKind.LATENCY, 60, times=None, path=f"POST /channels/{hung}/messages")
        sandbox.faults.add(hangs)
        panel = await client.slash("setup", {"channel": hung})
        await client.press(panel, "Post today's now")
        await until(begun)
        panel = await client.slash("setup", {"channel": channel}, channel=channel)
        await client.press(panel, "Post today's now")
        await wait_for_posts(sandbox, channel, track_count(sandbox))
        assert posts(sandbox, hung) == []
