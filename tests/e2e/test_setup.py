"""Setting a server up, and the posts that follow."""

import re
from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace

from i18n.catalogues import localizer_for
from play.calendar import today
from sandbox.model.permissions import Permission
from sandbox.model.waiting import wait_until
from sandbox.payloads.places import news_channel
from store import outbox
from store.database import open_database
from store.records import PendingMessage, PublicSolves, Target
from tests.support.chat.dailies import posts, put_clock, wait_for_posts
from tests.support.chat.messages import labels, picture_text, readable
from tests.support.chat.runner import Runner, now_of, running_bot
from tests.support.sandbox.server import Sandbox
from texts import commands, problems
from texts import server_setup as setup

JA = localizer_for("ja")


def threads(chat: Sandbox, channel: int) -> set[int]:
    return {place.id for place in chat.state.channels.values() if place.parent_id == channel}


def news_of(chat: Sandbox, server: int) -> int:
    """The channel for news of a server."""
    return int(news_channel(chat.state, chat.state.guilds[server]) or 0)


async def test_a_manager_sets_a_server_up_and_the_dailies_come(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    channel = sandbox.world.add_channel(client.guild, "daily")
    role = sandbox.world.add_role(client.guild, "Puzzlers")
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"time": "noon", "zone": "MST"})
        assert "choose one, such as America/Denver, America/Phoenix" in panel.text
        panel = await client.slash("setup", {"time": "9 pm", "zone": "Asia/Tokyo"})
        assert "Time of posts: **21:00** (`Asia/Tokyo`)" in panel.text
        panel = await client.slash("setup", {"time": "noon", "zone": "utc"})
        assert panel.ephemeral
        assert "Nothing is posted" in panel.text
        panel = await client.select(panel, "ouro:setup:channel", [str(channel)])
        assert f"<#{channel}>" in panel.text
        assert "Which puzzles shall I post?" in panel.text
        assert "Next post" not in panel.text
        assert "at **12:00** (`UTC`)" in panel.text
        panel = await client.press(panel, "Start posting")
        assert "Easy and Normal" in panel.text
        assert "Start posting" not in labels(panel.message)
        await client.select(panel, "ouro:setup:tracks", ["normal", "hard", "easy"])
        await client.select(panel, "ouro:setup:role", [str(role)])
        await client.select(panel, "ouro:setup:solves", ["managers"])
        assert setup.WHO[PublicSolves.MANAGERS].text in panel.text
        await client.press(panel, "Turn threads on")
        assert "Easy, Normal and Hard" in panel.text
        assert "cannot be pinged" in panel.text
        preview = await client.press(panel, "Preview")
        assert preview.ephemeral
        assert "A preview" in preview.text
        assert posts(sandbox, channel) == []
        put_clock(sandbox, 12)
        [post] = await wait_for_posts(sandbox, channel)
        for line in ("**Easy** 7x7", "**Normal** 10x10", "**Hard** 1", f"<@&{role}>"):
            assert line in readable(post)
        assert labels(post) == ["Play"] * 3 + ["Leaderboard"]
        assert "Easy, 7x7; Normal, 10x10; Hard, 1" in picture_text(post)
        wanted = {int(post["id"])}
        await wait_until(sandbox.state, lambda: threads(sandbox, channel) == wanted or None, 30)
        answer = await client.slash("daily", user=client.member)
        assert f"/channels/{client.guild}/{channel}/{post['id']}" in answer.text
        assert (answer.ephemeral, answer.files) == (True, [])
        board = await client.press(post, f"ouro:daily:{today(now_of(sandbox))}:hard")
        assert "Hard 1" in board.text
        panel = await client.slash("setup")
        assert "Next post:" in panel.text
        panel = await client.press(panel, "Stop posting")
        assert "Nothing is posted" in panel.text
        put_clock(sandbox, 12)
        await client.slash("daily")
        assert len(posts(sandbox, channel)) == 1


