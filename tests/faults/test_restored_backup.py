"""A backup is brought back: what was sent since it was made is not sent again."""

import asyncio
from pathlib import Path

import pytest

from sandbox.model.permissions import Permission
from store.address import file_address, parse_address
from store.backup import back_up, restore
from tests.support.chat.dailies import posts, put_clock, wait_for_posts
from tests.support.chat.runner import Runner, now_of, often
from tests.support.chat.stored import count_states
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until_is


@pytest.mark.parametrize(("readable", "state"), [(True, "sent"), (False, "skipped")])
async def test_a_restored_backup_posts_nothing_twice(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path, readable: bool, state: str
) -> None:
    client, bot = sandbox.client, sandbox.state.bot.id
    file, copy = tmp_path / "ouro.db", tmp_path / "copy.db"
    stored = file_address(file)
    address = parse_address(stored)
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": client.general, "time": "12:00"})
        await client.press(panel, "Start posting")
        await asyncio.to_thread(back_up, address, copy)
        put_clock(sandbox, 12)
        await wait_for_posts(sandbox, client.general)
        await until_is(2, lambda: count_states(stored, "sent"))
    file.unlink()
    put_clock(sandbox, 13)
    restore(copy, address, now_of(sandbox))
    if not readable:
        sandbox.world.deny(client.general, bot, Permission.READ_MESSAGE_HISTORY)
    async with run_bot(sandbox, tasks=often("plan posts")):
        await until_is(2, lambda: count_states(stored, state))
        assert len(posts(sandbox, client.general)) == 1
        put_clock(sandbox, 12)
        await wait_for_posts(sandbox, client.general, 2)
    assert len(posts(sandbox, client.general)) == 2
