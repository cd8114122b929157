"""The real discord.py client against the sandbox."""

import asyncio
import io

import discord
import pytest
from PIL import Image

from sandbox.chat.modals import Entry
from sandbox.model.errors import ActionError
from sandbox.model.settings import SandboxSettings
from sandbox.model.uploads import Upload
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.clock import Clock
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.sample_bot import SampleBot, connected
from tests.support.sandbox.server import Sandbox


async def test_ready_knows_the_server_and_itself(sandbox: Sandbox, bot: SampleBot) -> None:
    assert bot.user is not None
    assert bot.user.name == "painter"
    assert [guild.name for guild in bot.guilds] == ["Sandbox"]
    assert [channel.name for channel in bot.guilds[0].text_channels] == ["general"]
    assert sandbox.state.online
    information = await bot.application_info()
    assert information.id == bot.application_id == bot.user.id


async def test_a_deferred_answer_with_components_and_a_picture(
    sandbox: Sandbox, bot: SampleBot
) -> None:
    reply = await sandbox.client.slash("paint", {"colour": "blue", "size": "Big"})
    assert reply.text == "# blue\nPainted 9 times"
    assert reply.message["flags"] == 1 << 15
    assert reply.message["attachments"] == []  # they are inside the components
    assert reply.message["type"] == 20
    assert not reply.ephemeral
    assert reply.ack_seconds is not None
    assert reply.ack_seconds < PATIENCE
    with Image.open(io.BytesIO(await reply.attachment_bytes())) as image:
        assert image.size == (40, 30)
    media = reply.message["components"][0]["components"][1]["items"][0]
    assert media["media"]["width"], media["media"]["height"] == (40, 30)
    assert media["description"] == "All blue"
    fetched = await bot.guilds[0].text_channels[0].fetch_message(int(reply.message["id"]))
    assert fetched.flags.components_v2


@pytest.mark.usefixtures("bot")
async def test_a_dynamic_button_edits_and_replaces_the_picture(sandbox: Sandbox) -> None:
    painted = await sandbox.client.slash("paint", {"colour": "blue"})
    before = painted.files
    pressed = await sandbox.client.press(painted, "Repaint")
    assert pressed.message["id"] == painted.message["id"]
    assert "Painted 2 times" in pressed.text
    assert pressed.files != before
    with Image.open(io.BytesIO(await pressed.attachment_bytes())) as image:
        assert image.size == (60, 20)
    again = await sandbox.client.press(pressed, "repaint:2")
    assert "Painted 3 times" in again.text


@pytest.mark.usefixtures("bot")
async def test_a_modal_with_text_choice_and_file(sandbox: Sandbox) -> None:
    painted = await sandbox.client.slash("paint", {"colour": "blue"})
    opened = await sandbox.client.press(painted, "Rename")
    assert opened.modal is not None
    assert opened.modal["title"] == "Rename"
    entries: dict[str, Entry] = {
        "New name": "Sky",
        "Size": ["Large"],
        "Sketch": [Upload("a.txt", b"dots")],
    }
    answered = await sandbox.client.submit_modal(opened, entries)
    assert answered.message["content"] == "Sky, Large, ['dots']"
    assert answered.ephemeral
    with pytest.raises(ActionError, match="New name must have 0 to 20 characters"):
        await sandbox.client.submit_modal(opened, {"New name": "x" * 21, "Size": ["Large"]})
    with pytest.raises(ActionError, match="'Huge' is not among the options"):
        await sandbox.client.submit_modal(opened, {"New name": "x", "Size": ["Huge"]})


@pytest.mark.usefixtures("bot")
async def test_autocomplete(sandbox: Sandbox) -> None:
    choices = await sandbox.client.autocomplete("paint", "colour", {"colour": "gr"})
    assert choices == [{"name": "Green", "value": "green"}, {"name": "Grey", "value": "grey"}]
    with pytest.raises(ActionError):
        await sandbox.client.autocomplete("paint", "size", {"size": "1"})


@pytest.mark.usefixtures("bot")
async def test_an_attachment_option(sandbox: Sandbox) -> None:
    sample = Upload("my sample.txt", b"with dots")
    reply = await sandbox.client.slash("paint", {"colour": "blue", "sample": sample})
    assert "# blue with dots" in reply.text


@pytest.mark.usefixtures("bot")
async def test_a_message_command(sandbox: Sandbox) -> None:
    said = await sandbox.client.post_message("one two three")
    reply = await sandbox.client.message_command("Count words", said)
    assert reply.text == "Words\n3"
    assert reply.message["attachments"] == []
    assert reply.message["message_reference"]["message_id"] == said["id"]
    assert len(await reply.attachment_bytes()) > 50


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("general", "You in Sandbox, True, True, True"),
        ("direct", "You in no server, False, False, True"),
        ("elsewhere", "You in , True, False, True"),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_contexts(sandbox: Sandbox, place: str, expected: str) -> None:
    channel = getattr(sandbox.client, place)
    reply = await sandbox.client.slash("whoami", channel=channel)
    await reply.until(lambda message: message["content"] == "And more")
    first, second = sandbox.client.messages(channel)
    assert first["content"] == expected
    assert second["flags"] == 64
    assert sandbox.client.messages(channel, user=1) == []


