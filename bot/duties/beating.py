"""Beats by which it is known when the service was there: an outage never ends a streak."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from store import outages

if TYPE_CHECKING:
    from bot.client import OuroClient

SECONDS = 60.0
"""How often."""
LONGEST = timedelta(minutes=5)
"""A longer time without a beat was an outage."""

log = structlog.stdlib.get_logger(__name__)


async def beat(client: OuroClient) -> None:
    """Note that the service can be reached: it has its database and a connection to Discord."""
    if all(shard.is_closed() for shard in client.shards.values()):
        return
    async with client.database.writing() as connection:
        outage = await outages.beat(connection, client.now(), LONGEST)
    if outage is not None:
        minutes = round((outage.ended_at - outage.began_at) / timedelta(minutes=1))
        log.warning("was away", since=outage.began_at.isoformat(), minutes=minutes)
