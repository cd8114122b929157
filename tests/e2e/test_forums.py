"""Dailies in forums and threads, and what /setup says is in their way."""

import discord
import pytest
from msgspec.structs import replace

from bot.connection.client import OuroClient
from bot.delivery.delivery import Delivery
from bot.delivery.kinds import MessageKind
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.permissions import Permission
from sandbox.model.records import Channel, Tag
from sandbox.model.waiting import wait_until
from store.records import PendingMessage
from tests.support.chat.dailies import posts, put_clock, wait_for_posts
from tests.support.chat.messages import labels, readable
from tests.support.chat.runner import Runner, often
from tests.support.chat.stored import rows
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from texts import server_setup as setup

ENDED = "SELECT 1 FROM outbox WHERE key LIKE 'daily:%' AND (shown > 0 OR state = 'over')"
SHOWN = "SELECT place, message_id FROM outbox WHERE shown > 0"


def posts_in(chat: Sandbox, forum: int) -> list[Channel]:
    return [each for each in chat.state.channels.values() if each.parent_id == forum]


def tags_of(chat: Sandbox, forum: int) -> tuple[Tag, ...]:
    has = chat.state.channel(forum).forum
    assert has is not None
    return has.tags


async def test_each_day_is_a_post_of_a_forum_with_its_tags(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client, world = sandbox.client, sandbox.world
    forum = client.forum
    puzzles, talk = tags_of(sandbox, forum)
    put_clock(sandbox, 10)
    async with run_bot(sandbox, tasks=often("plan posts", "close dailies")):
        panel = await client.slash("setup", {"time": "12:00"})
        panel = await client.select(panel, "ouro:setup:channel", [str(forum)])
        assert f"Posts in <#{forum}> need a tag: choose one below." in panel.text
        assert "Each day is a post of its own there" in panel.text
        panel = await client.select(panel, "ouro:setup:tags", [str(puzzles.id)])
        assert "need a tag" not in panel.text
        assert "with tags: Puzzles" in panel.text
        assert not {"Turn threads on", "Turn threads off"} & {*labels(panel.message)}
        await client.press(panel, "Start posting")
        assert posts_in(sandbox, forum) == []
        put_clock(sandbox, 12)
        [post] = await wait_until(sandbox.state, lambda: posts_in(sandbox, forum) or None, 60)
        assert post.name.startswith("Dailies #")
        assert post.applied == (puzzles.id,)
        [message] = await wait_for_posts(sandbox, post.id)
        assert int(message["id"]) == post.id
        answer = await client.slash("daily", user=client.member)
        assert f"/channels/{client.guild}/{post.id}/{post.id}" in answer.text
        world.change_channel(post.id, applied=(talk.id, puzzles.id), archived=True)
        put_clock(sandbox, 0, 11)
        await wait_until(
            sandbox.state, lambda: "closed" in readable(posts(sandbox, post.id)[0]) or None, 60
        )
        assert posts_in(sandbox, forum)[0].applied == (talk.id, puzzles.id)
        put_clock(sandbox, 12)
        await wait_until(sandbox.state, lambda: len(posts_in(sandbox, forum)) == 2 or None, 60)


@pytest.mark.parametrize("kind", [FaultKind.LOST, FaultKind.DISCONNECT_AFTER, FaultKind.ERROR])
async def test_a_lost_answer_makes_no_second_post(
    sandbox: Sandbox, run_bot: Runner, bot_database: str, kind: FaultKind
) -> None:
    """Neither the library nor the bot repeats the request: the post is looked for."""
    client = sandbox.client
    forum = sandbox.world.add_forum(client.guild, "free")
    put_clock(sandbox, 10)
    sandbox.faults.add(Fault(kind, path=f"^POST /channels/{forum}/threads"))
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": forum})
        await client.press(panel, "Post today's now")
        await until(lambda: rows(bot_database, SHOWN))
        [post] = posts_in(sandbox, forum)
        assert await rows(bot_database, SHOWN) == [(post.id, post.id)]


async def test_a_server_that_is_not_known_yet_gets_no_second_post(
    sandbox: Sandbox, run_bot: Runner, bot_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart: whether the channel is a forum is only known once the server is."""
    client, bot = sandbox.client, sandbox.state.bot.id
    forum, hidden = sandbox.world.add_forum(client.guild, "free"), list[int]()
    sandbox.world.deny(forum, bot, Permission.READ_MESSAGE_HISTORY)
    show, find = Delivery._show, OuroClient.get_guild

    async def show_early(self: Delivery, kind: MessageKind, pending: PendingMessage) -> None:
        hidden.extend([forum] if pending.place == forum and pending.tries == 2 else [])
        await show(self, kind, pending)

    def find_late(self: OuroClient, number: int, /) -> discord.Guild | None:
        return None if hidden and hidden.pop() else find(self, number)

    monkeypatch.setattr(Delivery, "_show", show_early)
    monkeypatch.setattr(OuroClient, "get_guild", find_late)
    put_clock(sandbox, 10)
    sandbox.faults.add(Fault(FaultKind.LOST, path=f"^POST /channels/{forum}/threads"))
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": forum})
        await client.press(panel, "Post today's now")
        await until(lambda: rows(bot_database, ENDED))
        assert len(posts_in(sandbox, forum)) == 1
        assert await rows(bot_database, SHOWN) == []


async def test_a_thread_takes_the_dailies(sandbox: Sandbox, run_bot: Runner) -> None:
    client, bot = sandbox.client, sandbox.state.bot.id
    private = sandbox.world.add_thread(client.general, "secret", members=[bot])
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": private, "threads": True, "time": "12:00"})
        assert setup.THREADS_ON.text not in panel.text
        assert "⚠️" not in panel.text
        await client.press(panel, "Start posting")
        sandbox.world.change_channel(private, archived=True)
        put_clock(sandbox, 12)
        assert len(await wait_for_posts(sandbox, private)) == 1
        assert not sandbox.state.channel(private).archived
        assert posts_in(sandbox, private) == []


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (Permission.SEND_MESSAGES, "Create Posts"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.READ_MESSAGE_HISTORY | Permission.SEND_MESSAGES_IN_THREADS, "Read Message"),
    ],
)
async def test_what_is_missing_in_a_forum_is_named(
    chat: Sandbox, denied: Permission, named: str
) -> None:
    client, bot = chat.client, chat.state.bot.id
    chat.world.deny(client.forum, bot, denied)
    panel = await client.slash("setup", {"channel": client.forum})
    needed = next(line for line in panel.text.splitlines() if "I still need" in line)
    assert named in needed


async def test_what_is_in_the_way_of_posts_is_told(chat: Sandbox) -> None:
    client, world = chat.client, chat.world
    secret = world.add_thread(client.general, "secret", members=[])
    locked = world.add_thread(client.general, "locked")
    world.change_channel(locked, locked=True, archived=True)
    silent = world.add_channel(client.guild, "silent")
    muted = world.add_thread(silent, "muted", members=[chat.state.bot.id])
    world.deny(silent, chat.state.bot.id, Permission.SEND_MESSAGES_IN_THREADS)
    moderated = world.add_forum(client.guild, "closed", ("Team",), requires_tag=True)
    has = chat.state.channel(moderated)
    assert has.forum is not None
    [team] = has.forum.tags
    forum = replace(has.forum, tags=(replace(team, moderated=True),))
    chat.state.channels[moderated] = replace(has, forum=forum)
    world.change_channel(moderated, name="moderated")  # the bot is told
    for channel, sentence in (
        (secret, f"I cannot see <#{secret}>"),
        (locked, f"<#{locked}> is locked"),
        (muted, f"In <#{muted}> I still need: Send Messages in Threads"),
        (moderated, f"Posts in <#{moderated}> need a tag, and it has none that I may set"),
    ):
        panel = await client.slash("setup", {"channel": channel})
        [told] = [line for line in panel.text.splitlines() if "⚠️" in line]
        assert sentence in told
        assert sentence in (await client.slash("status")).text
