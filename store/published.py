"""Puzzles that people publish in servers: who solved and who liked them."""

from collections.abc import Collection
from datetime import datetime

from msgspec.structs import asdict

from store.players import VISIBILITY
from store.rankings import HELPS
from store.records import Published, StandingRecord, Surface
from store.sql import command, creating, is_row_id, query
from store.transaction import Connection

_OPENED = """FROM published JOIN members ON members.server_id = published.server_id
    JOIN attempts ON attempts.player_id = members.player_id
    AND attempts.puzzle_id = published.puzzle_id AND begun_at >= posted_at
    AND attempts.player_id <> coalesce(published.player_id, 0)"""
"""Who opened a puzzle where it was published, since then, but for its author."""
_SOLVED = "{opened} AND solved_at IS NOT NULL AND NOT revealed AND NOT replayed"
_PARTS = {"opened": _OPENED, "solved": _SOLVED, "visibility": VISIBILITY, "helps": HELPS}

_CREATE = creating("published", Published)
_GET = query("SELECT * FROM published WHERE id = :id", Published)
_COPY = query(
    """SELECT published.* FROM published JOIN puzzles ON puzzles.id = puzzle_id
    WHERE server_id = :server_id AND canonical_key = :key""",
    Published,
)
_QUEUE = query(
    """SELECT * FROM published WHERE server_id = :server_id
    AND (posted_at IS NULL OR week_ends > :now) ORDER BY week_ends IS NULL, id""",
    Published,
)
_POST = command("UPDATE published SET posted_at = :at, week_ends = :ends WHERE id = :id")
_REMOVE = command("DELETE FROM published WHERE id = :id")
_LIKE = command("INSERT INTO likes VALUES (:id, :player_id) ON CONFLICT DO NOTHING")
_DISLIKE = command("DELETE FROM likes WHERE published_id = :id AND player_id = :player_id")
_LINES = query(
    """SELECT rank() OVER (ORDER BY seconds + penalty, mistakes, {helps}) AS rank,
    players.id AS player_id, 1 AS solved, seconds + penalty AS seconds, mistakes, {helps} AS helps,
    surfaces >= {page} AS on_page, {visibility} AS visibility, '' AS track,
    CAST(NULL AS double precision) AS ratio
    {solved} JOIN players ON players.id = attempts.player_id
    WHERE published.id = :id AND NOT kept_off AND players.id NOT IN :without
    AND {visibility} <> 'hidden' ORDER BY rank, players.id LIMIT :limit""",
    StandingRecord,
    page=str(Surface.PAGE.value),
    **_PARTS,
)
_COUNTS = query(
    """SELECT (SELECT count(*) {opened} WHERE published.id = :id) AS opened,
    (SELECT count(*) {solved} WHERE published.id = :id) AS solved,
    (SELECT count(*) FROM likes WHERE published_id = :id) AS likes""",
    tuple[int, int, int],
    **_PARTS,
)
_TOTALS = query(
    """SELECT
    (SELECT count(*) FROM published WHERE player_id = :player_id AND posted_at IS NOT NULL)
        AS posted,
    (SELECT count(DISTINCT attempts.id) {solved} WHERE published.player_id = :player_id) AS solved,
    (SELECT count(*) FROM likes JOIN published ON published.id = published_id
        WHERE published.player_id = :player_id) AS likes""",
    tuple[int, int, int],
    **_PARTS,
)


async def create(connection: Connection, new: Published) -> Published:
    """Store a puzzle that is published or offered; returns it with its number."""
    [created] = await _CREATE.all(connection, **asdict(new))
    return created


async def get(connection: Connection, number: int) -> Published | None:
    """The published puzzle with a number; None if there is none."""
    return await _GET.one(connection, id=number) if is_row_id(number) else None


async def copy(connection: Connection, server_id: int, key: str) -> Published | None:
    """The puzzle of a server that has a canonical key; None if it has none."""
    return await _COPY.first(connection, server_id=server_id, key=key)


async def queue(connection: Connection, server_id: int, now: datetime) -> tuple[Published, ...]:
    """The puzzle of the week of a server, if it has one; then those that wait, the oldest first."""
    return await _QUEUE.all(connection, server_id=server_id, now=now)


async def post(
    connection: Connection, number: int, at: datetime | None, ends: datetime | None = None
) -> None:
    """Note when a puzzle is posted, and until when it is that of the week; None for not."""
    await _POST.run(connection, id=number, at=at, ends=ends)


async def remove(connection: Connection, number: int) -> None:
    """Remove a published puzzle, with who liked it."""
    await _REMOVE.run(connection, id=number)


async def like(connection: Connection, number: int, player_id: int) -> bool:
    """Note that a stored player likes a puzzle, or if they did, that they do no more; which."""
    values = {"id": number, "player_id": player_id}
    liked = await _LIKE.run(connection, values) == 1
    if not liked:
        await _DISLIKE.run(connection, values)
    return liked


async def lines(
    connection: Connection, number: int, without: Collection[int], limit: int
) -> tuple[StandingRecord, ...]:
    """The first of those who solved a puzzle, without some people; equal ones share a rank."""
    return await _LINES.all(connection, id=number, without=[*without], limit=limit)


async def counts(connection: Connection, number: int) -> tuple[int, int, int]:
    """How many people opened, solved and liked a puzzle, its author not counted."""
    return await _COUNTS.one(connection, id=number) or (0, 0, 0)


async def totals(connection: Connection, player_id: int) -> tuple[int, int, int]:
    """How many puzzles of a person are posted, how many times others solved and liked them."""
    return await _TOTALS.one(connection, player_id=player_id) or (0, 0, 0)