@pytest.mark.usefixtures("bot")
async def test_commands_of_the_server_are_not_found_elsewhere(sandbox: Sandbox) -> None:
    with pytest.raises(ActionError, match="No command here is called 'silent'"):
        await sandbox.client.slash("silent", channel=sandbox.client.elsewhere)


@pytest.mark.usefixtures("bot")
async def test_a_sub_command_and_a_direct_message(sandbox: Sandbox) -> None:
    reply = await sandbox.client.slash("note send", {"person": "@You", "text": "hello"})
    assert reply.message["content"] == f"Sent to <@{sandbox.client.me}>"
    direct = sandbox.client.messages(sandbox.client.direct)
    assert [message["content"] for message in direct] == ["Note: hello"]
    with pytest.raises(ActionError, match="needs a sub-command: send"):
        await sandbox.client.slash("note")


@pytest.mark.usefixtures("bot")
async def test_direct_messages_of_others_are_out_of_reach(sandbox: Sandbox) -> None:
    other = sandbox.add_user("Other")
    direct = sandbox.client.direct
    said = await sandbox.client.post_message("mine", channel=direct)
    with pytest.raises(ActionError, match="channel does not exist"):
        await sandbox.client.slash("whoami", channel=direct, user=other)
    with pytest.raises(ActionError, match="channel does not exist"):
        await sandbox.client.message_command("Count words", said, user=other)
    with pytest.raises(ActionError, match="channel does not exist"):
        await sandbox.client.post_message("theirs", channel=direct, user=other)


@pytest.mark.parametrize("deadline", [0.2])
@pytest.mark.usefixtures("bot")
async def test_the_three_second_rule(sandbox: Sandbox) -> None:
    assert SandboxSettings().acknowledge == 3.0
    with pytest.raises(NoAnswer, match="did not respond"):
        await sandbox.client.slash("silent")


@pytest.mark.parametrize("deadline", [1.0])
async def test_a_late_acknowledgement_is_refused(
    sandbox: Sandbox, bot: SampleBot, clock: Clock
) -> None:
    seen = asyncio.get_running_loop().create_future()
    bot.tree.interaction_check = capture(seen)  # type: ignore[method-assign] # holds it back
    waiting = asyncio.create_task(sandbox.client.slash("whoami"))
    interaction: discord.Interaction[SampleBot] = await seen
    clock.now += 1.1
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.defer()
    assert refused.value.code == 10062
    with pytest.raises(NoAnswer):
        await waiting


async def test_acknowledging_twice_is_refused(sandbox: Sandbox, bot: SampleBot) -> None:
    seen = asyncio.get_running_loop().create_future()
    bot.tree.interaction_check = capture(seen)  # type: ignore[method-assign] # holds it back
    waiting = asyncio.create_task(sandbox.client.slash("whoami"))
    interaction: discord.Interaction[SampleBot] = await seen
    await interaction.response.defer()
    interaction.response._response_type = None  # or the library itself refuses
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.response.send_message("again")
    assert (refused.value.status, refused.value.code) == (400, 40060)
    await interaction.edit_original_response(content="done")
    assert (await waiting).message["content"] == "done"


async def test_the_token_lives_fifteen_minutes(
    sandbox: Sandbox, bot: SampleBot, clock: Clock
) -> None:
    reply = await sandbox.client.slash("paint", {"colour": "blue"})
    webhook = discord.Webhook.partial(bot.application_id or 0, reply.interaction.token, client=bot)
    original = await webhook.fetch_message("@original")  # type: ignore[arg-type] # it is a word
    assert str(original.id) == reply.message["id"]
    clock.now += 899
    await webhook.send("still here")
    clock.now += 2
    with pytest.raises(discord.HTTPException) as refused:
        await webhook.send("too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_resume_replays_what_was_missed(sandbox: Sandbox, bot: SampleBot) -> None:
    await sandbox.gateway.drop()  # the socket breaks
    reply = await sandbox.client.slash("whoami")  # sent while nobody listens
    assert reply.message["content"]
    assert bot.resumed.is_set()
    assert bot.connected == 1  # the session is the same: there was no second READY


async def test_another_process_takes_over(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(sandbox, monkeypatch):
        painted = await sandbox.client.slash("paint", {"colour": "blue"})
    assert not sandbox.state.online
    async with connected(sandbox, monkeypatch):
        pressed = await sandbox.client.press(painted, "Repaint")
        assert "Painted 2 times" in pressed.text


async def test_a_wrong_token_cannot_log_in(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "token", "MTIz.c29t.ZXRoaW5n")
    with pytest.raises(discord.LoginFailure):
        async with connected(sandbox, monkeypatch):
            pass


def capture(seen: "asyncio.Future[discord.Interaction[SampleBot]]"):  # type: ignore[no-untyped-def]
    """A check that passes the interaction to the test and prevents the command."""

    async def check(interaction: "discord.Interaction[SampleBot]") -> bool:
        seen.set_result(interaction)
        return False

    return check
