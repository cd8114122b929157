"""Invariants of a database: the integrity of its file, and relations between tables."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Select, func, or_, select, text

from store.records import AttemptKind, PostState
from store.schema import attempts, dailies, due_posts, journals, puzzles
from store.transaction import Connection


class BrokenInvariant(Struct, frozen=True):
    """An invariant that does not hold, and the number of rows that break it."""

    sentence: str
    rows: int


def invariants() -> dict[str, Select[Any]]:
    """A sentence for the breach of each invariant, with a query for the rows that break it."""
    of_puzzle = puzzles.c.id == dailies.c.puzzle_id
    solved = attempts.c.solved_at.is_not(None)
    counters = (attempts.c[name] < 0 for name in COUNTERS)
    of_daily = (dailies.c.day == attempts.c.day) & (dailies.c.track == attempts.c.track)
    return {
        "dailies have another canonical key than their puzzle": select(dailies)
        .join(puzzles, of_puzzle)
        .where(dailies.c.canonical_key != puzzles.c.canonical_key),
        "dailies have a puzzle without a solution": select(dailies)
        .join(puzzles, of_puzzle)
        .where(puzzles.c.solution.is_(None)),
        "attempts at a daily are on another puzzle": select(attempts)
        .join(dailies, of_daily)
        .where(dailies.c.puzzle_id != attempts.c.puzzle_id),
        "attempts say that they are of a daily and name none": select(attempts).where(
            attempts.c.kind.in_((AttemptKind.DAILY, AttemptKind.ARCHIVE)), attempts.c.day.is_(None)
        ),
        "attempts were solved without being shown": select(attempts).where(
            solved, attempts.c.shown_at.is_(None)
        ),
        "ranked attempts were not shown and solved on their day": select(attempts)
        .join(dailies, of_daily)
        .where(
            attempts.c.ranked,
            or_(
                attempts.c.shown_at < dailies.c.available_from,
                attempts.c.solved_at >= dailies.c.available_until,
            ),
        ),
        "replayed attempts are ranked": select(attempts).where(
            attempts.c.ranked, attempts.c.replayed
        ),
        "journals belong to attempts whose solution was shown, or to nobody": select(journals)
        .join(attempts)
        .where(or_(attempts.c.revealed & ~solved, attempts.c.player_id < 0)),
        "attempts count less than nothing": select(attempts).where(or_(*counters)),
        "posts are claimed and were never tried": select(due_posts).where(
            due_posts.c.state == PostState.CLAIMED, due_posts.c.tries < 1
        ),
    }


COUNTERS = (
    "nudges",
    "hints",
    "steps",
    "count_checks",
    "place_checks",
    "reason_checks",
    "mistakes",
    "penalty",
    "revision",
    "seconds",
)
"""Columns of attempts that cannot be negative."""


async def check(connection: Connection) -> tuple[BrokenInvariant, ...]:
    """All invariants that do not hold; empty for a consistent database."""
    findings = []
    if connection.dialect == "sqlite":
        findings += await _check_file(connection)
    for sentence, statement in invariants().items():
        count = select(func.count()).select_from(statement.subquery())
        rows = (await connection.execute(count)).scalar_one()
        if rows:
            findings.append(BrokenInvariant(sentence, rows))
    return tuple(findings)


async def _check_file(connection: Connection) -> list[BrokenInvariant]:
    """SQLite's own checks; PostgreSQL checks references on every write."""
    damage = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
    broken = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    findings = [
        BrokenInvariant(f"the file is damaged: {line}", 1) for line in damage if line != "ok"
    ]
    if broken:
        findings.append(BrokenInvariant("rows refer to others that are missing", len(broken)))
    return findings
