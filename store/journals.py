"""Journals: how the marks of attempts were made, as text that is only ever added to.

The techniques that were used on a solved board are read from its journal later, and stored with it.
"""

from datetime import date
from functools import cache

from sqlalchemy import Delete, Insert, Update, bindparam, case, delete, func, or_, select, update

from store.records import SolvedJournal, StoredUses
from store.schema import attempts, journals, puzzles
from store.statements import fetch_all, insert_in
from store.transaction import Connection

MAX_LENGTH = 16_384
"""Maximum length of a journal in characters, all of them ASCII."""
FULL = "!"
"""What is added to a journal in the place of the first entry that does not fit, and last."""
MAX_SOLVED = 50
"""Number of solved boards of a player whose journals are kept."""
UNREAD = ""
"""The uses of a solved board that are not read from its journal yet."""


async def append(connection: Connection, attempt_id: int, entries: str) -> None:
    """Add entries to the journal of an attempt, without reading it."""
    if entries:
        values = {"attempt_id": attempt_id, "text": entries}
        await connection.execute(_appending(connection.dialect), values)


@cache
def _appending(dialect: str) -> Insert:
    statement = insert_in(dialect, journals)
    before, new = journals.c.text, statement.excluded.text
    fits = func.length(before) + func.length(new) < MAX_LENGTH
    return statement.on_conflict_do_update(
        index_elements=["attempt_id"],
        set_={"text": case((fits, before.concat(new)), else_=before.concat(FULL))},
        where=before.not_like(f"%{FULL}"),
    )


async def get(connection: Connection, attempt_id: int) -> str | None:
    """The journal of an attempt; None if it has none."""
    found = select(journals.c.text).where(journals.c.attempt_id == attempt_id)
    text: str | None = (await connection.execute(found)).scalar()
    return text


async def remove(connection: Connection, attempt_id: int) -> None:
    """Remove the journal of an attempt, if there is one."""
    await connection.execute(delete(journals).where(journals.c.attempt_id == attempt_id))


async def keep_last_solved(connection: Connection, player_id: int) -> None:
    """Remove the journals of a player's solved boards except the last `MAX_SOLVED`."""
    await connection.execute(_removing_earlier(), {"player_id": player_id})


@cache
def _removing_earlier() -> Delete:
    earlier = (
        select(attempts.c.id)
        .join(journals, journals.c.attempt_id == attempts.c.id)
        .where(attempts.c.player_id == bindparam("player_id"), attempts.c.solved_at.is_not(None))
        .order_by(attempts.c.solved_at.desc(), attempts.c.id.desc())
        .offset(MAX_SOLVED)
    )
    return delete(journals).where(journals.c.attempt_id.in_(earlier))


async def mark_unread(connection: Connection, attempt_id: int) -> None:
    """Note that the uses of a board that was just solved are to be read from its journal."""
    await connection.execute(_marking(), {"attempt": attempt_id, "new": UNREAD})


async def save_uses(connection: Connection, attempt_id: int, uses: str | None) -> None:
    """Store the uses of a solved board, None if they cannot be read from its journal."""
    await connection.execute(_marking(), {"attempt": attempt_id, "new": uses})


@cache
def _marking() -> Update:
    chosen = journals.c.attempt_id == bindparam("attempt")
    return update(journals).where(chosen).values(uses=bindparam("new"))


async def unread(connection: Connection, limit: int) -> tuple[SolvedJournal, ...]:
    """Journals of solved boards whose uses are not read yet."""
    chosen = (
        select(journals.c.attempt_id, puzzles.c.notation, journals.c.text)
        .join(attempts, attempts.c.id == journals.c.attempt_id)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle_id)
        .where(journals.c.uses == UNREAD)
        .order_by(journals.c.attempt_id)
        .limit(limit)
    )
    return await fetch_all(connection, chosen, SolvedJournal)


async def last_uses(
    connection: Connection, player_id: int, most: int, before: date | None = None
) -> tuple[StoredUses, ...]:
    """The uses of the last solved boards of a player, the last first.

    With `before`, dailies of this day and later are left out.
    """
    chosen = (
        select(journals.c.attempt_id, journals.c.uses)
        .join(attempts, attempts.c.id == journals.c.attempt_id)
        .where(
            attempts.c.player_id == player_id,
            attempts.c.solved_at.is_not(None),
            journals.c.uses != UNREAD,
        )
        .order_by(attempts.c.solved_at.desc(), attempts.c.id.desc())
        .limit(most)
    )
    if before is not None:
        chosen = chosen.where(or_(attempts.c.day.is_(None), attempts.c.day < before))
    return await fetch_all(connection, chosen, StoredUses)
