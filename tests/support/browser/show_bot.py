"""A bot that uses every feature of the chat: components, menus, forms, threads, GIFs."""

import asyncio
import io
import time
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

from tests.support.sandbox.sample_bot import SampleBot, picture

TEXT = """# A heading
Some **bold**, *italic*, __underlined__, ~~struck~~ text, `code`, and ||a hidden word||.
- one
- two
> A quote, {when}, in short {ago}.
-# A small note by {who} about {place}"""


def moving_picture() -> discord.File:
    """A GIF of a moving dot."""
    frames = []
    for step in range(12):
        frame = Image.new("RGB", (160, 60), "white")
        ImageDraw.Draw(frame).ellipse((step * 12, 20, step * 12 + 20, 40), fill="teal")
        frames.append(frame)
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=150, loop=0)
    buffer.seek(0)
    return discord.File(buffer, "walk.gif", description="A dot walks to the right")


def text_file() -> discord.File:
    """A file for download."""
    return discord.File(io.BytesIO(b"one, two\n" * 200), "numbers.csv")


class Everything(ui.LayoutView):
    """A layout with every component for messages."""

    def __init__(self, who: str, place: str) -> None:
        super().__init__(timeout=None)
        now = int(time.time())
        words = TEXT.format(when=f"<t:{now}:f>", ago=f"<t:{now}:R>", who=who, place=place)
        thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(
            "attachment://swatch.png", description="A swatch"
        )
        section: ui.Section[Any] = ui.Section(
            "### A section\nwith a thumbnail", accessory=thumbnail
        )
        asked: ui.Section[Any] = ui.Section(
            "A section with a button", accessory=ui.Button(label="Press me", custom_id="nothing")
        )
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media="attachment://walk.gif", description="A dot walks to the right")
        gallery.add_item(media="attachment://swatch.png", description="Teal", spoiler=True)
        styles = discord.ButtonStyle
        buttons: ui.ActionRow[Any] = ui.ActionRow(
            ui.Button(label="Primary", style=styles.primary, custom_id="b1"),
            ui.Button(label="Secondary", style=styles.secondary, custom_id="b2", emoji="🎲"),
            ui.Button(label="Success", style=styles.success, custom_id="b3"),
            ui.Button(label="Danger", style=styles.danger, custom_id="b4"),
            ui.Button(label="Off", custom_id="b5", disabled=True),
        )
        links: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Docs", url="https://example.org"))
        container: ui.Container[Any] = ui.Container(
            ui.TextDisplay(words),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            section,
            asked,
            gallery,
            ui.File("attachment://numbers.csv"),
            buttons,
            links,
            accent_colour=0x3BA55D,
        )
        self.add_item(container)


