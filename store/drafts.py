"""Drafts: the puzzles that players are entering or mending."""

from collections.abc import Mapping

from msgspec.structs import asdict
from sqlalchemy import delete, select, update

from store.records import DraftRecord
from store.schema import drafts
from store.statements import affected_rows, fetch_all, fetch_one, is_row_id, select_by
from store.transaction import Connection


async def create(connection: Connection, draft: DraftRecord, most: int) -> DraftRecord:
    """Store a new draft of a stored player, and return it with its ID.

    Beyond `most` of the player, those that were not touched longest are removed.
    """
    values = asdict(draft)
    del values["id"]
    statement = drafts.insert().returning(drafts)
    [created] = await fetch_all(connection, statement, DraftRecord, values)
    columns = drafts.c
    surplus = (
        select(columns.id)
        .where(columns.player_id == draft.player_id, columns.id != created.id)
        .order_by(columns.touched_at.desc(), columns.id.desc())
        .offset(most - 1)
    )
    await connection.execute(delete(drafts).where(columns.id.in_(surplus)))
    return created


async def get(connection: Connection, draft_id: int) -> DraftRecord | None:
    """The draft with an ID; None if there is none."""
    if not is_row_id(draft_id):
        return None
    return await fetch_one(connection, select_by(drafts, "id"), DraftRecord, {"id": draft_id})


async def save(
    connection: Connection, draft_id: int, revision: int, values: Mapping[str, object]
) -> bool:
    """Store other values of a draft; False if it has another revision, or is gone."""
    columns = drafts.c
    statement = (
        update(drafts)
        .where(columns.id == draft_id, columns.revision == revision)
        .values(revision=revision + 1, **values)
    )
    return bool(await affected_rows(connection, statement))


async def remove(connection: Connection, player_id: int, draft_id: int) -> None:
    """Remove a draft of a player, if there is one."""
    columns = drafts.c
    if is_row_id(draft_id):
        mine = columns.id == draft_id, columns.player_id == player_id
        await connection.execute(delete(drafts).where(*mine))
