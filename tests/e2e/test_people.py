"""Leaderboards, numbers, streaks, settings, reminders and privacy, as people meet them."""

import json
import re
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from play.calendar import Track, closes
from sandbox.model.components import walk
from sandbox.model.records import Json
from sandbox.server import Sandbox
from sandbox.testing.client import Reply
from store import attempts, outages, players, rankings
from store.database import Database, open_database
from store.records import LeaderboardScope, Outage, Visibility
from tests.support.chat.languages import speak
from tests.support.chat.messages import buttons, labels, picture_text
from tests.support.chat.players import DAY, NOON, add_dailies, appear, days_ago, solve, solve_days
from tests.support.chat.runner import Runner, often
from tests.support.contract.contract import Contract
from tests.support.prepared import PreparedDatabases
from tests.support.texts import english_words
from tests.support.waiting import until

PAST = 40


@pytest.fixture
async def sandbox(contract: Contract) -> AsyncIterator[Sandbox]:
    """A local chat at noon of a certain day."""
    start = NOON.timestamp() - time.monotonic()
    chat = Sandbox(application="Ouro", inspector=contract, clock=lambda: start + time.monotonic())
    async with chat:
        yield chat


@pytest.fixture
async def database(
    bot_database: str, prepared_databases: PreparedDatabases
) -> AsyncIterator[Database]:
    """The database of the bot, with dailies."""
    await prepared_databases.provide("past", partial(add_dailies, PAST), bot_database)
    async with open_database(bot_database) as database:
        yield database


@pytest.fixture
async def chat(sandbox: Sandbox, run_bot: Runner, database: Database) -> AsyncIterator[Sandbox]:
    """The local chat with a running bot."""
    assert database
    async with run_bot(sandbox, tasks=often("send reminders")):
        yield sandbox


def lines(reply: Reply) -> list[str]:
    """The lines of a board, without its heading."""
    return [line for line in reply.text.splitlines() if re.match(r"\*\*\d+\.\*\*", line)]


def enabled(reply: Reply) -> list[str]:
    return [one["label"] for one in buttons(reply.message) if not one.get("disabled")]


# Leaderboards


@pytest.mark.both_databases
async def test_the_board_of_a_day(chat: Sandbox, database: Database) -> None:
    client = chat.client
    other, nameless, unseen, away = (chat.add_user(name) for name in "ABCD")
    async with database.writing() as connection:
        for player, seconds in ((client.me, 100), (client.member, 90), (other, 100)):
            await solve(connection, player, seconds)
        await solve(connection, nameless, 95)
        await solve(connection, unseen, 10)
        await solve(connection, away, 50, mistakes=1, hints=2)
        await appear(connection, nameless, Visibility.ANONYMOUS)
        await appear(connection, unseen, Visibility.HIDDEN)
        for player in (client.me, client.member, other, nameless, unseen):
            await players.join(connection, player, client.guild)
    reply = await client.slash("leaderboard")
    assert not reply.ephemeral
    assert "Leaderboard: Normal" in reply.text
    assert f"#123 of 2027-03-03, open until <t:{int(closes(DAY).timestamp())}:t>" in reply.text
    assert "This server · 4 players" in reply.text
    first, last = sorted((client.me, other))
    you = " ← you"
    assert lines(reply) == [
        f"**1.** <@{client.member}> · **1:30**",
        "**2.** Somebody · **1:35**",
        f"**3.** <@{first}> · **1:40**{you if first == client.me else ''}",
        f"**3.** <@{last}> · **1:40**{you if last == client.me else ''}",
    ]
    assert str(nameless) not in reply.text + json.dumps(reply.message["components"])
    everybody = await client.press(reply, "Show everybody")
    assert everybody.message["id"] == reply.message["id"]
    assert "Everybody · 5 players" in everybody.text
    assert f"**5.** <@{away}> · **2:20** · mistakes 1 · help 2" in lines(everybody)
    assert str(unseen) not in everybody.text
    # Somebody else gets a board of their own, and the public one stays as it is.
    before = reply.text
    own = await client.press(reply, "Only this server", user=other)
    assert own.ephemeral
    assert own.message["id"] != reply.message["id"]
    assert f"<@{other}> · **1:40** ← you" in own.text
    assert reply.text == before
    # Those who are not named are not given away in public, and are told in private.
    for user, told in ((nameless, "Somebody · **1:35** ← you"), (unseen, "You are hidden")):
        public = await client.slash("leaderboard", user=user)
        assert "you" not in public.text.replace("of your", "").lower()
        private = await client.slash("leaderboard", {"private": True}, user=user)
        assert private.ephemeral
        assert told in private.text
    # The button under a daily leads to its board, today's board to the daily.
    post = await client.slash("daily", {"track": "normal"})
    opened = await client.press(post, "Leaderboard", user=other)
    assert opened.ephemeral
    assert "This server · 4 players" in opened.text
    assert "Play" in labels(opened.message)
    direct = await client.slash("leaderboard", {"scope": "server"}, channel=client.direct)
    assert "A server has its own board" in direct.text
    assert "5 players" in (await client.slash("leaderboard", channel=client.direct)).text


