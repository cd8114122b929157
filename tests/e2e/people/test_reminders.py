"""Reminders as people meet them."""

import json
import re
from datetime import datetime, timedelta

from msgspec.structs import replace

from sandbox.model.records import Json
from store import attempts, players
from store.database import Database
from tests.support.chat.messages import labels
from tests.support.chat.players import DAY, NOON, solve, solve_days
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.store.tables import ask
from tests.support.waiting import until


async def switch_on(chat: Sandbox, at: str, zone: str) -> Reply:
    reply = await chat.client.slash("settings")
    form = await chat.client.press(reply, "Remind me…")
    sent = {"Time of day, such as 18:30": at, "Time zone, such as Europe/London": zone}
    return await chat.client.submit_modal(form, sent)


def reminders(chat: Sandbox) -> list[str]:
    """The numbers of the dailies of which the person was reminded, in order."""
    messages = chat.client.messages(chat.client.direct)
    seen = [json.dumps(message["components"]) for message in messages]
    return [number for text in seen for number in re.findall(r"A reminder of daily (#\d+)", text)]


async def next_instant(database: Database, player: int) -> datetime | None:
    async with database.reading() as connection:
        stored = await players.find(connection, player)
    return None if stored is None else stored.next_reminder


async def until_due(chat: Sandbox, database: Database) -> None:
    """Put the clock to the next reminder, and wait until the service has seen to it."""
    due = await next_instant(database, chat.client.me)
    assert due is not None
    chat.clock.advance(due.timestamp() - chat.clock() + 1)

    async def moved() -> bool:
        return await next_instant(database, chat.client.me) != due

    await until(moved)


async def reminded(chat: Sandbox, *numbers: str) -> Json:
    """The last message of all reminders, once there are those and no other."""

    async def there() -> bool:
        return len(reminders(chat)) >= len(numbers)

    await until(there)
    assert reminders(chat) == list(numbers)
    return chat.client.messages(chat.client.direct)[-1]


async def test_a_reminder_comes_once_a_day_until_a_daily_is_solved(
    chat: Sandbox, database: Database
) -> None:
    client = chat.client
    reply = await switch_on(chat, "6 pm", "america/new_york")
    assert "I will remind you every day at 18:00 (`America/New_York`)" in reply.text
    at = (NOON + timedelta(hours=11)).timestamp()
    assert f"Next: <t:{int(at)}:f>" in reply.text
    async with database.writing() as connection:
        await solve_days(connection, client.me, range(7, 0, -1))
    await until_due(chat, database)
    reminder = await reminded(chat, "#123")
    text = json.dumps(reminder)
    assert "It counts until" in text
    assert "Your streak is 7 days long. You have 1 freeze" in text
    assert labels(reminder) == [
        "Play Easy",
        "Play Normal",
        "Play Hard",
        "Play Mini",
        "Stop reminders",
    ]
    opened = await client.press(reminder, "Play Easy")
    assert "#123" in opened.text
    async with database.reading() as connection:
        attempt = await attempts.of_daily(connection, client.me, DAY, "easy")
    assert attempt is not None
    assert attempt.shown_at is not None
    # Solved on the next day: no reminder. On the day after that: another one.
    async with database.writing() as connection:
        await solve(connection, client.me, 50, DAY + timedelta(days=1))
    await until_due(chat, database)
    await until_due(chat, database)
    newest = await reminded(chat, "#123", "#125")
    stopped = await client.press(newest, "Stop reminders")
    assert "Reminders are off." in stopped.text
    assert await next_instant(database, client.me) is None
    settings = await client.slash("settings")
    assert "**Reminders:** none." in settings.text


async def test_who_takes_no_messages_is_told_in_the_settings(
    chat: Sandbox, database: Database
) -> None:
    client = chat.client
    await switch_on(chat, "18:00", "UTC")
    user = chat.state.users[client.me]
    chat.state.users[client.me] = replace(user, accepts_direct=False)
    await until_due(chat, database)

    async def told() -> bool:
        return "switched off, because Discord" in (await client.slash("settings")).text

    await until(told)
    async with database.reading() as connection:
        assert (
            await ask(
                connection, "SELECT id FROM outbox WHERE key LIKE 'reminder%' AND state <> 'over'"
            )
            == []
        )
    chat.state.users[client.me] = user
    again = await switch_on(chat, "18:00", "UTC")
    assert "every day at 18:00 (`UTC`)" in again.text
