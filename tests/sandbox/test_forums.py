"""Forums and private threads of the local chat, with Discord's refusals."""

from typing import Any

import discord
import pytest
from msgspec.structs import replace

from sandbox.model.permissions import Permission
from sandbox.model.records import Tag
from tests.support.sandbox.api import PIXEL, Api, form
from tests.support.sandbox.sample_bot import SampleBot
from tests.support.sandbox.server import Sandbox

pytestmark = pytest.mark.wrong_requests
MESSAGE = {"content": "x"}


def tags_of(sandbox: Sandbox) -> tuple[Tag, ...]:
    has = sandbox.state.channel(sandbox.client.forum).forum
    assert has is not None
    return has.tags


def post_of(sandbox: Sandbox, **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"name": "A", "message": MESSAGE, "applied_tags": [], **changes}
    first = str(tags_of(sandbox)[0].id)
    return made | {"applied_tags": made["applied_tags"] or [first]}


async def test_a_post_is_a_thread_with_the_id_of_its_message(api: Api) -> None:
    forum, sandbox = api.sandbox.client.forum, api.sandbox
    payload = post_of(sandbox)
    status, body = await api("POST", f"/channels/{forum}/threads", data=form(payload, ("a", PIXEL)))
    assert (status, body["id"], body["type"]) == (201, body["message"]["id"], 11)
    assert body["applied_tags"] == payload["applied_tags"]
    assert len(body["message"]["attachments"]) == 1
    assert (await api("GET", f"/channels/{body['id']}/messages/{body['id']}"))[0] == 200
    (status, active), post = (
        await api("GET", f"/guilds/{sandbox.client.guild}/threads/active"),
        body,
    )
    assert post["id"] in [each["id"] for each in active["threads"]]
    archived = f"/channels/{forum}/threads/archived/public"
    assert (await api("GET", archived))[1]["threads"] == []
    for number in range(3):
        other = await api("POST", f"/channels/{forum}/threads", json=post_of(sandbox))
        sandbox.world.change_channel(int(other[1]["id"]), archived=True)
        sandbox.clock.advance(number + 1)
    status, page = await api("GET", f"{archived}?limit=2")
    assert (len(page["threads"]), page["has_more"]) == (2, True)
    times = [each["thread_metadata"]["archive_timestamp"] for each in page["threads"]]
    assert times == sorted(times, reverse=True)
    status, rest = await api("GET", archived, params={"before": times[-1]})
    assert (len(rest["threads"]), rest["has_more"]) == (1, False)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"message": None}, 50035),
        ({"message": {}}, 50006),
        ({"name": ""}, 50035),
        ({"name": "a" * 101}, 50035),
        ({"applied_tags": ["1"]}, 10087),
        ({"applied_tags": ["1"] * 6}, 50035),
    ],
)
async def test_posts_that_are_refused(api: Api, changes: dict[str, Any], code: int) -> None:
    forum = api.sandbox.client.forum
    status, body = await api(
        "POST", f"/channels/{forum}/threads", json=post_of(api.sandbox, **changes)
    )
    assert (status, body["code"]) == (404 if code == 10087 else 400, code)
    assert forum not in {each.parent_id for each in api.sandbox.state.channels.values()}


async def test_tags_that_are_missing_or_of_moderators(api: Api) -> None:
    sandbox, forum = api.sandbox, api.sandbox.client.forum
    path, without = f"/channels/{forum}/threads", {"name": "A", "message": MESSAGE}
    assert (await api("POST", path, json=without))[1]["code"] == 40067
    channel = sandbox.state.channel(forum)
    assert channel.forum is not None
    moderated = tuple(replace(tag, moderated=True) for tag in channel.forum.tags)
    sandbox.state.channels[forum] = replace(channel, forum=replace(channel.forum, tags=moderated))
    assert (await api("POST", path, json=post_of(sandbox)))[1]["code"] == 40066
    free = replace(channel.forum, tags=moderated, requires_tag=False)
    sandbox.state.channels[forum] = replace(channel, forum=free)
    assert (await api("POST", path, json=post_of(sandbox)))[1]["code"] == 50013
    assert (await api("POST", path, json=without))[0] == 201


async def test_what_the_bot_may_not_do_in_a_forum(api: Api) -> None:
    sandbox, forum = api.sandbox, api.sandbox.client.forum
    path, archived = f"/channels/{forum}/threads", f"/channels/{forum}/threads/archived/public"
    assert (await api("POST", f"/channels/{forum}/messages", json=MESSAGE))[1]["code"] == 40058
    with_file = form(post_of(sandbox), ("a", PIXEL))
    for denied, method, at, code, more in (
        (Permission.SEND_MESSAGES, "POST", path, 50013, {"json": post_of(sandbox)}),
        (Permission.ATTACH_FILES, "POST", path, 50013, {"data": with_file}),
        (Permission.READ_MESSAGE_HISTORY, "GET", archived, 50013, {}),
        (Permission.VIEW_CHANNEL, "GET", archived, 50001, {}),
        (Permission.VIEW_CHANNEL, "POST", path, 50001, {"json": post_of(sandbox)}),
    ):
        sandbox.world.deny(forum, sandbox.state.bot.id, denied)
        status, body = await api(method, at, **more)
        assert (status, body["code"]) == (403, code)


async def test_only_members_and_moderators_see_a_private_thread(
    sandbox: Sandbox, bot: SampleBot
) -> None:
    client, me = sandbox.client, sandbox.state.bot.id
    hidden = sandbox.world.add_thread(client.general, "hidden", members=[client.member])
    shown = sandbox.world.add_thread(client.general, "shown", members=[me])
    guild = bot.get_guild(client.guild)
    assert guild is not None
    assert {each.id for each in await guild.active_threads()} >= {shown}
    assert guild.get_thread(hidden) is None
    with pytest.raises(discord.Forbidden) as refused:
        await guild.fetch_channel(hidden)
    assert refused.value.code == 50001
    for user, sees in ((client.me, True), (client.member, True), (client.newcomer, False)):
        assert sandbox.state.can_see(user, sandbox.state.channel(hidden)) == sees
    general = guild.get_channel(client.general)
    assert isinstance(general, discord.TextChannel)
    with pytest.raises(discord.Forbidden):
        await general.create_thread(name="x", type=discord.ChannelType.private_thread)


async def test_a_locked_thread_takes_no_messages(sandbox: Sandbox, bot: SampleBot) -> None:
    thread = bot.get_channel(sandbox.client.thread)
    assert isinstance(thread, discord.Thread)
    for archived, code in ((False, 160005), (True, 50083)):
        sandbox.world.change_channel(thread.id, locked=True, archived=archived)
        with pytest.raises(discord.Forbidden) as refused:
            await thread.send("x")
        assert refused.value.code == code
    sandbox.world.change_channel(thread.id, locked=False)
    await thread.edit(archived=False)  # of somebody else: who may write there opens it
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=True)
