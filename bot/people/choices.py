"""What somebody chose: read, changed and stored at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from play.times import next_time
from store import players
from store.records import Player

if TYPE_CHECKING:
    from bot.client import OuroClient

REMIND_AT = time(18)
"""When people are reminded who have not chosen a time."""
UTC_ZONE = "UTC"

Change = Callable[[Player], Player]
"""A player as they were, to how they want to be."""


async def read_choices(client: OuroClient, person: int) -> Player:
    """What a person chose; nothing for somebody who never did, who is not stored for that."""
    async with client.database.reading() as connection:
        return await players.find(connection, person) or Player(person, client.now())


async def choose(client: OuroClient, person: int, change: Change) -> Player:
    """Store a change of what a person chose; their next reminder follows from it."""
    now = client.now()
    async with client.database.writing() as connection:
        before = await players.ensure(connection, person, now)
        player = change(before)
        if player.reminders and _rhythm(player) != _rhythm(before):
            player = replace(player, next_reminder=next_reminder(player, now))
        if player != before:
            await players.save(connection, player)
    return player


def next_reminder(player: Player, now: datetime) -> datetime:
    """When a player is to be reminded next: once a day at their time, on the clocks of their zone.

    >>> from datetime import UTC
    >>> evening = datetime(2026, 11, 5, 18, tzinfo=UTC)
    >>> player = Player(7, evening, zone="Asia/Tokyo", remind_at=time(20))
    >>> next_reminder(player, evening).isoformat()
    '2026-11-06T11:00:00+00:00'
    """
    return next_time(player.remind_at or REMIND_AT, _zone_of(player), now)


def _zone_of(player: Player) -> ZoneInfo:
    try:
        return ZoneInfo(player.zone or UTC_ZONE)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # the tz database has changed
        return ZoneInfo(UTC_ZONE)


def _rhythm(player: Player) -> tuple[bool, time | None, str | None]:
    return player.reminders, player.remind_at, player.zone


def remind(at: time, zone: ZoneInfo, language: str | None) -> Change:
    """Reminders from now on, at a time of day.

    `language` is stored for somebody who has chosen none: when nobody asks, Discord does not
    tell which one they read.
    """
    return lambda player: replace(
        player,
        reminders=True,
        remind_at=at,
        zone=zone.key,
        language=player.language or language,
    )


def do_not_remind(player: Player) -> Player:
    """No reminders any more."""
    return replace(player, reminders=False, next_reminder=None)


async def note_refusal(client: OuroClient, person: int) -> None:
    """Switch reminders off, as Discord does not let us write to the person.

    That one is still noted as the next tells /settings to say so.
    """
    async with client.database.writing() as connection:
        player = await players.find(connection, person)
        if player is not None and player.reminders:
            refused = replace(player, reminders=False, next_reminder=client.now())
            await players.save(connection, refused)
