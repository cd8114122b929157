"""The settings of people and servers: reads, changes and stores them.

A sample board previews the appearance of pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import Drawing
from play.times import next_time
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from service.playing.drawing import draw
from service.running.clock import Clock
from service.running.readers import Reader, begin_change
from service.settings import BY_NAME, LANGUAGE, VISIBILITY, choose, language_of
from store import outbox, players, servers
from store.database import Database
from store.records import PendingMessage, Player, Server, Target
from store.transaction import Connection
from workers.pool import WorkPool

REMIND_AT = time(18)
"""The time of day of reminders for people who have not chosen one."""
LATE = timedelta(hours=2)
"""A reminder that is later than this, because the service was down, is dropped."""
ENGLISH = "en"
"""The language of reminders for people who have not chosen one."""
UTC_ZONE = "UTC"
"""The time zone of people who have not chosen one."""

Change = Callable[[Player], Player]
"""Takes a player's current settings and returns the changed ones."""

PUZZLE = "3.2.13/.12..2"
"""The sample puzzle as rows of clues."""
MARKS = "B2-A2-A1-C1-C2-D2 F1-G1-G3-F3 x B1-B2 x D1-D2 x C2-C3 x E1-E2"
"""Moves on the sample puzzle."""


class Preferences(Struct, eq=False):
    """The settings in a database; `now` gives the current time."""

    database: Database
    now: Clock

    async def of(self, person: int, server: int | None) -> tuple[Player | None, Server | None]:
        """The settings of a person and of a server; None for one that is not stored.

        Raises a `StoreError`.
        """
        async with self.database.reading(single=server is None) as connection:
            player = await players.find(connection, person)
            return player, await servers.find(connection, server) if server else None

    async def read(self, person: int) -> Player:
        """The settings of a person; the defaults, without storing them, for a person not stored."""
        return await self.database.read(players.find, person) or Player(person, self.now())

    async def change(self, reader: Reader, change: Change) -> Player:
        """Change and store the settings of a person; schedules their next reminder accordingly.

        Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """
        now = self.now()

        async def store(connection: Connection) -> Player:
            await begin_change(connection, reader, now)
            before = await players.ensure(connection, reader.person, now)
            player = change(before)
            if player.reminders and _reminder_settings(player) != _reminder_settings(before):
                player = replace(player, next_reminder=next_reminder(player, now))
            if player != before:
                await players.save(connection, player)
            if VISIBILITY.of(player) != VISIBILITY.of(before):
                await outbox.change_named(connection, player.id, now)
            if player.next_reminder != before.next_reminder:
                await outbox.withdraw(connection, f"reminder:{player.id}:")
                await plan_reminder(connection, player)
            return player

        return await self.database.write(store)


def choosing(values: Mapping[str, object]) -> Change:
    """A change that chooses values of settings, by name; it raises `ValueError` for no choice."""
    return lambda player: replace(player, settings=choose(player.settings, values))


def switching(offered: Iterable[str], on: Collection[str]) -> Change:
    """A change after which, of the offered switches, those in `on` are on; others stay."""

    def change(player: Player) -> Player:
        changed = {name: name in on for name in offered if BY_NAME[name].of(player) != (name in on)}
        return choosing(changed)(player)

    return change


async def plan_reminder(connection: Connection, player: Player) -> None:
    """Store the message of the next reminder of a player who has reminders on."""
    if player.reminders and (due := player.next_reminder) is not None:
        key, expires = f"reminder:{player.id}:{due:%Y-%m-%dT%H:%M}", due + LATE
        message = PendingMessage(
            key, {}, Target.PERSON, player.id, due, expires, person_id=player.id
        )
        await outbox.add(connection, message)


def next_reminder(player: Player, now: datetime) -> datetime:
    """The instant of a player's next reminder, once a day at their time in their time zone.

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


def _reminder_settings(player: Player) -> tuple[bool, time | None, str | None]:
    return player.reminders, player.remind_at, player.zone


def remind(at: time, zone: ZoneInfo, language: str) -> Change:
    """A change that switches reminders on, at a time of day in a time zone.

    `language` is stored if the player has chosen none: Discord reports a person's language only in
    interactions, and a reminder is not part of one.
    """

    def change(player: Player) -> Player:
        if language != ENGLISH and language_of(player) is None:
            player = choosing({LANGUAGE.name: language})(player)
        return replace(player, reminders=True, remind_at=at, zone=zone.key)

    return change


def do_not_remind(player: Player) -> Player:
    """Switch reminders off."""
    return replace(player, reminders=False, next_reminder=None)


class Previews(Struct, eq=False):
    """Draws the sample board in a worker pool."""

    pool: WorkPool

    async def draw(self, reader: Reader) -> Drawing:
        """A picture of the sample board."""
        return await draw(self.pool, reader, preview_board())


def preview_board() -> Board:
    """The sample board with its marks."""
    puzzle = parse_puzzle(PUZZLE)
    return Board.blank(puzzle).mark(parse_marks(MARKS, puzzle.grid))
