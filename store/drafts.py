"""Drafts: the puzzles that players are entering or mending."""

from collections.abc import Mapping

from msgspec.structs import asdict

from store.records import DraftRecord
from store.sql import command, creating, is_row_id, query
from store.transaction import Connection

_CREATE = creating("drafts", DraftRecord)
_REMOVE_SURPLUS = command(
    """DELETE FROM drafts WHERE id IN (
        SELECT id FROM drafts WHERE player_id = :player_id AND id <> :id
        ORDER BY touched_at DESC, id DESC LIMIT 2147483647 OFFSET :others)"""
)
_GET = query("SELECT * FROM drafts WHERE id = :id", DraftRecord)
_SAVE = command(
    """UPDATE drafts SET revision = revision + 1, notation = :notation, doubts = :doubts,
    marks = :marks, touched_at = :touched_at WHERE id = :id AND revision = :revision"""
)
_REMOVE = command("DELETE FROM drafts WHERE id = :id AND player_id = :player_id")


async def create(connection: Connection, draft: DraftRecord, most: int) -> DraftRecord:
    """Store a new draft of a stored player, and return it with its ID.

    Beyond `most` of the player, those that were not touched longest are removed.
    """
    [created] = await _CREATE.all(connection, **asdict(draft))
    own = {"player_id": draft.player_id, "id": created.id, "others": most - 1}
    await _REMOVE_SURPLUS.run(connection, own)
    return created


async def get(connection: Connection, draft_id: int) -> DraftRecord | None:
    """The draft with an ID; None if there is none."""
    if not is_row_id(draft_id):
        return None
    return await _GET.one(connection, id=draft_id)


async def save(
    connection: Connection, draft_id: int, revision: int, values: Mapping[str, object]
) -> bool:
    """Store other values of a draft; False if it has another revision, or is gone.

    The values are those of `notation`, `doubts`, `marks` and `touched_at`.
    """
    return bool(await _SAVE.run(connection, {**values, "id": draft_id, "revision": revision}))


async def remove(connection: Connection, player_id: int, draft_id: int) -> None:
    """Remove a draft of a player, if there is one."""
    if is_row_id(draft_id):
        await _REMOVE.run(connection, id=draft_id, player_id=player_id)
