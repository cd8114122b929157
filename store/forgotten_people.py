"""People who deleted their data a short time ago, so that no process stores it again.

A process counts the work of people and stores the sums later. It must not store what it counted
before a person deleted their data with another process. A person is kept as a tag: HMAC-SHA-256 of
their ID with a random key, which is deleted with the last tag.
"""

import hmac
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import delete, select, text

from store import meta
from store.schema import forgotten_people
from store.statements import affected_rows, insert
from store.transaction import Connection

RETENTION = timedelta(minutes=15)
"""How long tags are kept: longer than any job takes, which is charged when it ends."""
KEY = "key of forgotten people"
"""The key of the random key in the table `meta`."""
LOCK = 0x4F75726F_0001
"""The advisory lock in PostgreSQL: shared by those who store counts, exclusive to who deletes."""


async def remember(connection: Connection, person: int, now: datetime) -> None:
    """Remember that a person's data is deleted in this transaction, which ends by itself.

    To be called before the transaction locks rows of that person: others wait for it.
    """
    await _lock(connection)
    key = await meta.read(connection, KEY)
    if key is None:
        key = secrets.token_hex(32)
        await meta.write(connection, KEY, key)
    await connection.execute(
        insert(connection, forgotten_people)
        .values(tag=_tag(key, person), at=now)
        .on_conflict_do_update(index_elements=["tag"], set_={"at": now})
    )


async def forgotten_among(connection: Connection, since: Mapping[int, datetime]) -> frozenset[int]:
    """Those people whose data was deleted at the instant that `since` has for them, or later.

    Until the transaction ends, nobody's data is deleted.
    """
    await _lock(connection, shared=True)
    key = await meta.read(connection, KEY)
    if key is None:
        return frozenset()
    tags = {_tag(key, person): person for person in since}
    stored = select(forgotten_people.c.tag, forgotten_people.c.at).where(
        forgotten_people.c.tag.in_(tags)
    )
    found = {tags[row[0]]: row[1] for row in await connection.execute(stored)}
    return frozenset(person for person, at in found.items() if at >= since[person])


async def forget_before(connection: Connection, instant: datetime) -> int:
    """Delete tags that are older than an instant, and the key with the last tag."""
    if await meta.read(connection, KEY) is None:
        return 0
    await _lock(connection)
    old = delete(forgotten_people).where(forgotten_people.c.at < instant)
    changed = await affected_rows(connection, old)
    if (await connection.execute(select(forgotten_people.c.tag).limit(1))).first() is None:
        await meta.remove(connection, KEY)
    return changed


def _tag(key: str, person: int) -> str:
    """The tag of a person in hexadecimal digits."""
    return hmac.digest(bytes.fromhex(key), str(person).encode(), "sha256").hex()


async def _lock(connection: Connection, *, shared: bool = False) -> None:
    """Lock in PostgreSQL until the transaction ends; SQLite has one writer at a time."""
    if connection.dialect == "postgresql":
        name = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        await connection.execute(text(f"SELECT {name}(:lock)"), {"lock": LOCK})
