"""Permissions of people and changes of channels and servers, with the real client."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from sandbox.model.clock import Clock
from sandbox.model.errors import ActionError
from sandbox.model.permissions import Overwrite, Permission
from sandbox.model.world import BOT_PERMISSIONS
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.patient import PATIENCE, patient_chat
from tests.support.sandbox.sample_bot import SampleBot, connected, picture, text_channel
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until

Action = Callable[[], Awaitable[Any]]


@pytest.mark.usefixtures("bot")
async def test_managers_are_offered_what_members_are_not(sandbox: Sandbox) -> None:
    client = sandbox.client
    assert "setup" in client.commands()
    assert (await client.slash("setup")).text == "True True"
    helper = sandbox.world.add_manager("Helper", client.guild)
    assert (await client.slash("setup", user=helper)).text == "True True"
    for person in (client.member, client.newcomer):
        assert "setup" not in client.commands(user=person)
        assert "paint" in client.commands(user=person)
        with pytest.raises(ActionError, match="do not have permission to use setup here"):
            await client.slash("setup", user=person)


@pytest.mark.usefixtures("bot")
async def test_permissions_do_not_count_in_direct_messages(sandbox: Sandbox) -> None:
    direct = sandbox.client.direct_of(sandbox.client.member)
    reply = await sandbox.client.slash("setup", channel=direct, user=sandbox.client.member)
    assert reply.text == "False True"


@pytest.mark.usefixtures("bot")
async def test_a_newcomer_has_not_installed_the_application(sandbox: Sandbox) -> None:
    client = sandbox.client
    assert client.commands(client.elsewhere, client.member) == ["paint", "whoami"]
    assert client.commands(client.elsewhere, client.newcomer) == []
    reply = await client.slash("whoami", {"private": False}, user=client.newcomer)
    assert "True, False" in reply.text  # by the server's installation alone
    sandbox.world.change_user(client.newcomer, installed=True)
    assert client.commands(client.elsewhere, client.newcomer) == ["paint", "whoami"]


async def test_what_the_bot_may_not_do_in_a_channel(sandbox: Sandbox, bot: SampleBot) -> None:
    general = text_channel(bot, sandbox.client.general)
    me = sandbox.state.bot.id
    cases: dict[Permission, tuple[int, Action]] = {
        Permission.SEND_MESSAGES: (50013, lambda: general.send("x")),
        Permission.ATTACH_FILES: (50013, lambda: general.send("x", file=picture())),
        Permission.EMBED_LINKS: (50013, lambda: general.send(embed=discord.Embed(title="x"))),
        Permission.VIEW_CHANNEL: (50001, lambda: general.send("x")),
        Permission.CREATE_PUBLIC_THREADS: (
            50013,
            lambda: general.create_thread(name="x", type=discord.ChannelType.public_thread),
        ),
    }
    for denied, (code, action) in cases.items():
        sandbox.world.deny(general.id, me, denied)
        with pytest.raises(discord.Forbidden) as refused:
            await action()
        assert refused.value.code == code
        sandbox.world.change_channel(general.id, overwrites=())
        await action()


async def test_the_client_knows_its_permissions(sandbox: Sandbox, bot: SampleBot) -> None:
    guild = bot.guilds[0]
    general = text_channel(bot, sandbox.client.general)
    assert general.permissions_for(guild.me).attach_files
    everyone = Overwrite(guild.id, deny=Permission.ATTACH_FILES)
    sandbox.world.change_channel(general.id, overwrites=(everyone,))
    await until(lambda: not general.permissions_for(guild.me).attach_files)
    sandbox.world.change_channel(general.id, overwrites=())
    sandbox.world.change_bot_permissions(guild.id, BOT_PERMISSIONS | Permission.MANAGE_MESSAGES)
    await until(lambda: general.permissions_for(guild.me).manage_messages)
    reply = await sandbox.client.slash("setup")
    assert reply.text == "True True"
    sandbox.world.deny(general.id, sandbox.state.bot.id, Permission.SEND_MESSAGES)
    assert (await sandbox.client.slash("setup")).text == "True False"  # an answer needs no right


async def test_a_deleted_channel_is_unknown(sandbox: Sandbox, bot: SampleBot) -> None:
    place = sandbox.world.add_channel(sandbox.client.guild, "daily")
    await until(lambda: bot.get_channel(place))
    channel = text_channel(bot, place)
    message = await channel.send("hello")
    sandbox.world.remove_channel(place)
    actions: tuple[Action, ...] = (lambda: channel.send("x"), lambda: message.edit(content="x"))
    for action in actions:
        with pytest.raises(discord.NotFound) as refused:
            await action()
        assert refused.value.code == 10003
    await until(lambda: bot.get_channel(place) is None)


async def test_several_servers_come_and_go(sandbox: Sandbox, bot: SampleBot) -> None:
    second = sandbox.world.add_guild("Second", owner=sandbox.client.member, locale="de")
    await until(lambda: len(bot.guilds) == 2)
    guild = bot.get_guild(second)
    assert guild is not None
    await until(lambda: guild.text_channels)
    assert str(guild.preferred_locale) == "de"
    channel = guild.text_channels[0]
    person = sandbox.client.member
    assert "setup" in sandbox.client.commands(channel.id, person)
    assert "setup" not in sandbox.client.commands(channel.id, sandbox.client.newcomer)
    sandbox.world.remove_bot(second)
    await until(lambda: len(bot.guilds) == 1)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50001


async def test_threads(sandbox: Sandbox, bot: SampleBot) -> None:
    client = sandbox.client
    reply = await client.slash("setup", channel=client.thread)
    assert reply.text == "True True"
    await client.post_message("in the thread", channel=client.thread, user=client.member)
    general = text_channel(bot, client.general)
    assert [thread.id for thread in general.threads] == [client.thread]
    message = await general.send("talk about this")
    thread = await message.create_thread(name="Talk")
    assert thread.id == message.id
    await thread.send("go ahead")
    sandbox.world.change_channel(thread.id, archived=True)
    await thread.send("woken up")
    assert not sandbox.state.channels[thread.id].archived
    sandbox.world.change_channel(thread.id, locked=True, archived=True)
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("x")
    assert refused.value.code == 50083
    with pytest.raises(ActionError, match="do not have permission to send"):
        await client.post_message("x", channel=thread.id, user=client.member)


async def test_direct_messages_can_be_closed(sandbox: Sandbox, bot: SampleBot) -> None:
    client = sandbox.client
    user = await bot.fetch_user(client.newcomer)
    await user.send("welcome")
    [welcome] = client.messages(client.direct_of(client.newcomer), client.newcomer)
    assert welcome["content"] == "welcome"
    sandbox.world.change_user(client.newcomer, accepts_direct=False)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("again")
    assert refused.value.code == 50007
    sandbox.world.change_user(client.newcomer, accepts_direct=True)
    sandbox.world.leave(client.newcomer, client.guild)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("again")
    assert refused.value.code == 50278  # nothing in common any more


@pytest.mark.usefixtures("bot")
async def test_people_need_rights_too(sandbox: Sandbox) -> None:
    client = sandbox.client
    sandbox.world.change_channel(
        client.general, overwrites=(Overwrite(client.guild, deny=Permission.SEND_MESSAGES),)
    )
    with pytest.raises(ActionError, match="do not have permission to send messages here"):
        await client.post_message("x", user=client.member)
    await client.slash("whoami", user=client.member)  # commands are another right
    commands = Overwrite(client.guild, deny=Permission.USE_APPLICATION_COMMANDS)
    sandbox.world.change_channel(client.general, overwrites=(commands,))
    assert client.commands(user=client.member) == []
    hidden = Overwrite(client.guild, deny=Permission.VIEW_CHANNEL)
    sandbox.world.change_channel(client.general, overwrites=(hidden,))
    with pytest.raises(ActionError, match="channel does not exist"):
        await client.slash("whoami", user=client.member)
    assert client.messages(user=client.member) == []
    allowed = Overwrite(client.member, allow=Permission.VIEW_CHANNEL, member=True)
    sandbox.world.change_channel(client.general, overwrites=(hidden, allowed))
    assert "whoami" in client.commands(user=client.member)


@pytest.mark.usefixtures("bot")
async def test_a_role_can_be_given(sandbox: Sandbox) -> None:
    role = sandbox.world.add_role(sandbox.client.guild, "Helpers", Permission.MANAGE_GUILD)
    assert "setup" not in sandbox.client.commands(user=sandbox.client.member)
    sandbox.world.give_role(sandbox.client.member, role)
    assert "setup" in sandbox.client.commands(user=sandbox.client.member)


async def test_the_clock_can_be_moved_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    async with patient_chat("Painter") as sandbox, connected(sandbox, monkeypatch):
        assert isinstance(sandbox.clock, Clock)
        waiting = asyncio.create_task(sandbox.client.slash("silent"))
        await until(lambda: sandbox.state.interactions)
        sandbox.clock.advance(PATIENCE / 3)
        await asyncio.sleep(0.05)
        assert not waiting.done()
        sandbox.clock.advance(PATIENCE)
        with pytest.raises(NoAnswer, match="did not respond"):
            await waiting
        with pytest.raises(ValueError, match="goes forward only"):
            sandbox.clock.advance(-1)


async def test_waiting_for_what_the_bot_posts(sandbox: Sandbox, bot: SampleBot) -> None:
    general = text_channel(bot, sandbox.client.general)
    waiting = asyncio.create_task(
        sandbox.client.wait_for_message(lambda m: m["content"] == "the daily")
    )
    await general.send("something else")
    await general.send("the daily")
    assert (await waiting)["author"]["id"] == str(bot.application_id)
    with pytest.raises(NoAnswer, match="something else"):
        await sandbox.client.wait_for_message(lambda m: m["content"] == "no", seconds=0.01)


async def test_user_installed_apps_answer_privately_without_the_permission(
    sandbox: Sandbox, bot: SampleBot
) -> None:
    client = sandbox.client
    away = sandbox.state.channels[client.elsewhere].guild_id or 0
    said = await client.slash("paint", {"colour": "blue"}, channel=client.elsewhere)
    assert not said.ephemeral
    everyone = Overwrite(away, deny=Permission.USE_EXTERNAL_APPS)
    sandbox.world.change_channel(client.elsewhere, overwrites=(everyone,))
    said = await client.slash(
        "paint", {"colour": "blue"}, channel=client.elsewhere, user=client.member
    )
    assert said.ephemeral
    webhook = discord.Webhook.partial(bot.application_id or 0, said.interaction.token, client=bot)
    for number in range(5):
        await webhook.send(str(number))
    with pytest.raises(discord.HTTPException) as refused:
        await webhook.send("one too many")
    assert refused.value.code == 40094
    assert len(client.messages(client.elsewhere, client.member)) == 7
