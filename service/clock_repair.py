"""Removes what a clock that was ahead has stored.

A clock that is ahead for a minute can leave a heartbeat, outages, posts, reminders and claims of
interactions in the future. Streaks would then never break, posts and reminders would be missing,
and IDs of interactions would be kept for longer than `CLAIM_RETENTION`. The repair finds rows that
a right clock cannot have stored, and runs before the tasks by the clock.
"""

from datetime import datetime, timedelta

import structlog

from service.preferences import next_reminder
from service.schedules import LATE
from store import (
    handled_interactions,
    outages,
    players,
    restoration,
    shard_outages,
    wrong_clock,
)
from store.database import Database

A_DAY = timedelta(days=1)
"""Reminders are daily, so only those due later than this are checked."""
PAGE = 100
"""Number of players per transaction."""

log = structlog.stdlib.get_logger(__name__)


class ClockRepair:
    """Repairs a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, now: datetime) -> None:
        """Repair the database; `now` is the instant of a right clock."""
        async with self._database.reading() as connection:
            reached = (
                await outages.reach_past(connection, now)
                or await shard_outages.reach_past(connection, now)
                or await wrong_clock.posts_reach_past(connection, now, LATE)
                or await restoration.is_after(connection, now)
                or await handled_interactions.reach_past(connection, now)
            )
        changed = 0
        if reached:
            async with self._database.writing() as connection:
                changed += await outages.cut_at(connection, now)
                changed += await shard_outages.cut_at(connection, now)
                changed += await wrong_clock.take_back_posts(connection, now, LATE)
                changed += await restoration.cut_at(connection, now)
                changed += await handled_interactions.cut_at(connection, now)
        changed += await self._remind_in_time(now)
        if changed:
            log.warning("a wrong clock's traces removed", count=changed)

    async def _remind_in_time(self, now: datetime) -> int:
        """Move reminders that are later than the next time of their player to that time."""
        after = changed = 0
        while True:
            async with self._database.reading() as connection:
                page = await players.to_remind_after(connection, now + A_DAY, after, PAGE)
            if not page:
                return changed
            after = page[-1].id
            async with self._database.writing() as connection:
                for player in page:
                    following = next_reminder(player, now)
                    if following != player.next_reminder:
                        changed += await players.move_reminder(connection, player, following)
