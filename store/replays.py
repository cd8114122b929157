"""Remembers deleted attempts at live dailies, so that deleting data gives no second ranked attempt.

Each live daily that a person had begun when their data was deleted leaves a tag: HMAC-SHA-256 of
the person's ID and the track, with a random key of the day. Without the key nothing leads from a
tag to a person. The keys of a day and its tags are deleted when the day is over.
"""

import hmac
import secrets
from datetime import date, datetime

from sqlalchemy import delete, select

from store.records import DailyRecord
from store.schema import attempts, dailies, daily_keys, deleted_attempts
from store.statements import affected_rows, insert
from store.transaction import Connection

KEY_BYTES = 32
"""Length of the random key of a day."""


async def remember(connection: Connection, player_id: int, now: datetime) -> int:
    """Store a tag for each live daily that a player has begun; returns the number of these.

    To be called in the transaction that deletes the attempts.
    """
    statement = (
        select(dailies.c.day, dailies.c.track)
        .join(attempts, (attempts.c.day == dailies.c.day) & (attempts.c.track == dailies.c.track))
        .where(attempts.c.player_id == player_id, dailies.c.available_until > now)
    )
    begun = (await connection.execute(statement)).all()
    for day, track in begun:
        tag = _tag(await _ensure_key(connection, day), player_id, track)
        row = insert(connection, deleted_attempts).values(day=day, tag=tag)
        await connection.execute(row.on_conflict_do_nothing())
    return len(begun)


async def is_replay(
    connection: Connection, player_id: int, daily: DailyRecord, now: datetime
) -> bool:
    """Whether a player had begun a live daily before their data was deleted.

    False for a daily that is over, where no attempt is ranked.
    """
    if daily.available_until <= now:
        return False
    key = await _find_key(connection, daily.day)
    if key is None:
        return False
    statement = select(deleted_attempts.c.tag).where(
        deleted_attempts.c.day == daily.day,
        deleted_attempts.c.tag == _tag(key, player_id, daily.track),
    )
    return (await connection.execute(statement)).first() is not None


async def possible_tags(connection: Connection, player_id: int) -> list[str]:
    """The tags that a player's deleted attempts have, stored or not: of all days with a key."""
    statement = select(daily_keys.c.key, dailies.c.track).join(
        dailies, dailies.c.day == daily_keys.c.day
    )
    rows = await connection.execute(statement)
    return [_tag(key, player_id, track) for key, track in rows]


async def forget_before(connection: Connection, day: date) -> int:
    """Delete the keys and tags of days before a day; returns the number of keys."""
    return await affected_rows(connection, delete(daily_keys).where(daily_keys.c.day < day))


def _tag(key: str, player_id: int, track: str) -> str:
    """The tag of a player's attempt at the daily of a track, in hexadecimal digits."""
    return hmac.digest(bytes.fromhex(key), f"{player_id} {track}".encode(), "sha256").hex()


async def _find_key(connection: Connection, day: date) -> str | None:
    """The key of a day in hexadecimal digits; None if there is none."""
    statement = select(daily_keys.c.key).where(daily_keys.c.day == day)
    return (await connection.execute(statement)).scalar_one_or_none()


async def _ensure_key(connection: Connection, day: date) -> str:
    """The key of a day in hexadecimal digits, created if there is none."""
    new = insert(connection, daily_keys).values(day=day, key=secrets.token_hex(KEY_BYTES))
    await connection.execute(new.on_conflict_do_nothing())
    key = await _find_key(connection, day)
    if key is None:
        raise RuntimeError(f"the key of {day} disappeared within a transaction")
    return key
