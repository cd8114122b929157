"""Skills: how well players master techniques, one row per player and technique."""

from datetime import datetime

from msgspec.structs import asdict

from store.records import SkillRecord
from store.sql import command, query, replacing
from store.transaction import Connection

_OF_PLAYER = query("SELECT * FROM skills WHERE player_id = :player_id", SkillRecord)
_SAVE = replacing("skills", SkillRecord, ["player_id", "technique"])
_MAKE_DUE = command(
    """UPDATE skills SET due_at = :at
    WHERE player_id = :player_id AND technique = :technique AND due_at > :at"""
)


async def of_player(connection: Connection, player_id: int) -> tuple[SkillRecord, ...]:
    """The skills of a player."""
    return await _OF_PLAYER.all(connection, player_id=player_id)


async def save(connection: Connection, skill: SkillRecord) -> None:
    """Store a skill in the place of the one before; its player is stored already."""
    await _SAVE.run(connection, asdict(skill))


async def make_due(connection: Connection, player_id: int, technique: str, at: datetime) -> None:
    """Let a skill that would be due later be due at an instant; nothing for one not stored."""
    await _MAKE_DUE.run(connection, player_id=player_id, technique=technique, at=at)
