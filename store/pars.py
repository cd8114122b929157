"""Par: the strengths of players, what is known of difficulties, and the par of solved attempts.

A transaction locks the attempts that it learns from first, then strengths, then difficulties, each
kind in the order of its keys, so that no two wait for each other.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime

from msgspec.structs import asdict

from store.rankings import HELPS
from store.records import (
    AttemptKind,
    RacerStrength,
    RatedPuzzle,
    SolvedBoard,
    StoredPar,
    StoredTerm,
    Strength,
    Surface,
)
from store.sql import command, query, replacing
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
    AND available_until > :now AND ({day} IS NULL OR {day} <> dailies.day))"""
"""Whether an attempt is on a copy of a daily that is open or coming, of which nothing is told."""
_RACED = """(
    SELECT CASE surfaces WHEN {chat} THEN chat_par ELSE par END
    FROM racers JOIN races ON races.id = race_id WHERE racers.player_id = attempts.player_id
    AND races.puzzle_id = attempts.puzzle_id ORDER BY race_id DESC LIMIT 1) AS raced"""
"""The par of an attempt in its race."""
_PARTS |= {"is_copy": _IS_COPY, "day": "attempts.day", "raced": _RACED}
_PARTS["chat"] = str(Surface.CHAT.value)
_SOLVED = query(
    """SELECT attempts.id AS attempt_id, player_id, solved_at, seconds, surfaces, notation,
    canonical_key, level, score, settings, {raced}
    FROM attempts JOIN puzzles ON puzzles.id = puzzle_id JOIN players ON players.id = player_id
    WHERE attempts.id IN :ids AND {counts} AND NOT {is_copy}
    ORDER BY attempts.id FOR KEY SHARE OF attempts""",
    SolvedBoard,
    **_PARTS,
)
_RATED = query(
    """SELECT canonical_key, level, score, {raced}
    FROM puzzles JOIN attempts ON puzzles.id = puzzle_id
    WHERE attempts.id = :attempt_id AND NOT {is_copy}""",
    RatedPuzzle,
    **_PARTS,
)
_RACERS = query(
    """SELECT strengths.*, settings
    FROM racers JOIN races ON races.id = race_id JOIN puzzles ON puzzles.id = puzzle_id
    JOIN players ON players.id = racers.player_id
    JOIN strengths ON strengths.player_id = racers.player_id
    WHERE race_id = :race_id AND NOT {is_copy}""",
    RacerStrength,
    **(_PARTS | {"day": "NULL"}),
)
_ENSURE_STRENGTH = query(
    """INSERT INTO strengths (player_id, mean, variance, boards, at)
    VALUES (:player_id, :mean, :variance, :boards, :at)
    ON CONFLICT (player_id) DO UPDATE SET boards = strengths.boards RETURNING *""",
    Strength,
)
_WITH_TERMS = """INSERT INTO difficulties (term, mean, variance)
    SELECT key, CAST(value->>'mean' AS double precision),
    CAST(value->>'variance' AS double precision)
    FROM json_each(:terms) WHERE TRUE ORDER BY key ON CONFLICT (term) DO UPDATE SET"""
