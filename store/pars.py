"""Par: the strengths of players, what is known of difficulties, and the par of solved attempts.

A transaction locks the attempts that it learns from first, then strengths, then difficulties, each
kind in the order of its keys, so that no two wait for each other.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import asdict

from store.rankings import HELPS
from store.records import AttemptKind, RatedPuzzle, SolvedBoard, StoredPar, StoredTerm, Strength
from store.sql import command, insert, query, replacing
from store.transaction import Connection

_COUNTS = """player_id > 0 AND solved_at IS NOT NULL AND NOT revealed AND NOT replayed
    AND kind <> '{learn}' AND {helps} = 0
    AND NOT EXISTS (SELECT 1 FROM pars WHERE attempt_id = attempts.id)"""
_PARTS = {"counts": _COUNTS, "helps": HELPS, "learn": AttemptKind.LEARN.value}
_NEXT = query(
    """SELECT id, solved_at FROM attempts WHERE {counts}
    AND (solved_at > :at OR solved_at = :at AND id > :id) ORDER BY solved_at, id LIMIT :limit""",
    tuple[int, datetime],
    **_PARTS,
)
_IS_COPY = """EXISTS (
    SELECT 1 FROM dailies WHERE dailies.canonical_key = puzzles.canonical_key
    AND available_until > :now AND (attempts.day IS NULL OR attempts.day <> dailies.day))"""
"""Whether an attempt is on a copy of a daily that is open or coming, of which nothing is told."""
_SOLVED = query(
    """SELECT attempts.id AS attempt_id, player_id, solved_at, seconds, surfaces, notation,
    canonical_key, level, score, settings
    FROM attempts JOIN puzzles ON puzzles.id = puzzle_id JOIN players ON players.id = player_id
    WHERE attempts.id IN :ids AND {counts} AND NOT {is_copy}
    ORDER BY attempts.id FOR KEY SHARE OF attempts""",
    SolvedBoard,
    is_copy=_IS_COPY,
    **_PARTS,
)
_RATED = query(
    """SELECT canonical_key, level, score FROM puzzles JOIN attempts ON puzzles.id = puzzle_id
    WHERE attempts.id = :attempt_id AND NOT {is_copy}""",
    RatedPuzzle,
    is_copy=_IS_COPY,
)
_ENSURE_STRENGTH = insert(
    "strengths", Strength, "ON CONFLICT (player_id) DO UPDATE SET boards = strengths.boards"
)
_ENSURE_DIFFICULTY = insert(
    "difficulties", StoredTerm, "ON CONFLICT (term) DO UPDATE SET mean = difficulties.mean"
)
_STRENGTHS = query("SELECT * FROM strengths WHERE player_id IN :people", Strength)
_DIFFICULTIES = query("SELECT * FROM difficulties WHERE term IN :terms", StoredTerm)
_PAR = query("SELECT * FROM pars WHERE attempt_id = :attempt_id", StoredPar)
_HISTORY = query(
    """SELECT solved_at, mean, variance, size FROM (
        SELECT solved_at, mean, variance, count(*) OVER () AS size,
        row_number() OVER (ORDER BY solved_at DESC, attempts.id DESC) - 1 AS place
        FROM pars JOIN attempts ON attempts.id = attempt_id WHERE player_id = :player_id
    ) AS placed WHERE place % ((size + :most - 1) / :most) = 0 ORDER BY place DESC""",
    tuple[datetime, float, float, int],
)
_COMPARED = query(
    """SELECT level, size, seconds / par AS ratio FROM pars
    JOIN attempts ON attempts.id = attempt_id JOIN puzzles ON puzzles.id = puzzle_id
    WHERE player_id = :player_id AND par > 0
    ORDER BY solved_at DESC, attempts.id DESC LIMIT :most""",
    tuple[str | None, str, float],
)
_SAVE_STRENGTH = replacing("strengths", Strength, ["player_id"])
_SAVE_DIFFICULTY = replacing("difficulties", StoredTerm, ["term"])
_SAVE_PAR = replacing("pars", StoredPar, ["attempt_id"])
_CLEAR = tuple(command("DELETE FROM {it}", it=it) for it in ("pars", "strengths", "difficulties"))


async def following(
    connection: Connection, after: tuple[datetime, int], limit: int
) -> tuple[tuple[int, datetime], ...]:
    """The attempts without a par that count and were solved after another one, in that order.

    Each with the instant at which it was solved; `after` has that of the other one, and its ID.
    """
    at, number = after
    return await _NEXT.all(connection, at=at, id=number, limit=limit)


async def solved(
    connection: Connection, attempt_ids: Collection[int], now: datetime
) -> tuple[SolvedBoard, ...]:
    """Those of some attempts that count and have no par; they stay until the transaction ends.

    Left out are copies of dailies that are open or coming at the instant `now`.
    """
    return await _SOLVED.all(connection, ids=[*attempt_ids], now=now)


async def rated(connection: Connection, attempt_id: int, now: datetime) -> RatedPuzzle | None:
    """What is known of the puzzle of an attempt; None for such a copy."""
    return await _RATED.one(connection, attempt_id=attempt_id, now=now)


async def lock(
    connection: Connection, new: Iterable[Strength], terms: Iterable[StoredTerm]
) -> None:
    """Lock strengths and difficulties until the transaction ends; missing ones are stored first."""
    strengths = sorted(new, key=lambda each: each.player_id)
    difficulties = sorted(terms, key=lambda each: each.term)
    await _ENSURE_STRENGTH.run(connection, *map(asdict, strengths))
    await _ENSURE_DIFFICULTY.run(connection, *map(asdict, difficulties))


async def strengths(connection: Connection, people: Collection[int]) -> dict[int, Strength]:
    """The stored strengths of some people."""
    return {each.player_id: each for each in await _STRENGTHS.all(connection, people=[*people])}


async def difficulties(connection: Connection, terms: Collection[str]) -> dict[str, StoredTerm]:
    """The stored difficulties of some terms."""
    return {each.term: each for each in await _DIFFICULTIES.all(connection, terms=[*terms])}


async def of_attempt(connection: Connection, attempt_id: int) -> StoredPar | None:
    """The par of a solved attempt; None if it has none."""
    return await _PAR.first(connection, attempt_id=attempt_id)


async def history(
    connection: Connection, player_id: int, most: int
) -> tuple[tuple[datetime, float, float, int], ...]:
    """When a player solved boards that count, mean and variance of the strength after each, and the
    number of all; of more than `most`, as many at even distances, the last one among them."""
    return await _HISTORY.all(connection, player_id=player_id, most=most)


async def compared(
    connection: Connection, player_id: int, most: int
) -> tuple[tuple[str | None, str, float], ...]:
    """Level, size and the ratio of time to par of the last boards of a player with a par."""
    return await _COMPARED.all(connection, player_id=player_id, most=most)


async def save(
    connection: Connection,
    strengths: Iterable[Strength],
    difficulties: Iterable[StoredTerm],
) -> None:
    """Store what was learned, in the place of what was known before."""
    await _SAVE_STRENGTH.run(connection, *map(asdict, strengths))
    await _SAVE_DIFFICULTY.run(connection, *map(asdict, difficulties))


async def add(connection: Connection, pars: Iterable[StoredPar]) -> None:
    """Store the pars of attempts."""
    await _SAVE_PAR.run(connection, *map(asdict, pars))


async def clear(connection: Connection) -> None:
    """Remove all that was learned."""
    for clearing in _CLEAR:
        await clearing.run(connection)
