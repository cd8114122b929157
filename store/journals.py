"""Journals: how the marks of attempts were made, as text that is only ever added to.

The techniques that were used on a solved board are read from its journal later, and stored with it.
"""

from datetime import date

from store.records import AttemptKind, SolvedJournal, StoredUses
from store.sql import command, query
from store.transaction import Connection

MAX_LENGTH = 16_384
"""Maximum length of a journal in characters, all of them ASCII."""
FULL = "!"
"""What is added to a journal in the place of the first entry that does not fit, and last."""
MAX_SOLVED = 50
"""Number of solved boards of a player whose journals are kept."""
UNREAD = ""
"""The uses of a solved board that are not read from its journal yet."""

_APPEND = command(
    """INSERT INTO journals (attempt_id, text) VALUES (:attempt_id, :text)
    ON CONFLICT (attempt_id) DO UPDATE SET text = journals.text ||
        CASE WHEN length(journals.text) + length(excluded.text) < {max_length}
        THEN excluded.text ELSE '{full}' END
    WHERE journals.text NOT LIKE '%{full}'""",
    max_length=str(MAX_LENGTH),
    full=FULL,
)
_GET = query("SELECT text FROM journals WHERE attempt_id = :attempt_id", str)
_LAST_SOLVED = query(
    """SELECT text FROM journals JOIN attempts ON attempts.id = attempt_id
    WHERE player_id = :player_id AND solved_at IS NOT NULL AND kind <> '{learn}'
    ORDER BY solved_at DESC, attempts.id DESC LIMIT :most""",
    str,
    learn=AttemptKind.LEARN,
)
_REMOVE = command("DELETE FROM journals WHERE attempt_id = :attempt_id")
_KEEP_LAST_SOLVED = command(
    """DELETE FROM journals WHERE attempt_id IN (
        SELECT id FROM attempts JOIN journals ON attempt_id = id
        WHERE player_id = :player_id AND solved_at IS NOT NULL
        ORDER BY solved_at DESC, id DESC LIMIT 2147483647 OFFSET :kept)"""
)
_SAVE_USES = command("UPDATE journals SET uses = :uses WHERE attempt_id = :attempt_id")
_OF_SOLVED = """FROM journals JOIN attempts ON attempts.id = journals.attempt_id
    LEFT JOIN pars ON pars.attempt_id = attempts.id"""
_UNREAD = query(
    """SELECT journals.attempt_id, uses, surfaces, mean, variance, notation, text {of_solved}
    JOIN puzzles ON puzzles.id = puzzle_id
    WHERE uses = '{unread}' ORDER BY journals.attempt_id LIMIT :limit""",
    SolvedJournal,
    unread=UNREAD,
    of_solved=_OF_SOLVED,
)
_LAST_USES = query(
    """SELECT journals.attempt_id, uses, surfaces, mean, variance {of_solved}
    WHERE player_id = :player_id AND solved_at IS NOT NULL AND uses <> '{unread}'
    AND (CAST(:before AS date) IS NULL OR day IS NULL OR day < :before)
    ORDER BY solved_at DESC, attempts.id DESC LIMIT :most""",
    StoredUses,
    unread=UNREAD,
    of_solved=_OF_SOLVED,
)


async def append(connection: Connection, attempt_id: int, entries: str) -> None:
    """Add entries to the journal of an attempt, without reading it."""
    if entries:
        await _APPEND.run(connection, attempt_id=attempt_id, text=entries)


async def get(connection: Connection, attempt_id: int) -> str | None:
    """The journal of an attempt; None if it has none."""
    return await _GET.first(connection, attempt_id=attempt_id)


async def last_solved(connection: Connection, player_id: int, most: int) -> tuple[str, ...]:
    """The journals of the last boards that a player solved outside the course, the last first."""
    return await _LAST_SOLVED.all(connection, player_id=player_id, most=most)


async def remove(connection: Connection, attempt_id: int) -> None:
    """Remove the journal of an attempt, if there is one."""
    await _REMOVE.run(connection, attempt_id=attempt_id)


async def keep_last_solved(connection: Connection, player_id: int) -> None:
    """Remove the journals of a player's solved boards except the last `MAX_SOLVED`."""
    await _KEEP_LAST_SOLVED.run(connection, player_id=player_id, kept=MAX_SOLVED)


async def mark_unread(connection: Connection, attempt_id: int) -> None:
    """Note that the uses of a board that was just solved are to be read from its journal."""
    await save_uses(connection, attempt_id, UNREAD)


async def save_uses(connection: Connection, attempt_id: int, uses: str | None) -> None:
    """Store the uses of a solved board, None if they cannot be read from its journal."""
    await _SAVE_USES.run(connection, attempt_id=attempt_id, uses=uses)


async def unread(connection: Connection, limit: int) -> tuple[SolvedJournal, ...]:
    """Journals of solved boards whose uses are not read yet."""
    return await _UNREAD.all(connection, limit=limit)


async def last_uses(
    connection: Connection, player_id: int, most: int, before: date | None = None
) -> tuple[StoredUses, ...]:
    """The uses of the last solved boards of a player, the last first.

    With `before`, dailies of this day and later are left out.
    """
    return await _LAST_USES.all(connection, player_id=player_id, most=most, before=before)
