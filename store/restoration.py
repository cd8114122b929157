"""When the database was restored from a backup: what happened since the backup is not in it."""

from datetime import datetime

from store import meta
from store.transaction import Connection

KEY = "restored_at"


async def instant(connection: Connection) -> datetime | None:
    """The instant of the last restore; None if the database was never restored."""
    stored = await meta.read(connection, KEY)
    return None if stored is None else datetime.fromisoformat(stored)


async def mark(connection: Connection, now: datetime) -> None:
    """Record that the database was restored at an instant."""
    await meta.write(connection, KEY, now.isoformat())


async def is_after(connection: Connection, now: datetime) -> bool:
    """Whether the recorded restore is later than an instant."""
    restored = await instant(connection)
    return restored is not None and restored > now


async def cut_at(connection: Connection, now: datetime) -> bool:
    """Move a recorded restore that is later than an instant to it; returns whether it was."""
    later = await is_after(connection, now)
    if later:
        await mark(connection, now)
    return later
