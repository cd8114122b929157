"""Journals: how the marks of attempts were made, as text that is only ever added to."""

from functools import cache

from sqlalchemy import Delete, Insert, bindparam, case, delete, func, select

from store.schema import attempts, journals
from store.statements import insert_in
from store.transaction import Connection

MAX_LENGTH = 16_384
"""Maximum length of a journal in characters, all of them ASCII."""
FULL = "!"
"""What is added to a journal in the place of the first entry that does not fit, and last."""
MAX_SOLVED = 50
"""Number of solved boards of a player whose journals are kept."""


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
