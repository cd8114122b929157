"""Links to pages, the sessions of pages, and the last request of each.

Secrets are stored as hashes only. Everything ends with what the page shows, one of `PAGES`.
"""

from collections.abc import Collection
from datetime import datetime

from msgspec.structs import asdict

from store.records import PAGES, PageRequest, PageSession, WebLink, shown_by
from store.sql import command, insert, is_row_id, query
from store.transaction import Connection

REFUSED = ""
"""Stored in the place of the handler of a request that was refused."""

_NAMES, _VALUES = ", ".join(PAGES), ", ".join(f":{name}" for name in PAGES)
_IS_THERE = " OR ".join(f"{name} = :{name}" for name in PAGES)
_UNLINK = command(
    "DELETE FROM web_links WHERE player_id = :player_id AND ({is_there})", is_there=_IS_THERE
)
_LINK = command(
    """INSERT INTO web_links (hash, player_id, until, {names}, holder)
    SELECT :hash, :player_id, :until, {values}, :holder WHERE EXISTS (
        SELECT 1 FROM attempts WHERE id = :attempt_id AND player_id = :player_id UNION ALL
        SELECT 1 FROM drafts WHERE id = :draft_id AND player_id = :player_id UNION ALL
        SELECT 1 FROM outbox WHERE id = :drill_id AND person_id = :player_id UNION ALL
        SELECT 1 FROM together_boards WHERE id = :together_id)""",
    names=_NAMES,
    values=_VALUES,
)
_REDEEMABLE = "hash = :hash AND until > :now AND (holder IS NULL OR holder = :holder)"
_UNUSED = query("SELECT 1 FROM web_links WHERE hash = :hash AND holder IS NULL", int)
_FIND = query("SELECT * FROM web_links WHERE {redeemable}", WebLink, redeemable=_REDEEMABLE)
_REDEEM = query(
    "UPDATE web_links SET holder = :holder WHERE {redeemable} RETURNING *",
    WebLink,
    redeemable=_REDEEMABLE,
)
_ADD_SESSION = insert("web_sessions", PageSession)
_REMOVE_SURPLUS = command(
    """DELETE FROM web_sessions WHERE hash IN (
        SELECT hash FROM web_sessions WHERE player_id = :player_id
        ORDER BY until DESC, hash LIMIT 2147483647 OFFSET :most)"""
)
_SESSION = query("SELECT * FROM web_sessions WHERE hash = :hash AND until > :now", PageSession)
_CLAIM = command(
    """INSERT INTO page_requests AS stored (session, stream, number, handler, at)
    SELECT :session, :stream, :number, :handler, :at
    WHERE EXISTS (SELECT 1 FROM web_sessions WHERE hash = :session)
    ON CONFLICT (session, stream) DO UPDATE
    SET number = excluded.number, handler = excluded.handler, at = excluded.at
    WHERE stored.number < excluded.number
        OR stored.number = excluded.number AND stored.handler = excluded.handler"""
)
_IS_LAST = "session = :session AND stream = :stream AND number = :number"
_REFUSE = command(
    "UPDATE page_requests SET handler = :refused WHERE {is_last} AND handler = :handler",
    is_last=_IS_LAST,
)
_HANDLER = query("SELECT handler FROM page_requests WHERE {is_last}", str, is_last=_IS_LAST)
_LIVE = query("SELECT hash FROM web_sessions WHERE hash IN :hashes AND until > :now", bytes)
_REMOVE_LINKS = command("DELETE FROM web_links WHERE player_id = :player_id")
_REMOVE_SESSIONS = command("DELETE FROM web_sessions WHERE player_id = :player_id")


async def put_link(connection: Connection, link: WebLink) -> bool:
    """Store a link, in the place of an earlier one to the same; False if what it leads to does not
    exist or is another player's.
    """
    values = asdict(link)
    if not is_row_id(shown_by(link)[1]):
        return False
    await _UNLINK.run(connection, values)
    return bool(await _LINK.run(connection, values))


async def is_unused(connection: Connection, hashed: bytes) -> bool:
    """Whether there is a link with a hash that no page has redeemed."""
    return await _UNUSED.one(connection, hash=hashed) is not None


async def redeemable(
    connection: Connection, hashed: bytes, holder: bytes, now: datetime
) -> WebLink | None:
    """The link with a hash; None if it is over or held by another than `holder`."""
    return await _FIND.one(connection, hash=hashed, holder=holder, now=now)


async def redeem(
    connection: Connection, hashed: bytes, holder: bytes, now: datetime
) -> WebLink | None:
    """The link with a hash, held by `holder` from now on; None if it is over or held by another."""
    return await _REDEEM.one(connection, hash=hashed, holder=holder, now=now)


async def add_session(connection: Connection, session: PageSession, most: int) -> None:
    """Store a new session of a player; beyond `most`, those that end first are removed."""
    await _ADD_SESSION.run(connection, asdict(session))
    await _REMOVE_SURPLUS.run(connection, player_id=session.player_id, most=most)


async def page_session(connection: Connection, hashed: bytes, now: datetime) -> PageSession | None:
    """The session with a hash; None if there is none or it is over."""
    return await _SESSION.one(connection, hash=hashed, now=now)


async def claim(connection: Connection, request: PageRequest, now: datetime) -> bool:
    """Store the number of a request; False if another handler did so, or for a later one.

    False too for a session that does not exist.
    """
    return await _CLAIM.run(connection, at=now, **asdict(request)) == 1


async def refuse(connection: Connection, request: PageRequest) -> None:
    """Store that the last request of a stream, which its handler has claimed, was refused."""
    await _REFUSE.run(connection, refused=REFUSED, **asdict(request))


async def is_refused(connection: Connection, request: PageRequest) -> bool:
    """Whether a request is the last of its stream and was refused."""
    return REFUSED in await _HANDLER.all(connection, **asdict(request))


async def over(
    connection: Connection, hashes: Collection[bytes], now: datetime
) -> frozenset[bytes]:
    """Those of some hashes that are of no session, or of one that is over."""
    live = await _LIVE.all(connection, hashes=[*hashes], now=now)
    return frozenset(hashes).difference(live)


async def end_sessions(connection: Connection, player_id: int) -> None:
    """Remove all links and sessions of a player."""
    await _REMOVE_LINKS.run(connection, player_id=player_id)
    await _REMOVE_SESSIONS.run(connection, player_id=player_id)
