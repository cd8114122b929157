"""When a database was restored from a backup: what was done since the backup is not in it."""

from datetime import datetime

from store import meta
from store.transaction import Connection

KEY = "restored_at"


async def instant(connection: Connection) -> datetime | None:
    """When the database was restored last; None for never."""
    stored = await meta.read(connection, KEY)
    return None if stored is None else datetime.fromisoformat(stored)


async def mark(connection: Connection, now: datetime) -> None:
    """Remembers that the database was restored at an instant."""
    await meta.write(connection, KEY, now.isoformat())


async def is_after(connection: Connection, now: datetime) -> bool:
    """Whether the database was restored after an instant, on a clock that was wrong."""
    restored = await instant(connection)
    return restored is not None and restored > now


async def cut_at(connection: Connection, now: datetime) -> bool:
    """Makes an instant the last at which the database can have been restored; whether it was
    later."""
    later = await is_after(connection, now)
    if later:
        await mark(connection, now)
    return later
