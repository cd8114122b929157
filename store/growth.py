"""How much each table can grow, and which rows are over: what bounds the size of the database.

A table grows with what people do, or only with servers, days, processes and what operators add. Of
what people do, each can add a bounded number of rows; `store.purge` deletes the rows that are over.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from sqlalchemy import ColumnElement, exists, func, or_, select, tuple_

from store.request_rates import LONGEST
from store.schema import (
    activity_boards,
    attempts,
    dailies,
    deletions,
    drafts,
    due_posts,
    handled_interactions,
    last_storms,
    page_requests,
    pending_replies,
    processes,
    puzzles,
    quotas,
    races,
    request_rates,
    storms,
    web_links,
    web_sessions,
)

Over: TypeAlias = Callable[[datetime], ColumnElement[bool]]
"""The condition of the rows of a table that are over at an instant."""

REQUESTS = 54_000
"""Requests of a person in an hour at the greatest rate (`service.running.quotas`)."""
DAY = timedelta(days=1)
UNUSED = 30 * DAY
"""How long a puzzle stays stored that nobody has a board of: buttons in messages refer to it."""
POSTS = 60 * DAY
"""How long posts stay stored."""
QUOTAS = 2 * DAY
"""How long used amounts stay stored; none counts for longer than a day."""
SHARED = "share "
"""What the scopes of quotas begin with that have a row for each thing that is shared."""
PAUSES = timedelta(hours=1)
"""How long such rows stay stored; none counts for longer than a minute."""
CLAIMS = timedelta(minutes=20)
"""How long claims of interactions stay stored; Discord delivers no interaction that late."""
STORMS = timedelta(hours=1)
"""How long storms stay stored after their day: one that began before midnight goes on after it."""
RACES = 7 * DAY
"""How long races stay stored: a button in their message begins another one."""
DEAD = DAY
"""How long dead processes stay stored."""
MAX_STREAMS = 100
"""Number of streams of requests that are kept of a session of a page, one for each time that it
was loaded."""


class Growth(Struct, frozen=True):
    """How a table grows: `most` rows are stored of what one person does in an hour.

    None if the table grows with servers, days, processes or what operators add alone. `over` tells
    which rows are deleted; the others stay for the reason `kept`.
    """

    most: int | None
    kept: str
    over: Over | None = None


def unused() -> ColumnElement[bool]:
    """Whether a puzzle is of no board, no daily and no race."""
    used = (
        exists().where(attempts.c.puzzle_id == puzzles.c.id),
        exists().where(dailies.c.puzzle_id == puzzles.c.id),
        exists().where(races.c.puzzle_id == puzzles.c.id),
    )
    return ~or_(*used)


def _surplus_streams(_: datetime) -> ColumnElement[bool]:
    columns = page_requests.c
    latest = columns["at"].desc().nulls_last()
    place = func.row_number().over(partition_by=columns.session, order_by=(latest, columns.stream))
    placed = select(columns.session, columns.stream, place.label("place")).subquery()
    surplus = select(placed.c.session, placed.c.stream).where(placed.c.place > MAX_STREAMS)
    return tuple_(columns.session, columns.stream).in_(surplus)


GROWTH: Mapping[str, Growth] = MappingProxyType(
    {
        "activity_boards": Growth(8, "a day", lambda now: activity_boards.c.until <= now),
        "attempts": Growth(
            1000, "the history of a person; 100 unfinished ones, and others of stored puzzles"
        ),
        "banked_puzzles": Growth(None, "until they are given out"),
        "dailies": Growth(None, "the archive"),
        "deletions": Growth(2, "today", lambda now: deletions.c.day < now.date()),
        "drafts": Growth(5, "a day", lambda now: drafts.c.touched_at < now - DAY),
        "due_posts": Growth(None, "60 days", lambda now: due_posts.c.day < (now - POSTS).date()),
        "handled_interactions": Growth(
            REQUESTS, "20 minutes", lambda now: handled_interactions.c["at"] < now - CLAIMS
        ),
        "identify_turns": Growth(None, "a row for each bucket"),
        "journals": Growth(1000, "at most one for each attempt"),
        "last_storms": Growth(1, "a day", lambda now: last_storms.c.ends_at < now - DAY),
        "members": Growth(200, "the servers of a person"),
        "meta": Growth(None, "a few keys"),
        "outages": Growth(None, "streaks skip them"),
        "page_requests": Growth(
            8 * MAX_STREAMS + REQUESTS // 60, "100 for each session", _surplus_streams
        ),
        "pending_replies": Growth(
            REQUESTS, "15 minutes", lambda now: pending_replies.c.until <= now
        ),
        "players": Growth(2, "until the person deletes their data; then one without a name"),
        "processes": Growth(None, "a day", lambda now: processes.c.lease_until < now - DEAD),
        "puzzles": Growth(
            200,
            "while there is a board, daily or race of it, and 30 days longer",
            lambda now: (puzzles.c.unused_since < now - UNUSED) & unused(),
        ),
        "quotas": Growth(
            REQUESTS // 6,
            "2 days, and an hour what was shared",
            lambda now: or_(
                quotas.c.window_start < now - QUOTAS,
                quotas.c.scope.startswith(SHARED) & (quotas.c.window_start < now - PAUSES),
            ),
        ),
        "racers": Growth(400, "as long as their race"),
        "races": Growth(200, "7 days", lambda now: races.c.ends_at < now - RACES),
        "request_rates": Growth(
            2,
            "while a person is slowed down",
            lambda now: or_(request_rates.c.full_at < now, request_rates.c.full_at > now + LONGEST),
        ),
        "servers": Growth(None, "until the bot leaves"),
        "shard_heartbeats": Growth(None, "a row for each shard"),
        "shard_outages": Growth(None, "streaks skip them"),
        "skills": Growth(100, "a row for each technique"),
        "storms": Growth(2, "their day", lambda now: storms.c.day < (now - STORMS).date()),
        "web_links": Growth(1000, "an hour", lambda now: web_links.c.until <= now),
        "web_sessions": Growth(8, "7 days", lambda now: web_sessions.c.until <= now),
    }
)
"""All tables by name."""
EXPIRING = frozenset(name for name, growth in GROWTH.items() if growth.over) - {"puzzles"}
"""The tables whose rows are over at some time; puzzles become unused."""
