"""/status, which only managers can use."""

import re

from sandbox.chat.options import Value
from sandbox.model.permissions import Permission
from service.version import VERSION
from tests.support.chat.dailies import put_clock, wait_for_posts
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until

BLANK = "10x10:zzzv"


async def test_a_manager_sees_the_state_of_the_bot_and_its_posts(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    channel = sandbox.world.add_channel(client.guild, "daily")
    put_clock(sandbox, 10)
    async with run_bot(sandbox, server_seconds=60, workers=2):
        status = await client.slash("status")
        assert status.ephemeral
        for line in (
            "^### ✅ All is well",
            "Nothing was posted in this server yet",
            "No channel is chosen for posts: `/setup`",
            "in this hour: 1.min of 1.min for this server, 5.min of 5.min for you",
            f"-# Ouro {VERSION}, started ",
            r"\d of 2 programs that solve and draw are at work, \d requests wait",
            "the database in ",
        ):
            assert re.search(line, status.text), line
        started = re.search(r"started <t:(\d+):R>", status.text)
        assert started
        assert 0 <= sandbox.clock() - int(started[1]) < 60
        options: dict[str, Value] = {"channel": str(channel), "time": "12:00", "zone": "UTC"}
        await client.press(await client.slash("setup", options), "Start posting")
        status = await client.slash("status")
        assert re.search(rf"Next post: <t:\d+:R> in <#{channel}>", status.text)
        put_clock(sandbox, 12)
        posted = sandbox.clock()
        await wait_for_posts(sandbox, channel)
        await client.slash("solve", {"puzzle": BLANK})
        status = await client.slash("status")
        last = re.search(r"Last post: dailies #\d+ in <#(\d+)>, <t:(\d+)", status.text)
        assert last
        assert int(last[1]) == channel
        assert 0 <= int(last[2]) - int(posted) < 60
        assert re.search(r"Puzzles are ready up to daily #\d+, \d{4}-", status.text)
        assert re.search(r"hour: \d+.s of 1.min for this server, 4.min \d+.s of 5", status.text)
        assert "⚠️" not in status.text
        sandbox.world.deny(channel, sandbox.state.bot.id, Permission.SEND_MESSAGES)

        async def warns() -> bool:
            return "⚠️" in (await client.slash("status")).text

        await until(warns)  # the bot has received the change
        status = await client.slash("status")
        assert status.text.startswith("### ⚠️ Not all is well")
        assert "still need: Send Messages" in status.text


async def test_only_managers_see_it_in_their_language(chat: Sandbox) -> None:
    client = chat.client
    assert "status" not in client.commands(user=client.member)
    assert "status" not in client.commands(channel=client.direct)
    haru = chat.world.add_manager("Haru", client.guild)
    chat.world.change_user(haru, locale="ja")
    status = await client.slash("status", user=haru)
    assert "データベース" in status.text
