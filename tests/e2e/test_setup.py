"""Setting a server up, and the posts that follow."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sandbox.client import Reply
from sandbox.components import walk
from sandbox.permissions import Permission
from sandbox.records import Json
from sandbox.server import Sandbox
from sandbox.waiting import wait_until
from tests.e2e.conftest import Runner

TITLE = "Daily #"


def posts(chat: Sandbox, channel: int) -> list[Json]:
    """The dailies that the bot posted in a channel by itself."""
    return [
        message
        for message in chat.client.messages(channel)
        if TITLE in readable(message) and not message.get("interaction_metadata")
    ]


def readable(message: Json) -> str:
    return "\n".join(part["content"] for part in walk(message["components"]) if part.get("content"))


def titles(messages: list[Json]) -> list[str]:
    return [readable(message).splitlines()[0] for message in messages]


def threads(chat: Sandbox, channel: int) -> set[int]:
    return {place.id for place in chat.state.channels.values() if place.parent_id == channel}


async def wait_for_posts(chat: Sandbox, channel: int, count: int) -> list[Json]:
    await chat.client.wait_for_message(
        lambda _: len(posts(chat, channel)) >= count, channel=channel, seconds=20
    )
    return posts(chat, channel)


def put_clock(chat: Sandbox, hour: int, minute: int = 0) -> None:
    """Put the clock forward to the next time of day, in UTC."""
    now = datetime.fromtimestamp(chat.clock(), UTC)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if then <= now:
        then += timedelta(days=1)
    chat.clock.advance((then - now).total_seconds())


async def test_a_manager_sets_a_server_up_and_the_dailies_come(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    channel = sandbox.world.add_channel(client.guild, "daily")
    role = sandbox.world.add_role(client.guild, "Puzzlers")
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"time": "12:00", "zone": "UTC"})
        assert panel.ephemeral
        assert "Nothing is posted" in panel.text
        panel = await client.select(panel, "ouro:setup:channel", [str(channel)])
        assert f"<#{channel}>" in panel.text
        assert "Easy, Normal and Hard" in panel.text
        assert "12:00 (UTC)" in panel.text
        await client.select(panel, "ouro:setup:tracks", ["normal", "easy"])
        await client.select(panel, "ouro:setup:role", [str(role)])
        await client.press(panel, "Open threads")
        assert "Easy and Normal" in panel.text
        assert "cannot be pinged" in panel.text
        preview = await client.press(panel, "Preview")
        assert preview.ephemeral
        assert "A preview" in preview.text
        assert posts(sandbox, channel) == []
        put_clock(sandbox, 12)
        found = await wait_for_posts(sandbox, channel, 2)
        assert sorted(title.split(" · ")[1] for title in titles(found)) == ["Easy 7x7", "Normal 10x10"]
        pinged = [f"<@&{role}>" in readable(message) for message in found]
        assert sorted(pinged) == [False, True]
        wanted = {int(message["id"]) for message in found}
        await wait_until(sandbox.state, lambda: threads(sandbox, channel) == wanted or None, 10)
        panel = await client.slash("setup")
        assert "Next:" in panel.text
        panel = await client.press(panel, "Stop posting")
        assert "Nothing is posted" in panel.text
        put_clock(sandbox, 12)
        await client.slash("daily")
        assert len(posts(sandbox, channel)) == 2


async def test_only_managers_set_a_server_up(chat: Sandbox) -> None:
    client = chat.client
    assert "setup" not in client.commands(user=client.member)
    panel = await client.slash("setup")
    other = chat.world.add_manager("Helper", client.guild)
    assert "Nothing is posted" in (await client.slash("setup", user=other)).text
    assert panel.ephemeral