async def test_pages_periods_and_tracks(chat: Sandbox, database: Database) -> None:
    client = chat.client
    crowd = [chat.add_user(f"Player {number}") for number in range(23)]
    async with database.writing() as connection:
        for place, player in enumerate(crowd):
            await solve(connection, player, 60 + place)
        await solve(connection, client.me, 500)
        for ago in (1, 2, 3, 9):
            await solve(connection, client.me, 100, days_ago(ago))
        await solve(connection, client.member, 40, days_ago(1), Track.HARD)
    reply = await client.slash("leaderboard", {"scope": "global"})
    assert len(lines(reply)) == 10
    assert f"You: **24.** <@{client.me}> · **8:20**" in reply.text
    assert "Page 1 of 3" in reply.text
    assert "Page up" not in enabled(reply)
    reply = await client.press(reply, "Page down")
    assert lines(reply)[0] == f"**11.** <@{crowd[10]}> · **1:10**"
    reply = await client.press(reply, "Page down")
    assert lines(reply)[-1] == f"**24.** <@{client.me}> · **8:20** ← you"
    assert len(lines(reply)) == 4
    assert "Page down" not in enabled(reply)
    assert "Later →" not in enabled(reply)
    reply = await client.press(reply, "← Earlier")
    assert "#122 of 2027-03-02" in reply.text
    assert lines(reply) == [f"**1.** <@{client.me}> · **1:40** ← you"]
    reply = await client.select(reply, "Track", ["hard"])
    assert lines(reply) == [f"**1.** <@{client.member}> · **0:40**"]
    assert "You are not on this board yet." in reply.text
    reply = await client.select(reply, "Track", ["normal"])
    reply = await client.select(reply, "Period", ["week"])
    assert "Week from 2027-03-01 to 2027-03-07" in reply.text
    assert lines(reply)[0] == f"**1.** <@{client.me}> · 3 solved · **11:40** ← you"
    reply = await client.press(reply, "← Earlier")
    assert "Week from 2027-02-22 to 2027-02-28" in reply.text
    assert lines(reply) == [f"**1.** <@{client.me}> · 2 solved · **3:20** ← you"]
    reply = await client.press(reply, "Later →")
    assert "Week from 2027-03-01" in reply.text
    reply = await client.select(reply, "Period", ["month"])
    assert "Month 2027-03" in reply.text
    reply = await client.select(reply, "Period", ["all"])
    assert "All time" in reply.text
    assert lines(reply)[0] == f"**1.** <@{client.me}> · 5 solved · **15:00** ← you"
    assert "← Earlier" not in labels(reply.message)
    empty = await client.slash("leaderboard", {"period": "day", "track": "easy"})
    assert "Nobody is on this board yet." in empty.text


# Numbers and streaks