class Menus(ui.View):
    """One select menu of each kind; answers ephemerally with the selection."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        options = [
            discord.SelectOption(label="Small", description="Five by five", emoji="🐣", value="s"),
            discord.SelectOption(label="Medium", description="Ten by ten", value="m"),
            discord.SelectOption(label="Large", value="l"),
        ]
        menus: list[Any] = [
            ui.Select(options=options, placeholder="Sizes", min_values=0, max_values=2),
            ui.UserSelect(placeholder="A person"),
            ui.RoleSelect(placeholder="A role"),
            ui.ChannelSelect(placeholder="A channel", channel_types=[discord.ChannelType.text]),
            ui.MentionableSelect(placeholder="Anyone"),
        ]
        for menu in menus:
            menu.callback = self._tell(menu)
            self.add_item(menu)

    def _tell(self, menu: Any) -> Any:
        async def chosen(interaction: discord.Interaction[Any]) -> None:
            names = [str(value) for value in menu.values]
            await interaction.response.send_message(f"Chosen: {', '.join(names)}", ephemeral=True)

        return chosen


class Survey(ui.Modal, title="A survey"):
    """A modal with every kind of field."""

    about: ui.TextDisplay[Any] = ui.TextDisplay("Tell us **everything**.")
    story: ui.Label[Any] = ui.Label(
        text="Story",
        description="As long as you like",
        component=ui.TextInput(style=discord.TextStyle.paragraph, max_length=400),
    )
    level: ui.Label[Any] = ui.Label(
        text="Level",
        component=ui.Select(
            options=[
                discord.SelectOption(label="Easy", description="A minute or two"),
                discord.SelectOption(label="Hard", default=True),
            ]
        ),
    )
    where: ui.Label[Any] = ui.Label(
        text="Where", component=ui.ChannelSelect(required=False, placeholder="A channel")
    )
    proof: ui.Label[Any] = ui.Label(
        text="Proof", component=ui.FileUpload(required=False, max_values=2)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        story: Any = self.story.component
        level: Any = self.level.component
        where: Any = self.where.component
        proof: Any = self.proof.component
        told = f"{story.value} | {level.values[0]} | {[c.name for c in where.values]}"
        names = [file.filename for file in proof.values]
        await interaction.response.send_message(f"{told} | {names}")


class Order(ui.Modal, title="An order"):
    """A modal with choices of one, of several and of yes or no."""

    size: ui.Label[Any] = ui.Label(
        text="Size",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Small", value="s", default=True),
                discord.RadioGroupOption(label="Large", value="l", description="For two"),
            ]
        ),
    )
    extras: ui.Label[Any] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            required=False,
            max_values=2,
            options=[discord.CheckboxGroupOption(label=name) for name in ("Salt", "Lime", "Ice")],
        ),
    )
    wrapped: ui.Label[Any] = ui.Label(text="Gift", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        size: Any = self.size.component
        extras: Any = self.extras.component
        wrapped: Any = self.wrapped.component
        await interaction.response.send_message(
            f"Ordered: {size.value} {extras.values} {wrapped.value}"
        )


class ShowBot(SampleBot):
    """The sample bot with more commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        add_shows(self.tree)


def add_shows(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands."""

    @tree.command(description="Everything a message can have")
    async def show(interaction: discord.Interaction[Any]) -> None:
        place = getattr(interaction.channel, "mention", "here")
        await interaction.response.send_message(
            view=Everything(interaction.user.mention, place),
            files=[picture(width=300, height=200), moving_picture(), text_file()],
        )

    @tree.command(description="One menu of each kind")
    async def menus(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Choose:", view=Menus())

    @tree.command(description="A form with every kind of field")
    async def survey(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Survey())

    @tree.command(description="A form with radio buttons and checkboxes")
    async def order(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Order())

    @tree.command(description="Open a thread")
    async def talk(interaction: discord.Interaction[Any], about: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.defer(ephemeral=True)
        thread = await interaction.channel.create_thread(
            name=about, type=discord.ChannelType.public_thread
        )
        await thread.send(f"Let us talk about {about}")
        await interaction.edit_original_response(content=f"Opened {thread.mention}")

    @tree.command(description="Type for a while, then say it, change it, and take it back")
    async def mutter(interaction: discord.Interaction[Any], pause: float = 0.3) -> None:
        channel: Any = interaction.channel
        await interaction.response.send_message("Listen", ephemeral=True)
        async with channel.typing():
            await asyncio.sleep(pause)
        message = await channel.send("First thought")
        await asyncio.sleep(pause)
        await message.edit(content="Second thought")
        await asyncio.sleep(pause)
        await message.delete()

    @tree.command(description="Think for a while, in private")
    async def ponder(interaction: discord.Interaction[Any], pause: float = 0.5) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await asyncio.sleep(pause)
        await interaction.edit_original_response(content="Done pondering")

    @tree.command(description="A form with a colour that is completed")
    @app_commands.describe(size="How large", shade="How dark", where="For which channel")
    @app_commands.choices(
        size=[app_commands.Choice(name=name, value=name.lower()) for name in ("Small", "Large")]
    )
    async def tint(
        interaction: discord.Interaction[Any],
        size: str,
        shade: app_commands.Range[int, 1, 9] = 5,
        where: discord.TextChannel | None = None,
        loud: bool = False,
    ) -> None:
        place = "nowhere" if where is None else where.name
        await interaction.response.send_message(f"{size} {shade} {place} {loud}")
