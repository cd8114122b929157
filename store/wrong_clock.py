"""Finds and repairs posts of dailies that were changed while the clock was ahead.

With a right clock, no post of a future day has been claimed, no post of today has been skipped as
late, and no claim is in the future.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, or_, select, update

from store.records import PostState
from store.schema import due_posts
from store.statements import affected_rows
from store.transaction import Connection

_DAY = timedelta(days=1)


async def posts_reach_past(connection: Connection, now: datetime, late: str) -> bool:
    """Whether `take_back_posts` would change anything."""
    wrong = or_(_of_days_to_come(now), *(condition for condition, _ in _repairs(now, late)))
    found: bool = (await connection.execute(select(exists().where(wrong)))).scalar_one()
    return found


async def take_back_posts(connection: Connection, now: datetime, late: str) -> int:
    """Repair posts; returns the number of changed rows.

    `late` is the stored reason of posts that were skipped because their day was over. Posts of
    future days are deleted, except those planned for tomorrow; they are planned again in time.
    """
    changed = await affected_rows(connection, delete(due_posts).where(_of_days_to_come(now)))
    for condition, values in _repairs(now, late):
        changed += await affected_rows(
            connection, update(due_posts).where(condition).values(values)
        )
    return changed


def _of_days_to_come(now: datetime) -> ColumnElement[bool]:
    posts, today = due_posts.c, now.astimezone(UTC).date()
    begun = (posts.state != PostState.PENDING) | (posts.tries > 0)
    return (posts.day > today) & (begun | (posts.day > today + _DAY))


def _repairs(now: datetime, late: str) -> tuple[tuple[ColumnElement[bool], Mapping[str, Any]], ...]:
    """Conditions of wrong posts of today and before, each with the values that repair them."""
    posts, today = due_posts.c, now.astimezone(UTC).date()
    midnight = datetime.combine(today + _DAY, time(), UTC)
    given_up = (posts.state == PostState.SKIPPED) & (posts.reason == late)
    moved_away = (posts.state == PostState.PENDING) & (posts.due_at >= midnight)
    claimed_ahead = (posts.state == PostState.CLAIMED) & (posts.claimed_at > now)
    return (
        (given_up & (posts.day == today), {"state": PostState.PENDING, "reason": None}),
        (moved_away & (posts.day <= today), {"due_at": now}),
        (claimed_ahead, {"claimed_at": now}),
        # Long enough ago that the nonce counts as expired.
        (posts.begun_at > now, {"begun_at": now - _DAY}),
    )