async def test_numbers(chat: Sandbox, database: Database) -> None:
    client = chat.client
    assert "You have not played here yet" in (await client.slash("stats")).text
    async with database.writing() as connection:
        await solve_days(connection, client.member, (5, 4, 3))
        await solve(connection, client.member, 61, days_ago(3), Track.EASY, mistakes=1, hints=1)
    reply = await client.slash("stats", {"person": client.member})
    assert not reply.ephemeral
    assert f"<@{client.member}> in numbers" in reply.text
    assert "**Easy** · 1 daily · best 2:01 · median 2:01" in reply.text
    assert "**Normal** · 3 dailies · best 1:40 · median 1:40" in reply.text
    assert "Without any help: 3 of 4 (75\N{NO-BREAK SPACE}%)" in reply.text
    assert "Wrong submissions: 1" in reply.text
    assert "Streak 0 · longest 3" in reply.text
    assert "Hardest board solved: 7x7. Hard, with a score of 37" in reply.text
    assert picture_text(reply.message) == (
        "Calendar from 2027-02-26 to 2027-03-03. A daily was solved on 3 days. "
        "None on 2027-03-01 and 2027-03-02."
    )
    for visibility in (Visibility.HIDDEN, Visibility.ANONYMOUS):
        async with database.writing() as connection:
            await appear(connection, client.member, visibility)
        refused = await client.slash("stats", {"person": client.member})
        unknown = await client.slash("stats", {"person": client.newcomer})
        assert "keeps their numbers to themselves" in refused.text
        assert refused.text == unknown.text.replace(str(client.newcomer), str(client.member))
        own = await client.slash("stats", {"private": True}, user=client.member)
        assert own.ephemeral
        assert "3 dailies" in own.text


@pytest.mark.both_databases
async def test_a_streak_with_freezes_and_outages(chat: Sandbox, database: Database) -> None:
    client = chat.client
    end = int(closes(DAY).timestamp())
    nothing = await client.slash("streak")
    assert nothing.ephemeral
    assert "No streak yet" in nothing.text
    assert f"#123, are open until <t:{end}:t>, <t:{end}:R>" in nothing.text
    assert labels(nothing.message) == ["Play Easy", "Play Normal", "Play Hard"]
    async with database.writing() as connection:
        # Nine days, one missed, one with an outage, and yesterday; today is open.
        await solve_days(connection, client.me, [*range(12, 3, -1), 1])
        noon = NOON - timedelta(days=2)
        await outages.add(connection, Outage(noon, noon + timedelta(hours=2)))
    reply = await client.slash("streak")
    assert "10 days in a row" in reply.text
    assert "Solve one of them by then and it goes on." in reply.text
    assert "Longest: 10 · Since 2027-02-19" in reply.text
    assert "Freezes kept: 0 of 2 · 4 more days solved earn one" in reply.text
    assert "bridged by a freeze: 2027-02-28" in reply.text
    assert "the service was away: 2027-03-01" in reply.text
    async with database.writing() as connection:
        await solve(connection, client.me, 100)
    reply = await client.slash("streak")
    assert "11 days in a row" in reply.text
    assert "Today counts already." in reply.text
    assert labels(reply.message) == []


# Settings


async def test_everything_is_told_in_japanese(chat: Sandbox, database: Database) -> None:
    client = chat.client
    speak(chat, "ja", "ja")
    async with database.writing() as connection:
        await solve_days(connection, client.me, (12, *range(10, 0, -1)))
        await solve(connection, client.member, 100)
    for command in ("leaderboard", "stats", "streak", "settings", "privacy"):
        reply = await client.slash(command)
        text = re.sub(r"<@\d+>|<t:[^>]*>", "", reply.text)
        assert re.search(r"[\u3040-\u30ff]", text), command
        assert not english_words(text), command
    board = await client.slash("leaderboard", {"period": "all", "scope": "global"})
    assert "11問 · **18:20** ← あなた" in board.text
    assert any(re.fullmatch("コース.ふつう", label) for label in menu_labels(board))


def menu_labels(reply: Reply) -> list[str]:
    menus = [part for part in walk(reply.message["components"]) if part["type"] == 3]
    return [option["label"] for menu in menus for option in menu["options"]]


