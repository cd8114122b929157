"""When the database was restored from a backup: what happened since the backup is not in it."""

from datetime import datetime

from store import meta
from store.transaction import Connection

KEY = "restored_at"


async def instant(connection: Connection) -> datetime | None:
    """The instant of the last restore; None if the database was never restored."""
    return await meta.read_instant(connection, KEY)


async def mark(connection: Connection, now: datetime) -> None:
    """Record that the database was restored at an instant."""
    await meta.write(connection, KEY, now.isoformat())
