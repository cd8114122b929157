"""Deletes stored rows that nobody needs any more, table by table."""

import structlog
from msgspec import Struct

from service.running.clock import Clock
from store import purge
from store.database import Database
from store.growth import EXPIRING

SECONDS, PUZZLE_SECONDS = 60.0, 3600.0
"""Seconds between two runs: of what expires, and of unused puzzles, for which all are read."""

log = structlog.stdlib.get_logger(__name__)


class Purging(Struct, eq=False):
    """Deletes rows of a database; `now` gives the current time."""

    database: Database
    now: Clock

    async def delete_expired(self) -> None:
        """Delete what is over in each table; a table that fails keeps no other one from it."""
        failed: list[Exception] = []
        for name in sorted(EXPIRING):
            try:
                await self._purge(name)
            except Exception as error:
                failed.append(error)
        if failed:
            raise failed[0]

    async def delete_unused_puzzles(self) -> None:
        """Delete the puzzles that nobody has had a board of for long."""
        await purge.note_unused_puzzles(self.database, self.now())
        await self._purge("puzzles")

    async def _purge(self, name: str) -> None:
        deleted = await purge.purge(self.database, name, self.now())
        if deleted:
            log.debug("rows deleted", table=name, count=deleted)
