"""Reminders: a direct message once a day to those who asked for it and have not played yet."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord
import structlog

from bot.people.choices import next_reminder, note_refusal
from bot.people.streaks import history_of
from bot.views.reminders import reminder_post
from i18n.catalogues import voice_for
from store import players
from store.records import Player

if TYPE_CHECKING:
    from bot.client import OuroClient

AT_ONCE = 5
"""So many are written to at the same time."""
MOST = 100
"""So many are looked up in one go."""
LATE = timedelta(hours=2)
"""A reminder that is so late, as the service was away, is left out."""

log = structlog.stdlib.get_logger(__name__)


async def send_reminders(client: OuroClient) -> None:
    """Send the reminders that are due."""
    now = client.now()
    while True:
        async with client.database.reading() as connection:
            due = await players.to_remind(connection, now, MOST)
        for first in range(0, len(due), AT_ONCE):
            batch = due[first : first + AT_ONCE]
            await asyncio.gather(*(_remind(client, player, now) for player in batch))
        if len(due) < MOST:
            return


async def _remind(client: OuroClient, player: Player, now: datetime) -> None:
    """Remind one player, unless it is too late or not needed.

    The next one is stored first: killed in between, the service sends one too few, not two.
    """
    async with client.database.writing() as connection:
        mine = await players.move_reminder(connection, player, next_reminder(player, now))
    if not mine or player.next_reminder is None or now - player.next_reminder > LATE:
        return
    history = await history_of(client, player.id)
    if not history.streak.open_today:
        return
    post = reminder_post(voice_for(player.language or "en"), history)
    try:
        channel = await client.create_dm(discord.Object(player.id))
        await channel.send(view=post.view)
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("reminder refused", code=error.code)
        await note_refusal(client, player.id)
    except discord.HTTPException as error:
        log.warning("reminder lost", status=error.status, code=error.code)