async def test_a_server_that_adds_the_bot_is_greeted_once(sandbox: Sandbox, tmp_path: Path) -> None:
    client, world = sandbox.client, sandbox.world
    club = world.add_guild("Club", owner=client.me, has_bot=False, locale="ja")
    quiet = world.add_guild("Quiet", owner=client.me, has_bot=False)
    greeted, silent = (news_of(sandbox, each) for each in (club, quiet))
    async with running_bot(sandbox, tmp_path) as running:
        await running.bot.client.connected.wait()
        world.deny(silent, sandbox.state.bot.id, Permission.SEND_MESSAGES)
        for server in (quiet, club):
            world.invite_bot(server)
        told = await client.wait_for_message(lambda _: True, channel=greeted)
        assert labels(told) == [JA.say(commands.USE_SETUP), JA.say(commands.USE_TRY)]
        lesson = await client.press(told, JA.say(commands.USE_TRY))
        assert lesson.ephemeral
        panel = await client.press(told, JA.say(commands.USE_SETUP))
        assert panel.ephemeral
        assert setup.NOTHING_POSTED.text in panel.text
        refused = await client.press(told, JA.say(commands.USE_SETUP), user=client.member)
        assert problems.ONLY_MANAGERS.text in refused.text
    async with running_bot(sandbox, tmp_path) as running:
        await running.bot.client.connected.wait()
        later = world.add_guild("Later", owner=client.me, has_bot=False)
        world.invite_bot(later)
        told = await client.wait_for_message(lambda _: True, channel=news_of(sandbox, later))
        assert labels(told) == [commands.USE_SETUP.text, commands.USE_TRY.text]
    for channel, count in ((greeted, 1), (silent, 0), (client.general, 0)):
        assert len(client.messages(channel, client.newcomer)) == count


async def test_only_managers_set_a_server_up(chat: Sandbox) -> None:
    client = chat.client
    assert "setup" not in client.commands(user=client.member)
    helper = chat.world.add_manager("Helper", client.guild)
    panel = await client.slash("setup", user=helper)
    assert "Nothing is posted" in panel.text
    chat.state.memberships[client.guild, helper] = replace(
        chat.state.memberships[client.guild, helper], roles=frozenset()
    )
    for refused in (
        await client.select(panel, "ouro:setup:channel", [str(client.general)], user=helper),
        await client.select(panel, "ouro:setup:tracks", ["easy"], user=helper),
    ):
        assert "Only people who can manage this server" in refused.text
    assert "Nothing is posted" in (await client.slash("setup")).text


async def test_problems_of_a_setup_are_reported(chat: Sandbox) -> None:
    client, bot = chat.client, chat.state.bot.id
    channel = chat.world.add_channel(client.guild, "daily")
    chat.world.deny(channel, bot, Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS)
    panel = await client.slash("setup", {"channel": channel, "threads": True, "time": "23:00"})
    assert "I still need: Attach Files and Create Public Threads" in panel.text
    assert "they stay open for only one hour" in panel.text
    for options, sentence in (
        ({"time": "25:00"}, "'25:00' is no time of day; write one such as 18:30."),
        ({"zone": "Tokio"}, "There is no time zone 'Tokio'; perhaps Asia/Tokyo."),
    ):
        assert (await client.slash("setup", options)).text == sentence
    suggested = await client.autocomplete("setup", "zone", {"zone": "tokyo"})
    assert [choice["value"] for choice in suggested] == ["Asia/Tokyo"]


async def test_a_deleted_channel_is_reported_once(sandbox: Sandbox, run_bot: Runner) -> None:
    """The owner gets a direct message; nothing is posted until another channel is chosen."""
    client = sandbox.client
    channel = sandbox.world.add_channel(client.guild, "daily")
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": channel, "time": "12:00"})
        await client.press(panel, "Start posting")
        sandbox.world.remove_channel(channel)
        put_clock(sandbox, 12)
        told = await client.wait_for_message(
            lambda m: "no longer exists" in readable(m), channel=client.direct
        )
        assert "**Sandbox**" in readable(told)
        assert re.search(r"Use </setup:\d+> there", str(told["components"]))
        panel = await client.slash("setup")
        assert "The channel no longer exists" in panel.text
        put_clock(sandbox, 12)
        await client.slash("privacy")
        assert len(client.messages(client.direct)) == 1
        panel = await client.select(panel, "ouro:setup:channel", [str(client.general)])
        assert "no longer exists" not in panel.text
        await client.press(panel, "Post today's now")
        assert len(await wait_for_posts(sandbox, client.general)) == 1


async def test_the_owner_is_told_that_the_dailies_become_one_message(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    """The update stores it for each server with several tracks."""
    client, now = sandbox.client, now_of(sandbox)
    about = {"reason": "one post", "channel": client.general}
    key, until = f"trouble:{client.guild}:one-post", now + timedelta(days=7)
    told = PendingMessage(key, about, Target.PERSON, 0, now, until, server_id=client.guild)
    async with run_bot(sandbox):
        async with open_database(bot_database) as database, database.writing() as connection:
            await outbox.add(connection, told)
        message = await client.wait_for_message(
            lambda m: "as one message" in readable(m), channel=client.direct
        )
    assert f"**Sandbox**, in <#{client.general}>" in readable(message).replace(
        " as one message with a picture of all boards", ""
    )
