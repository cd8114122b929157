"""A plain bot of discord.py: it stores a row, and sends a constant picture of 10 kB.

`python -m tools.bench.plain_bot` takes the environment of the bot, beside which `script/bench load`
measures it.
"""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import asyncpg
import discord
from discord import app_commands, ui

from bot.connection.client import use_api

PICTURE = Random(1).randbytes(10_000)
"""A picture, as far as sending it is concerned."""
TABLE = "CREATE TABLE presses (id BIGINT, person BIGINT)"

Store = Callable[[discord.Interaction[Any]], Awaitable[Any]]
"""Stores an interaction."""


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


class Press(ui.DynamicItem[ui.Button[Any]], template="plain:up"):
    """A button that sends the picture again."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Up", custom_id="plain:up"))

    @classmethod
    async def from_custom_id(cls, *_: object) -> "Press":
        """A button for a press."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge, store, and edit the message."""
        await interaction.response.defer()
        await answer(interaction)


async def play(interaction: discord.Interaction[Any], puzzle: str) -> None:  # noqa: ARG001 - as of Ouro
    """Acknowledge with "thinking…", store, and answer with the picture."""
    await interaction.response.defer(thinking=True)
    await answer(interaction)


async def answer(interaction: discord.Interaction[Any]) -> None:
    """Store the interaction, and show the picture."""
    assert isinstance(interaction.client, PlainBot)
    await interaction.client.store(interaction)
    await interaction.edit_original_response(view=PictureView(), attachments=[board()])


class PlainBot(discord.AutoShardedClient):
    """A client with two commands that do the same, and one button."""

    def __init__(self, store: Store) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.store = store
        self.tree = app_commands.CommandTree(self)
        for name in ("play", "solve"):
            self.tree.add_command(
                app_commands.Command(name=name, description="Send the picture", callback=play)
            )
        self.add_dynamic_items(Press)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()


@asynccontextmanager
async def in_sqlite(path: Path) -> AsyncIterator[Store]:
    """Stores rows in a new file, as durably as the bot does."""
    async with aiosqlite.connect(path) as database:
        await database.executescript(f"PRAGMA journal_mode = WAL; {TABLE}")

        async def store(interaction: discord.Interaction[Any]) -> None:
            row = interaction.id, interaction.user.id
            await database.execute("INSERT INTO presses VALUES (?, ?)", row)
            await database.commit()

        yield store


@asynccontextmanager
async def in_postgresql(address: str) -> AsyncIterator[Store]:
    """Stores rows in an empty database of PostgreSQL."""
    async with asyncpg.create_pool(address) as pool:
        await pool.execute(TABLE)
        yield lambda interaction: pool.execute(
            "INSERT INTO presses VALUES ($1, $2)", interaction.id, interaction.user.id
        )


async def main() -> None:
    """Run until stopped."""
    use_api(os.environ["DISCORD_API_BASE"])
    address = os.environ.get("OURO_DATABASE", "")
    file = Path(os.environ["OURO_DATA"], "plain.db")
    is_server = address.startswith("postgresql:")
    async with in_postgresql(address) if is_server else in_sqlite(file) as store:
        await PlainBot(store).start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
