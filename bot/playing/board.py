"""The message in which somebody plays: the picture of their board and the pad below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answering import reply, whisper
from bot.layouts import Post
from bot.people.streaks import streak_of
from bot.readers import Reader
from bot.views.board import board_view
from jobs import Drawing, DrawRequest, Look, draw_board
from puzzle.model import Board
from renderer.highlights import Highlights
from service.attempts import Held
from service.errors import NotYours
from store import players, puzzles
from store.records import Daily, Kind
from store.records import Puzzle as StoredPuzzle
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient

UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that is gone."""


async def open_puzzle(
    interaction: discord.Interaction[OuroClient],
    reader: Reader,
    on: StoredPuzzle | Daily,
    kind: Kind,
    *,
    said: str = "",
) -> Held:
    """Open somebody's board of a puzzle, new or as they left it, and show it to them.

    Their clock runs from the first time on, and they are on the boards of the server they
    play in.
    """
    client, person = interaction.client, interaction.user.id
    held = await client.attempts.open(person, on, kind)
    if interaction.guild_id is not None:
        async with client.database.writing() as connection:
            await players.join(connection, person, interaction.guild_id)
    await show_board(interaction, reader, held, said=said)
    return held


async def stored_puzzle(client: OuroClient, number: int) -> StoredPuzzle:
    """The puzzle that a button names; raises `NotYours` when it is gone."""
    async with client.database.reading() as connection:
        stored = await puzzles.get(connection, number)
    if stored is None:
        raise NotYours
    return stored


async def show_board(
    interaction: discord.Interaction[OuroClient],
    reader: Reader,
    held: Held,
    *,
    said: str = "",
    shown: Highlights | None = None,
) -> None:
    """Put a board where the interaction was acknowledged: privately, or on the pressed message.

    `said` stands above the picture, `shown` is set off in it. A board with nothing said that is
    no longer the newest is left for the newest one to draw. A message that is gone is replaced.
    """
    message = interaction.message.id if interaction.message else interaction.id
    async with interaction.client.screens.turn(message, held.attempt.revision) as newest:
        if newest or said:
            await put(interaction, reader, held, said=said, shown=shown)


async def put(
    interaction: discord.Interaction[OuroClient],
    reader: Reader,
    held: Held,
    *,
    said: str = "",
    shown: Highlights | None = None,
) -> None:
    """As `show_board`, whoever else may be about to change the message."""
    client, person = interaction.client, interaction.user.id

    async def make() -> Post:
        return await board_post(client, reader, person, held, said, shown)

    try:
        await reply(interaction, await make())
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        await whisper(interaction, await make())  # a post can be sent once


async def board_post(  # noqa: PLR0913, PLR0917 - for whom, and what
    client: OuroClient,
    reader: Reader,
    person: int,
    held: Held,
    said: str = "",
    shown: Highlights | None = None,
) -> Post:
    """The message of a board: what is said, the picture, where the pen is, and the buttons."""
    playing = not held.solved and not held.attempt.revealed
    if shown is None:
        shown = Highlights(cursor=held.pad.pen if playing else None)
    drawing = await draw(client, reader, person, held.pad.board, shown, labels=playing)
    streak = (await streak_of(client, person)).current if held.attempt.ranked else 0
    return board_view(reader.voice, held, drawing, said, streak)


async def draw(  # noqa: PLR0913, PLR0917 - for whom, and what
    client: OuroClient,
    reader: Reader,
    person: int,
    board: Board,
    shown: Highlights,
    labels: bool = True,
) -> Drawing:
    """A board drawn as that reader likes it; names of dots are needed to play."""
    look = Look(reader.look.theme, labels or reader.look.labels)
    request = DrawRequest(board, look, shown, locale=reader.voice.language)
    return await client.pool.run(draw_board, request, person=person, urgency=Urgency.QUICK)
