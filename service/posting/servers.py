"""Settings of servers for their dailies, and the state of posting."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from types import MappingProxyType

import structlog
from msgspec import Struct
from msgspec.structs import replace

from play.calendar import today
from play.tracks import STARTING_TRACKS
from service.errors import InputError, Problem
from service.posting.schedules import next_due, plan_anew, plan_next, post_now, schedule_of
from service.running.clock import Clock
from service.running.interaction_claims import InteractionClaim, store_claim
from service.settings import choose
from store import meta, outbox, players, posts, published, servers
from store.database import Database
from store.records import Published, Server
from store.transaction import Connection

APPLICATION = "application"
"""The key of the application that used the database last."""
GREETING_LIFETIME = timedelta(hours=1)
"""How long after the bot was added to a server its greeting is sent."""

log = structlog.stdlib.get_logger(__name__)


class ServerSetup(Struct, frozen=True):
    """The settings of a server and the state of posting there.

    - `at`: when this was the state; `due`: when the next post is due, None for never;
    - `hours`: for how many hours dailies are open after they are posted;
    - `kept_off`: the people who are on none of the server's boards;
    - `queue`: its puzzle of the week, which has `week_ends`, and those that wait to be that;
    - `lacking`: the names of permissions that the bot lacks in the channel;
    - `obstacle`: what else is in the way there, see `texts.server_setup.OBSTACLES`;
    - `tags`: the names of the tags that posts can have, by ID; None if the channel is no forum;
    - `in_thread`: whether it is a thread;
    - `silent`: whether the chosen role cannot be pinged. The front end sets these.
    """

    server: Server
    at: datetime
    due: datetime | None = None
    hours: float = 24.0
    lacking: tuple[str, ...] = ()
    obstacle: str | None = None
    tags: Mapping[str, str] | None = None
    in_thread: bool = False
    silent: bool = False
    kept_off: tuple[int, ...] = ()
    queue: tuple[Published, ...] = ()


class Servers(Struct, eq=False):
    """Reads and changes the servers in a database; `now` gives the current time."""

    database: Database
    now: Clock

    async def find(self, server_id: int) -> Server:
        """The settings of a server; the defaults for one that is not stored."""
        return await self.database.read(servers.find, server_id) or Server(server_id, self.now())

    async def link_to_post(self, server_id: int | None, day: date) -> str | None:
        """The address of the first post of a day in a server; None if there is none."""
        if server_id is None:
            return None
        found = await self.database.read(posts.sent, server_id, day)
        places = (f"{server_id}/{post.channel_id}/{post.message_id}" for post in found)
        return next((f"https://discord.com/channels/{place}" for place in places), None)

    async def greet(self, server_id: int, channel: int) -> None:
        """Store the greeting of a server that the bot was added to, for a channel, once."""
        now = self.now()
        key, expires = f"greeting:{server_id}", now + GREETING_LIFETIME
        greeting = outbox.in_channel(key, {}, (server_id, channel), now, expires)
        async with self.database.writing() as connection:
            await outbox.add(connection, greeting)

    async def remove(self, server_id: int) -> None:
        """Delete a server that the bot has left."""
        async with self.database.writing() as connection:
            await servers.remove(connection, server_id)

    async def all_ids(self) -> tuple[int, ...]:
        """The IDs of all servers that are stored."""
        return await self.database.read(servers.all_ids)

    async def is_of_application(self, application_id: int) -> bool:
        """Whether the database was used by this application of Discord's the last time, or never.

        Another application may be in other servers than the stored ones.
        """
        async with self.database.writing() as connection:
            before = await meta.read(connection, APPLICATION)
            if before != str(application_id):
                await meta.write(connection, APPLICATION, str(application_id))
        if before is None or before == str(application_id):
            return True
        log.warning("another application than before", before=before)
        return False

    async def choose(
        self,
        server_id: int,
        *,
        settings: Mapping[str, object] = MappingProxyType({}),
        claim: InteractionClaim | None = None,
        at_once: bool = False,
        kept_off: Collection[int] | None = None,
        **choices: object,
    ) -> ServerSetup:
        """Store what managers choose, and plan the posts anew.

        `settings` are values by the names of settings, `choices` fields of `Server`. `at_once`,
        today's posts are due now, except those that were sent, of `STARTING_TRACKS` if none are
        chosen. `kept_off` are the people to keep off the server's boards, and no others. Without
        all, only missing posts are planned. Raises `AlreadyClaimed` if another handler has claimed
        the interaction, and `InputError` for somebody who does not play in the server.
        """
        now = self.now()
        chooses = bool(choices or settings)

        async def store(connection: Connection) -> ServerSetup:
            await store_claim(connection, claim, now)
            server = await servers.ensure(connection, server_id, now)
            if chooses:
                server = replace(
                    server,
                    **choices,  # type: ignore[arg-type]
                    settings=choose(server.settings, settings),
                    trouble=None,
                    trouble_reported=False,
                )
            if at_once and not server.tracks:
                server = replace(server, tracks=tuple(track.value for track in STARTING_TRACKS))
            if chooses or at_once:
                await servers.save(connection, server)
            plan = post_now if at_once else plan_anew if chooses else plan_next
            await plan(connection, server, now)
            if kept_off is not None:
                await _keep_off(connection, server_id, kept_off, now)
            return await setup_of(connection, server_id, now)

        return await self.database.write(store)


async def _keep_off(
    connection: Connection, server_id: int, people: Collection[int], now: datetime
) -> None:
    before = {*await players.kept_off(connection, server_id)}
    await players.keep_off(connection, server_id, people)
    after = await players.kept_off(connection, server_id)
    if strangers := {*people}.difference(after):
        raise InputError(Problem.NOT_PLAYED_HERE, {"person": min(strangers)})
    for each in before.symmetric_difference(after):
        await outbox.change_named(connection, each, now)


async def setup_of(connection: Connection, server_id: int, now: datetime) -> ServerSetup:
    """The state of posting in a server, as far as the database has it."""
    server = await servers.find(connection, server_id) or Server(server_id, now)
    due = await next_due(connection, server_id)
    kept_off = await players.kept_off(connection, server_id)
    hours = schedule_of(server).hours_open(today(now))
    queue = await published.queue(connection, server_id, now)
    return ServerSetup(server, now, due, hours, kept_off=kept_off, queue=queue)
