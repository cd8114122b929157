"""How the bot is doing, for the managers of a server."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

import discord
import structlog

from app.readiness import shards_up
from bot.dailies.managing import Panel, panel_of
from play.calendar import Track
from store import dailies, posts, servers
from store.errors import StoreError
from store.records import Post, Server
from workers.pool import Load

if TYPE_CHECKING:
    from bot.client import OuroClient

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Left:
    """Seconds of work that are left of a share in this hour, and all that it has."""

    seconds: int
    of: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What the database tells.

    - `seconds`: how long it took to tell it;
    - `made_until`: the last day that has all its dailies;
    - `last`: the last post in the server; `panel`: how posting stands there;
    - `yours` and `servers`: what is left of the shares.
    """

    seconds: float
    made_until: date | None
    last: Post | None
    panel: Panel
    yours: Left
    servers: Left


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot is doing; `latency` in seconds, None before it is known, and `stored` None
    while the database cannot be reached."""

    started: datetime
    shards: int
    shards_up: int
    latency: float | None
    load: Load
    stored: Stored | None


async def status_of(client: OuroClient, guild: discord.Guild, person: int) -> Status:
    """How the bot is doing now, as a manager of a server sees it."""
    try:
        stored = await _stored(client, guild, person)
    except StoreError as error:
        log.warning("status without the store", reason=type(error).__name__)
        stored = None
    shard = client.get_shard(guild.shard_id)
    latency = shard.latency if shard is not None else math.inf
    return Status(
        client.started,
        len(client.shards),
        shards_up(client),
        latency if math.isfinite(latency) else None,
        client.pool.load,
        stored,
    )


async def _stored(client: OuroClient, guild: discord.Guild, person: int) -> Stored:
    now, start = client.now(), time.perf_counter()
    async with client.database.reading() as connection:
        server = await servers.find(connection, guild.id) or Server(guild.id, now)
        due = await posts.next_due(connection, guild.id)
        last = await posts.last_sent(connection, guild.id)
        made = [await dailies.last_day(connection, track.value) for track in Track]
    seconds = time.perf_counter() - start
    yours, servers_share = client.quotas.shares_of(person, guild.id)
    left = await client.quotas.left(yours, servers_share)
    until = [day for day in made if day is not None]
    return Stored(
        seconds,
        min(until) if len(until) == len(Track) else None,
        last,
        panel_of(guild, server, due, now),
        *(Left(max(0, left[one] // 1000), one.limit // 1000) for one in (yours, servers_share)),
    )