"""Adds several terms, in order; what follows is done to those that are there."""
_ENSURE_DIFFICULTIES = query(
    "{with_terms} mean = difficulties.mean RETURNING *", StoredTerm, with_terms=_WITH_TERMS
)
_STRENGTHS = query("SELECT * FROM strengths WHERE player_id IN :people", Strength)
_DIFFICULTIES = query("SELECT * FROM difficulties WHERE term IN :terms", StoredTerm)
_PAR = query("SELECT * FROM pars WHERE attempt_id = :attempt_id", StoredPar)
_HISTORY = query(
    """SELECT solved_at, mean, variance, size FROM (
        SELECT solved_at, mean, variance, count(*) OVER () AS size,
        row_number() OVER (ORDER BY solved_at DESC, attempts.id DESC) - 1 AS place
        FROM pars JOIN attempts ON attempts.id = attempt_id WHERE player_id = :player_id
        AND (day IS NULL OR day < :before)
    ) AS placed WHERE place % ((size + :most - 1) / :most) = 0 ORDER BY place DESC""",
    tuple[datetime, float, float, int],
)
_COMPARED = query(
    """SELECT level, size, seconds / par AS ratio FROM pars
    JOIN attempts ON attempts.id = attempt_id JOIN puzzles ON puzzles.id = puzzle_id
    WHERE player_id = :player_id AND par > 0 AND (day IS NULL OR day < :before)
    ORDER BY solved_at DESC, attempts.id DESC LIMIT :most""",
    tuple[str | None, str, float],
)
_NEW = query(
    """SELECT level, size, seconds, surfaces FROM pars
    JOIN attempts ON attempts.id = attempt_id JOIN puzzles ON puzzles.id = puzzle_id
    WHERE player_id = :player_id AND kind = '{generated}'
    ORDER BY solved_at DESC, attempts.id DESC LIMIT :most""",
    tuple[str | None, str, int, int],
    generated=AttemptKind.ENDLESS.value,
)
_SAVE_STRENGTH = replacing("strengths", Strength, ["player_id"])
_SAVE_DIFFICULTIES = command(
    "{with_terms} mean = excluded.mean, variance = excluded.variance", with_terms=_WITH_TERMS
)
_SAVE_PAR = replacing("pars", StoredPar, ["attempt_id"])
_CLEAR = (
    command("DELETE FROM pars"),
    command("DELETE FROM strengths"),
    command("DELETE FROM difficulties WHERE term NOT LIKE 'step:%'"),
)


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


async def racers(connection: Connection, race_id: int, now: datetime) -> tuple[RacerStrength, ...]:
    """The known strengths of people in a race; none if it is on such a copy."""
    return await _RACERS.all(connection, race_id=race_id, now=now)


async def lock(
    connection: Connection, new: Iterable[Strength], terms: Iterable[StoredTerm]
) -> tuple[dict[int, Strength], dict[str, StoredTerm]]:
    """The stored strengths and difficulties, locked until the transaction ends.

    Missing ones are stored first.
    """
    strengths = dict[int, Strength]()
    for each in sorted(new, key=lambda each: each.player_id):
        for stored in await _ENSURE_STRENGTH.all(connection, **asdict(each)):
            strengths[stored.player_id] = stored
    found = await _ENSURE_DIFFICULTIES.all(connection, terms=_by_name(terms))
    return strengths, {each.term: each for each in found}


def _by_name(terms: Iterable[StoredTerm]) -> dict[str, object]:
    return {each.term: asdict(each) for each in terms}


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
    connection: Connection, player_id: int, most: int, before: date
) -> tuple[tuple[datetime, float, float, int], ...]:
    """When a player solved boards that count, mean and variance of the strength after each, and the
    number of all; of more than `most`, as many at even distances, the last one among them.

    Left out are dailies of the day `before` and later."""
    return await _HISTORY.all(connection, player_id=player_id, most=most, before=before)


async def compared(
    connection: Connection, player_id: int, most: int, before: date
) -> tuple[tuple[str | None, str, float], ...]:
    """Level, size and the ratio of time to par of the last boards of a player with a par."""
    return await _COMPARED.all(connection, player_id=player_id, most=most, before=before)


async def last_new(
    connection: Connection, player_id: int, most: int
) -> tuple[tuple[str | None, str, int, int], ...]:
    """Level, size, seconds and surfaces of the last generated boards of a player that count."""
    return await _NEW.all(connection, player_id=player_id, most=most)


async def save(
    connection: Connection,
    strengths: Iterable[Strength],
    difficulties: Iterable[StoredTerm],
) -> None:
    """Store what was learned, in the place of what was known before."""
    if rows := [*map(asdict, strengths)]:
        await _SAVE_STRENGTH.run(connection, *rows)
    await _SAVE_DIFFICULTIES.run(connection, terms=_by_name(difficulties))


async def add(connection: Connection, pars: Iterable[StoredPar]) -> None:
    """Store the pars of attempts."""
    await _SAVE_PAR.run(connection, *map(asdict, pars))


async def clear(connection: Connection) -> None:
    """Remove all that was learned of boards; journals, of which steps are, are read once."""
    for clearing in _CLEAR:
        await clearing.run(connection)
