"""Links to the pages of attempts and drafts, the sessions of pages, and the last request of each.

Secrets are stored as hashes only. Everything ends with its attempt or draft.
"""

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    Insert,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    or_,
    select,
    update,
)

from store.records import DraftSession, PageRequest, WebLink, WebSession
from store.schema import attempts, drafts, page_requests, web_links, web_sessions
from store.statements import affected_rows, fetch_one, insert_in, is_row_id, select_by
from store.transaction import Connection

REFUSED = ""
"""Stored in the place of the handler of a request that was refused."""


async def put_link(connection: Connection, link: WebLink) -> bool:
    """Store the link to an attempt or draft, in the place of an earlier one; False if that does not
    exist or is another player's.
    """
    name, number = ("attempt_id", link.attempt_id)
    if number is None:
        name, number = ("draft_id", link.draft_id)
    if number is None or not is_row_id(number):
        return False
    values = asdict(link)
    await connection.execute(_UNLINKING[name], values)
    return bool(await affected_rows(connection, _linking(connection.dialect, name), values))


_LINKED = {"attempt_id": attempts, "draft_id": drafts}
"""The tables that links lead to, by the column with the ID."""
_UNLINKING = {
    name: delete(web_links).where(web_links.c[name] == bindparam(name)) for name in _LINKED
}


@cache
def _linking(dialect: str, name: str) -> Insert:
    names, linked = tuple(web_links.c.keys()), _LINKED[name]
    row = select(*(bindparam(name, type_=web_links.c[name].type) for name in names)).where(
        exists().where(linked.c.id == bindparam(name), linked.c.player_id == bindparam("player_id"))
    )
    return insert_in(dialect, web_links).from_select(names, row)


async def redeemable(
    connection: Connection, hashed: bytes, holder: bytes, now: datetime
) -> WebLink | None:
    """The link with a hash; None if it is over or held by another than `holder`."""
    link = await fetch_one(connection, select_by(web_links, "hash"), WebLink, {"hash": hashed})
    if link is None or link.until <= now or link.holder not in {None, holder}:
        return None
    return link


async def redeem(
    connection: Connection, hashed: bytes, holder: bytes, now: datetime
) -> WebLink | None:
    """The link with a hash, held by `holder` from now on; None if it is over or held by another."""
    columns = web_links.c
    statement = (
        update(web_links)
        .where(
            columns.hash == hashed,
            columns.until > now,
            columns.holder.is_(None) | (columns.holder == holder),
        )
        .values(holder=holder)
    )
    if not await affected_rows(connection, statement):
        return None
    return await redeemable(connection, hashed, holder, now)


async def add_session(
    connection: Connection, session: WebSession | DraftSession, most: int
) -> None:
    """Store a new session of a player; beyond `most`, those that end first are removed."""
    await connection.execute(insert_in(connection.dialect, web_sessions), asdict(session))
    columns = web_sessions.c
    surplus = (
        select(columns.hash)
        .where(columns.player_id == session.player_id)
        .order_by(columns.until.desc(), columns.hash)
        .offset(most)
    )
    await connection.execute(delete(web_sessions).where(columns.hash.in_(surplus)))


async def session(connection: Connection, hashed: bytes, now: datetime) -> WebSession | None:
    """The session of an attempt with a hash; None if there is none or it is over."""
    found = await fetch_one(connection, _session("attempt_id"), WebSession, {"hash": hashed})
    return found if found is not None and found.until > now else None


async def draft_session(
    connection: Connection, hashed: bytes, now: datetime
) -> DraftSession | None:
    """The session of a draft with a hash; None if there is none or it is over."""
    found = await fetch_one(connection, _session("draft_id"), DraftSession, {"hash": hashed})
    return found if found is not None and found.until > now else None


@cache
def _session(name: str) -> Select[*tuple[Any, ...]]:
    columns = web_sessions.c
    wanted = columns.hash, columns.player_id, columns[name], columns.until
    return select(*wanted).where(columns.hash == bindparam("hash"), columns[name].is_not(None))


async def claim(connection: Connection, request: PageRequest, now: datetime) -> bool:
    """Store the number of a request; False if another handler did so, or for a later one.

    False too for a session that does not exist.
    """
    values = {**asdict(request), "at": now}
    rows = await connection.execute(_claiming(connection.dialect), values)
    return rows.scalar() is not None


async def refuse(connection: Connection, request: PageRequest) -> None:
    """Store that the last request of a stream, which its handler has claimed, was refused."""
    theirs = _is(request) & (page_requests.c.handler == request.handler)
    await connection.execute(update(page_requests).where(theirs).values(handler=REFUSED))


async def is_refused(connection: Connection, request: PageRequest) -> bool:
    """Whether a request is the last of its stream and was refused."""
    rows = await connection.execute(select(page_requests.c.handler).where(_is(request)))
    return rows.scalar() == REFUSED


def _is(request: PageRequest) -> ColumnElement[bool]:
    columns = page_requests.c
    return and_(
        columns.session == request.session,
        columns.stream == request.stream,
        columns.number == request.number,
    )


@cache
def _claiming(dialect: str) -> Insert:
    columns, names = page_requests.c, ("session", "stream", "number", "handler", "at")
    row = select(*(bindparam(name, type_=page_requests.c[name].type) for name in names)).where(
        exists().where(web_sessions.c.hash == bindparam("session"))
    )
    statement = insert_in(dialect, page_requests).from_select(names, row)
    new = statement.excluded
    again = and_(columns.number == new.number, columns.handler == new.handler)
    return statement.on_conflict_do_update(
        index_elements=["session", "stream"],
        set_={"number": new.number, "handler": new.handler, "at": new["at"]},
        where=or_(columns.number < new.number, again),
    ).returning(columns.number)


async def over(
    connection: Connection, hashes: Collection[bytes], now: datetime
) -> frozenset[bytes]:
    """Those of some hashes that are of no session, or of one that is over."""
    live = select(web_sessions.c.hash).where(
        web_sessions.c.hash.in_(hashes), web_sessions.c.until > now
    )
    return frozenset(hashes) - {row[0] for row in await connection.execute(live)}


async def end_sessions(connection: Connection, player_id: int) -> None:
    """Remove all links and sessions of a player."""
    for table in (web_links, web_sessions):
        await connection.execute(delete(table).where(table.c.player_id == player_id))
