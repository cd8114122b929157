"""Invariants of a database: the integrity of its file, and relations between tables."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from store.sql import Statement, query
from store.transaction import Connection


class BrokenInvariant(Struct, frozen=True):
    """An invariant that does not hold, and the number of rows that break it."""

    sentence: str
    rows: int


_BREAKING: Mapping[str, str] = MappingProxyType(
    {
        "dailies have another canonical key than their puzzle": """
            dailies JOIN puzzles ON puzzles.id = puzzle_id
            WHERE dailies.canonical_key <> puzzles.canonical_key""",
        "dailies have a puzzle without a solution": """
            dailies JOIN puzzles ON puzzles.id = puzzle_id WHERE solution IS NULL""",
        "attempts at a daily are on another puzzle": """
            attempts JOIN dailies USING (day, track)
            WHERE dailies.puzzle_id <> attempts.puzzle_id""",
        "attempts say that they are of a daily and name none": """
            attempts WHERE kind IN ('daily', 'archive') AND day IS NULL""",
        "attempts were solved without being shown": """
            attempts WHERE solved_at IS NOT NULL AND shown_at IS NULL""",
        "ranked attempts were not shown and solved on their day": """
            attempts JOIN dailies USING (day, track)
            WHERE ranked AND (shown_at < available_from OR solved_at >= available_until)""",
        "replayed attempts are ranked": "attempts WHERE ranked AND replayed",
        "journals belong to attempts whose solution was shown, or to nobody": """
            journals JOIN attempts ON attempts.id = attempt_id
            WHERE revealed AND solved_at IS NULL OR player_id < 0""",
        "pars belong to attempts that are not solved, or to nobody": """
            pars JOIN attempts ON attempts.id = attempt_id
            WHERE solved_at IS NULL OR player_id < 0""",
        "attempts count less than nothing": """
            attempts WHERE nudges < 0 OR hints < 0 OR steps < 0 OR count_checks < 0
            OR place_checks < 0 OR reason_checks < 0 OR mistakes < 0 OR penalty < 0
            OR revision < 0 OR seconds < 0""",
        "messages are claimed and were never tried": """
            outbox WHERE state = 'claimed' AND tries < 1""",
    }
)
"""A sentence for the breach of each invariant, with the rows that break it, as FROM takes them."""
_COUNT: Mapping[str, Statement[int]] = MappingProxyType(
    {name: query("SELECT count(*) FROM {rows}", int, rows=it) for name, it in _BREAKING.items()}
)
_DAMAGE = query("PRAGMA integrity_check", str, only="sqlite")
_BROKEN = query("PRAGMA foreign_key_check", str, only="sqlite")


async def check(connection: Connection) -> tuple[BrokenInvariant, ...]:
    """All invariants that do not hold; empty for a consistent database."""
    findings = []
    if connection.dialect == "sqlite":
        findings += await _check_file(connection)
    for sentence, count in _COUNT.items():
        if rows := await count.one(connection):
            findings.append(BrokenInvariant(sentence, rows))
    return tuple(findings)


async def _check_file(connection: Connection) -> list[BrokenInvariant]:
    """SQLite's own checks; PostgreSQL checks references on every write."""
    findings = [
        BrokenInvariant(f"the file is damaged: {line}", 1)
        for line in await _DAMAGE.all(connection)
        if line != "ok"
    ]
    if broken := await _BROKEN.all(connection):
        findings.append(BrokenInvariant("rows refer to others that are missing", len(broken)))
    return findings
