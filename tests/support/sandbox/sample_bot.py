"""A small bot with the real discord.py client, and a function that connects it to a sandbox."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands, ui
from PIL import Image

from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until


def picture(colour: str = "teal", width: int = 40, height: int = 30) -> discord.File:
    """A plain PNG."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "swatch.png", description="One plain colour")


class Swatch(ui.LayoutView):
    """A heading, a picture, and a button that repaints it."""

    def __init__(self, colour: str, count: int = 0) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media="attachment://swatch.png", description=f"All {colour}")
        row: ui.ActionRow[Any] = ui.ActionRow(Repaint(count), Rename())
        container: ui.Container[Any] = ui.Container(
            ui.TextDisplay(f"# {colour}\nPainted {count} times"),
            gallery,
            ui.Separator(),
            row,
            accent_colour=0x3366CC,
        )
        self.add_item(container)


class Repaint(ui.DynamicItem[ui.Button[Any]], template=r"repaint:(?P<count>\d+)"):
    """A button that works after a restart, because its `custom_id` contains its state."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(ui.Button(label="Repaint", custom_id=f"repaint:{count}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str]
    ) -> "Repaint":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        count = self.count + 1
        await interaction.edit_original_response(
            view=Swatch("red", count), attachments=[picture("red", 60, 20)]
        )


class Rename(ui.DynamicItem[ui.Button[Any]], template="rename"):
    """A button that opens a modal."""

    def __init__(self) -> None:
        super().__init__(
            ui.Button(label="Rename", style=discord.ButtonStyle.primary, custom_id="rename")
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], _match: re.Match[str]
    ) -> "Rename":
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(RenameForm())


class RenameForm(ui.Modal, title="Rename"):
    """A modal with a text, a select menu and an optional file."""

    name: ui.Label[Any] = ui.Label(text="New name", component=ui.TextInput(max_length=20))
    size: ui.Label[Any] = ui.Label(
        text="Size",
        description="How large it is",
        component=ui.Select(
            options=[discord.SelectOption(label="Small"), discord.SelectOption(label="Large")]
        ),
    )
    sketch: ui.Label[Any] = ui.Label(text="Sketch", component=ui.FileUpload(required=False))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        name, size, sketch = self.name.component, self.size.component, self.sketch.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(size, ui.Select)
        assert isinstance(sketch, ui.FileUpload)
        contents = [(await file.read()).decode() for file in sketch.values]
        await interaction.response.send_message(
            f"{name.value}, {size.values[0]}, {contents}", ephemeral=True
        )


class SampleBot(discord.AutoShardedClient):
    """A bot with commands that use every part of the protocol that the sandbox implements."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.add_dynamic_items(Repaint, Rename)
        self.resumed = asyncio.Event()
        self.connected_again = asyncio.Event()
        self.connected = 0
        add_commands(self.tree)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the library's wait of five seconds between shards."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_shard_connect(self, _shard: int) -> None:
        self.connected += 1
        if self.connected == 2:
            self.connected_again.set()

    async def on_resumed(self) -> None:
        self.resumed.set()


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands in the tree."""

    @tree.command(description="Paint a colour")
    @app_commands.describe(colour="Which colour", size="How large", sample="A file to mix in")
    @app_commands.choices(size=[app_commands.Choice(name="Big", value=9)])
    @app_commands.allowed_installs(guilds=True, users=True)
    async def paint(
        interaction: discord.Interaction[Any],
        colour: str,
        size: int = 1,
        sample: discord.Attachment | None = None,
    ) -> None:
        await interaction.response.defer(thinking=True)
        if sample is not None:
            colour += " " + (await sample.read()).decode()
        view = Swatch(colour, size)
        await interaction.edit_original_response(view=view, attachments=[picture()])

    @paint.autocomplete("colour")
    async def complete(
        _interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        names = ("red", "green", "grey")
        return [app_commands.Choice(name=n.title(), value=n) for n in names if n.startswith(typed)]

    @tree.command(description="Say who and where")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def whoami(interaction: discord.Interaction[Any], private: bool = True) -> None:
        where = interaction.guild.name if interaction.guild else "no server"
        person = interaction.user.display_name
        await interaction.response.send_message(
            f"{person} in {where}, {interaction.context.guild}, "
            f"{interaction.is_guild_integration()}, {interaction.is_user_integration()}",
            ephemeral=private,
        )
        await interaction.followup.send("And more", ephemeral=True)

    @tree.command(description="Never answers")
    async def silent(_interaction: discord.Interaction[Any]) -> None:
        return

    @tree.context_menu(name="Count words")
    async def count_words(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        embed = discord.Embed(title="Words", description=str(len(message.content.split())))
        embed.set_image(url="attachment://swatch.png")
        await interaction.response.send_message(embed=embed, file=picture())

    @tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction[Any], person: discord.User) -> None:
        await interaction.response.send_message(f"Hello {person.mention}")

    @tree.command(description="Set something up")
    @app_commands.default_permissions(manage_guild=True)
    async def setup(interaction: discord.Interaction[Any]) -> None:
        allowed = interaction.permissions.manage_guild
        sends = interaction.app_permissions.send_messages
        await interaction.response.send_message(f"{allowed} {sends}")

    group = app_commands.Group(name="note", description="Notes")

    @group.command(description="Send a note to a person")
    async def send(interaction: discord.Interaction[Any], person: discord.User, text: str) -> None:
        await person.send(f"Note: {text}")
        await interaction.response.send_message(f"Sent to {person.mention}")

    tree.add_command(group)


@asynccontextmanager
async def connected(
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[SampleBot] = SampleBot,
    **options: Any,
) -> AsyncIterator[SampleBot]:
    """A bot that is connected to the sandbox, is ready and has the data of its servers."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url)
    )
    async with kind(**options) as bot:
        await bot.login(sandbox.token)
        running = asyncio.create_task(bot.connect())
        ready = asyncio.create_task(bot.wait_until_ready())
        done, _ = await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if running in done:
            running.result()
        await until(lambda: not any(guild.unavailable for guild in bot.guilds))
        yield bot
        await bot.close()
        await running


def text_channel(bot: SampleBot, channel_id: int) -> discord.TextChannel:
    channel = bot.get_channel(channel_id)
    assert isinstance(channel, discord.TextChannel)
    return channel
