"""/new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering import answering
from bot.helping.making import SEEDS, Wish, made_for, parse_size
from bot.playing.board import open_puzzle
from narrator.english import LEVELS
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from store.records import Kind
from texts import commands, making

if TYPE_CHECKING:
    from bot.client import OuroClient

SIZES = ("5x5", "7x7", "8x8", "10x10", "12x12", "15x15", "20x20", "10x15")
"""Sizes that are suggested."""
SYMMETRIES = {
    Symmetry.ROT180: commands.NEW_ROT180,
    Symmetry.ROT90: commands.NEW_ROT90,
    Symmetry.MIRROR: commands.NEW_MIRROR,
    Symmetry.NONE: commands.NEW_NONE,
}


@app_commands.command(name="new", description=commands.NEW.text)
@app_commands.describe(
    size=commands.NEW_SIZE.text,
    level=commands.NEW_LEVEL.text,
    symmetry=commands.NEW_SYMMETRY.text,
    seed=commands.NEW_SEED.text,
)
@app_commands.choices(
    level=[Choice(name=LEVELS[level - 1].text, value=level.name.lower()) for level in Difficulty],
    symmetry=[Choice(name=message.text, value=kind.value) for kind, message in SYMMETRIES.items()],
)
async def new(
    interaction: discord.Interaction[OuroClient],
    size: Range[str, 1, 20] = "10x10",
    level: str = Difficulty.NORMAL.name.lower(),
    symmetry: str = Symmetry.ROT180.value,
    seed: Range[int, 0, SEEDS - 1] | None = None,
) -> None:
    """Make a puzzle and open its board."""
    async with answering(interaction, private=True) as reader:
        cols, rows = parse_size(size)
        wish = Wish(cols, rows, Difficulty[level.upper()], Symmetry(symmetry))
        stored = await made_for(interaction.client, interaction.user.id, wish, seed)
        said = making.made(reader.voice, stored)
        await open_puzzle(interaction, reader, stored, Kind.ENDLESS, said=said)


@new.autocomplete("size")
async def sizes(_: discord.Interaction[OuroClient], typed: str) -> list[Choice[str]]:
    """Usual sizes; any other within the bounds can be typed."""
    return [Choice(name=size, value=size) for size in SIZES if size.startswith(typed.strip())]
