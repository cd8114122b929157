"""The least that a bot can do: discord.py acknowledges, and sends a constant picture of 10 kB.

`python -m tools.bench.bare_bot` takes `DISCORD_TOKEN` and `DISCORD_API_BASE` as the bot does. It is
the floor to which `script/bench interactions` compares the bot.
"""

import asyncio
import io
import os
from random import Random
from typing import Any

import discord
from discord import app_commands, ui

from bot.core.client import use_api

PICTURE = Random(1).randbytes(10_000)
"""A picture, as far as sending it is concerned."""


def board() -> discord.File:
    """The constant picture as an attachment."""
    return discord.File(io.BytesIO(PICTURE), "board.png", description="A board")


class PictureView(ui.LayoutView):
    """A picture with a button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="A board")
        row: ui.ActionRow[Any] = ui.ActionRow(Press())
        self.add_item(ui.Container(gallery, row))


class Press(ui.DynamicItem[ui.Button[Any]], template="bare:up"):
    """A button that sends the picture again."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Up", custom_id="bare:up"))

    @classmethod
    async def from_custom_id(cls, *_: object) -> "Press":
        """A button for a press."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge, and edit the message."""
        await interaction.response.defer()
        await interaction.edit_original_response(view=PictureView(), attachments=[board()])


@app_commands.command(name="play", description="Send the picture")
async def play(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge with "thinking…", and answer with the picture."""
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(view=PictureView(), attachments=[board()])


class BareBot(discord.AutoShardedClient):
    """A client with one command and one button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(play)
        self.add_dynamic_items(Press)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()


def main() -> None:
    """Run until stopped."""
    use_api(os.environ["DISCORD_API_BASE"])
    bot = BareBot()
    asyncio.run(bot.start(os.environ["DISCORD_TOKEN"]))


if __name__ == "__main__":
    main()
