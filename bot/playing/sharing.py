"""What somebody shows others of a board they solved: words and a card, nothing of the loop."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.answering import pressing
from bot.layouts import Post
from bot.people.streaks import streak_of
from bot.playing.board import show_board
from bot.readers import Reader, find_reader
from bot.views.sharing import share_view
from jobs import CardRequest, draw_card
from renderer.card import Card
from service.attempts import Held
from service.errors import InputError
from texts import sharing
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient

PAUSE = timedelta(minutes=1)
"""Somebody shares a board once in so much time, however often they press."""


async def share(interaction: discord.Interaction[OuroClient], attempt: int) -> None:
    """Post somebody's result where they pressed the button; seen by all, in their language."""
    client, person = interaction.client, interaction.user.id
    async with pressing(interaction) as reader:
        held = await client.attempts.find(person, attempt)
        public = await find_reader(interaction, private=False)
        post = await share_post(client, public, held)
        if not await client.quotas.take_turn(f"share {attempt}", person, PAUSE):
            raise InputError(sharing.TOO_OFTEN)
        await interaction.followup.send(view=post.view, files=list(post.files))
        said = reader.voice.say(sharing.SHARED)
        await show_board(interaction, reader, held, said=said)


async def share_post(client: OuroClient, reader: Reader, held: Held) -> Post:
    """The message that shows a result; `InputError` for a board that is not solved."""
    if not held.solved:
        raise InputError(sharing.NOT_SOLVED)
    person = held.attempt.player_id
    streak = (await streak_of(client, person)).current if held.attempt.ranked else 0
    told = sharing.card_of(held, streak)
    grid = held.puzzle.grid
    card = Card(
        sharing.card_title(told),
        grid.rows,
        grid.cols,
        told.total,
        told.tally.helps,
        told.streak,
        reader.look.theme,
    )
    png = await client.pool.run(draw_card, CardRequest(card), person=person, urgency=Urgency.QUICK)
    return share_view(reader.voice, held, told, png)
