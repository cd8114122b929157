"""Skills: how well players master techniques, one row per player and technique."""

from datetime import datetime
from functools import cache

from msgspec.structs import asdict
from sqlalchemy import Insert, update

from store.records import SkillRecord
from store.schema import skills
from store.statements import fetch_all, insert_in, select_by
from store.transaction import Connection


async def of_player(connection: Connection, player_id: int) -> tuple[SkillRecord, ...]:
    """The skills of a player."""
    statement = select_by(skills, "player_id")
    return await fetch_all(connection, statement, SkillRecord, {"player_id": player_id})


async def save(connection: Connection, skill: SkillRecord) -> None:
    """Store a skill in the place of the one before; its player is stored already."""
    await connection.execute(_saving(connection.dialect), asdict(skill))


@cache
def _saving(dialect: str) -> Insert:
    statement = insert_in(dialect, skills)
    key = [column.name for column in skills.primary_key]
    new = {column.name: column for column in statement.excluded if column.name not in key}
    return statement.on_conflict_do_update(index_elements=key, set_=new)


async def make_due(connection: Connection, player_id: int, technique: str, at: datetime) -> None:
    """Let a skill that would be due later be due at an instant; nothing for one not stored."""
    columns = skills.c
    await connection.execute(
        update(skills)
        .where(columns.player_id == player_id, columns.technique == technique, columns.due_at > at)
        .values(due_at=at)
    )
