"""The machine's clock is wrong for a minute: nothing of that lasts.

The time of the chat, which stands for Discord's, stays right.
"""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from store.address import file_address
from tests.support.chat.dailies import posts, put_clock, titles, wait_for_posts
from tests.support.chat.runner import Runner, no_tasks, now_of, often
from tests.support.chat.stored import count, last_heartbeat
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until

pytestmark = pytest.mark.waits


class WrongClock:
    """The time of a chat, and how far this machine's clock is off it."""

    def __init__(self, chat: Sandbox) -> None:
        self._chat = chat
        self.off = timedelta()

    def __call__(self) -> datetime:
        return now_of(self._chat) + self.off


@pytest.fixture
def clock(sandbox: Sandbox) -> WrongClock:
    """The clock of the bot's machine, at ten o'clock."""
    put_clock(sandbox, 10)
    return WrongClock(sandbox)


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of the bot's database."""
    return file_address(tmp_path / "ouro.db")


def numbers(chat: Sandbox) -> list[int]:
    """The numbers of the dailies that were posted, in order."""
    found = titles(posts(chat, chat.client.general))
    return [int(title.rpartition("#")[2].split()[0]) for title in found]


async def some_rounds() -> None:
    """Let what runs several times a second run some times."""
    await asyncio.sleep(1.5)


async def test_a_year_ahead_for_a_minute_is_no_outage(
    sandbox: Sandbox, run_bot: Runner, clock: WrongClock, address: str
) -> None:
    async with run_bot(sandbox, now=clock, tasks=often("heartbeat")):
        await until(lambda: last_heartbeat(address))
        clock.off = timedelta(days=365)
        await some_rounds()
        clock.off = timedelta(days=-365)
        await some_rounds()
        clock.off = timedelta()
        right = now_of(sandbox)

        async def beats_again() -> bool:
            last = await last_heartbeat(address)
            return last is not None and right <= last <= now_of(sandbox)

        await until(beats_again)
    assert await count(address, "outages") == 0


async def test_a_clock_that_is_wrong_from_the_start_posts_nothing(
    sandbox: Sandbox, run_bot: Runner, clock: WrongClock, address: str
) -> None:
    client = sandbox.client
    async with run_bot(sandbox, now=clock, tasks=no_tasks):  # without a heartbeat
        panel = await client.slash("setup", {"channel": client.general, "time": "12:00"})
        await client.press(panel, "Start posting")
    clock.off = timedelta(hours=3)
    async with run_bot(sandbox, now=clock, tasks=often("plan posts")) as pool:
        await some_rounds()
        assert numbers(sandbox) == []
        told = pool.metrics.text().decode()
        assert "ouro_schedules_stopped 1.0" in told
        [offset] = [line for line in told.splitlines() if line.startswith("ouro_clock_offset")]
        assert float(offset.split()[1]) == pytest.approx(3 * 3600, abs=3)
        clock.off = timedelta()
        put_clock(sandbox, 12)
        await wait_for_posts(sandbox, client.general)
        assert "ouro_schedules_stopped 0.0" in pool.metrics.text().decode()
    assert await count(address, "outages") == 0