@pytest.mark.both_databases
async def test_settings_hold_for_the_next_answers(chat: Sandbox, database: Database) -> None:
    client = chat.client
    reply = await client.slash("settings")
    assert reply.ephemeral
    light = await reply.attachment_bytes()
    reply = await client.select(reply, "Colours of pictures", ["dark"])
    assert "✅ Your pictures are in these colours from now on: Dark." in reply.text
    dark = await reply.attachment_bytes()
    assert dark != light
    reply = await client.press(reply, "Show labels")
    assert "names of columns and rows beside the board" in reply.text
    assert "Hide labels" in labels(reply.message)
    assert await reply.attachment_bytes() not in (light, dark)
    solved = await client.slash("solve", {"puzzle": "3x3:i", "private": True})
    chosen = await client.slash(
        "solve", {"puzzle": "3x3:i", "private": True, "theme": "dark", "labels": True}
    )
    assert await solved.attachment_bytes() == await chosen.attachment_bytes()
    reply = await client.select(reply, "Language", ["ja"])
    assert "日本語" in reply.text
    assert picture_text(reply.message).startswith("スリザーリンク")
    assert "213通り" in (await client.slash("solve", {"puzzle": "3x3:i", "private": True})).text
    reply = await client.select(reply, "ouro:setting:language", ["discord"])
    assert "in the language of your Discord" in reply.text
    reply = await client.select(reply, "On leaderboards", ["hidden"])
    assert "You are on no leaderboard any more" in reply.text
    async with database.reading() as connection:
        player = await players.find(connection, client.me)
    assert player is not None
    assert (player.theme, player.labels, player.language) == ("dark", True, None)
    assert player.visibility is Visibility.HIDDEN


async def test_time_zones_are_suggested_and_checked(chat: Sandbox, database: Database) -> None:
    client = chat.client
    choices = await client.autocomplete("settings", "zone", {"zone": "tokyo"})
    assert [choice["value"] for choice in choices] == ["Asia/Tokyo"]
    wrong = await client.slash("settings", {"zone": "Tokio"})
    assert wrong.text == "There is no time zone 'Tokio'; perhaps Asia/Tokyo."
    right = await client.slash("settings", {"zone": "asia/tokyo"})
    assert "Your time zone is `Asia/Tokyo`." in right.text
    form = await client.press(right, "Remind me…")
    assert form.modal is not None
    sent = {"Time of day, such as 18:30": "25:00", "Time zone, such as Europe/London": "UTC"}
    problem = await client.submit_modal(form, sent)
    assert "'25:00' is no time of day" in json.dumps(client.messages()[-1]), problem
    async with database.reading() as connection:
        player = await players.find(connection, client.me)
    assert player is not None
    assert not player.reminders
    assert player.zone == "Asia/Tokyo"


# Reminders


async def switch_on(chat: Sandbox, at: str, zone: str) -> Reply:
    reply = await chat.client.slash("settings")
    form = await chat.client.press(reply, "Remind me…")
    sent = {"Time of day, such as 18:30": at, "Time zone, such as Europe/London": zone}
    return await chat.client.submit_modal(form, sent)


def reminders(chat: Sandbox) -> list[str]:
    """The numbers of the dailies of which the person was reminded, in order."""
    seen = [json.dumps(message) for message in chat.client.messages(chat.client.direct)]
    return [number for text in seen for number in re.findall(r"waiting for you.n(#\d+)", text)]


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


@pytest.mark.both_databases
async def test_a_reminder_comes_once_a_day_until_a_daily_is_solved(
    chat: Sandbox, database: Database
) -> None:
    client = chat.client
    reply = await switch_on(chat, "6 pm", "america/new_york")
    assert "You are reminded every day at 18:00 (`America/New_York`)" in reply.text
    at = (NOON + timedelta(hours=11)).timestamp()
    assert f"Next: <t:{int(at)}:f>" in reply.text
    async with database.writing() as connection:
        await solve_days(connection, client.me, range(7, 0, -1))
    await until_due(chat, database)
    reminder = await reminded(chat, "#123")
    text = json.dumps(reminder)
    assert "is open until" in text
    assert "Your streak is 7 days long. You have 1 freeze" in text
    assert labels(reminder) == ["Play Easy", "Play Normal", "Play Hard", "Stop reminders"]
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
    assert "You are not reminded any more." in stopped.text
    assert await next_instant(database, client.me) is None
    settings = await client.slash("settings")
    assert "**Reminders:** none." in settings.text


async def test_reminders_follow_the_clocks_and_are_never_late_or_repeated(
    sandbox: Sandbox, run_bot: Runner, database: Database
) -> None:
    chat = sandbox
    async with run_bot(chat, tasks=often("send reminders")):
        await switch_on(chat, "18:00", "America/New_York")
        # Its clocks are put forward on March 14: from then on it is an hour earlier in UTC.
        chat.clock.advance(timedelta(days=12).total_seconds())
        evening = NOON + timedelta(days=12, hours=10)

        async def moved() -> bool:
            return await next_instant(database, chat.client.me) == evening

        await until(moved)  # and that of twelve days ago is left out
    chat.clock.advance(timedelta(hours=11).total_seconds())
    async with run_bot(
        chat, tasks=often("send reminders")
    ):  # it was away when the reminder fell due, an hour ago
        await reminded(chat, "#135")
    async with run_bot(chat, tasks=often("send reminders")):  # a restart does not send it again
        await until_due(chat, database)
        await reminded(chat, "#135", "#136")


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
        assert await players.to_remind(connection, NOON + timedelta(days=400)) == ()
    chat.state.users[client.me] = user
    again = await switch_on(chat, "18:00", "UTC")
    assert "every day at 18:00 (`UTC`)" in again.text


# Privacy


@pytest.mark.both_databases
async def test_export_and_delete(chat: Sandbox, database: Database) -> None:
    client = chat.client
    nothing = await client.press(await client.slash("privacy"), "Export")
    assert "Nothing is stored of you." in nothing.text
    async with database.writing() as connection:
        for player, seconds in ((client.me, 100), (client.member, 200)):
            await solve(connection, player, seconds)
            await players.join(connection, player, client.guild)
    await client.select(await client.slash("settings"), "Colours of pictures", ["paper"])
    reply = await client.slash("privacy")
    assert reply.ephemeral
    exported = await client.press(reply, "Export")
    assert exported.ephemeral
    assert exported.message["id"] != reply.message["id"]
    tables = json.loads(await exported.attachment_bytes())
    [player] = tables["players"]
    assert (player["id"], player["theme"]) == (client.me, "paper")
    [attempt] = tables["attempts"]
    assert (attempt["day"], attempt["seconds"], attempt["ranked"]) == ("2027-03-03", 100, True)
    assert [row["server_id"] for row in tables["members"]] == [client.guild]
    asked = await client.press(reply, "Delete me…")
    assert "What remains" in asked.text
    kept = await client.press(asked, "Keep everything")
    assert "Nothing was deleted." in kept.text
    asked = await client.press(await client.slash("privacy"), "Delete me…")
    gone = await client.press(asked, "Delete everything")
    assert "All that was stored of you is deleted. 1 solved daily stays" in gone.text
    async with database.reading() as connection:
        assert await players.find(connection, client.me) is None
        board = LeaderboardScope("normal", DAY, DAY, client.guild)
        assert [line.rank for line in await rankings.standings(connection, board)] == [1, 2]
    shown = await client.slash("leaderboard", user=client.member)
    assert lines(shown) == [
        "**1.** Somebody · **1:40**",
        f"**2.** <@{client.member}> · **3:20** ← you",
    ]
    again = await client.press(await client.slash("privacy"), "Export")
    assert "Nothing is stored of you." in again.text


@pytest.mark.usefixtures("database")
async def test_buttons_of_long_ago_work_after_a_restart(sandbox: Sandbox, run_bot: Runner) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        board = await client.slash("leaderboard")
        settings = await client.slash("settings")
        privacy = await client.slash("privacy")
        form = await client.press(settings, "Remind me…")
    sandbox.clock.advance(timedelta(days=2).total_seconds())
    async with run_bot(sandbox):
        board = await client.select(board, "Period", ["month"])
        assert "Month 2027-03" in board.text
        settings = await client.press(settings, "Show labels")
        assert "Hide labels" in labels(settings.message)
        sent = {"at": "7:30", "zone": "asia/tokyo"}  # the form was open in the meantime
        stored = await client.submit_modal(form, sent)
        assert "every day at 07:30 (`Asia/Tokyo`)" in stored.text
        privacy = await client.press(privacy, "Delete me…")
        assert "Delete everything" in labels(privacy.message)
