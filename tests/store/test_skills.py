"""Skills: one row per player and technique."""

from datetime import timedelta

from msgspec.structs import replace

from store import players, skills
from store.database import Database
from store.records import SkillRecord
from tests.support.store.rows import NOON

LATER = NOON + timedelta(days=3)
SKILL = SkillRecord(7, "zero", 1, LATER, NOON, seen=2, correct=1, seconds=8)


async def test_a_skill_is_replaced(database: Database) -> None:
    async with database.writing() as connection:
        for player in (7, 8):
            await players.ensure(connection, player, NOON)
        await skills.save(connection, SKILL)
        await skills.save(connection, replace(SKILL, player_id=8))
        newer = replace(SKILL, box=3, seen=3, correct=2, seconds=None, last_at=LATER)
        await skills.save(connection, newer)
        assert await skills.of_player(connection, 7) == (newer,)
        assert await skills.of_player(connection, 8) == (replace(SKILL, player_id=8),)


async def test_a_skill_becomes_due_and_never_later(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await skills.save(connection, SKILL)
        for at in (NOON, LATER):
            await skills.make_due(connection, 7, "zero", at)
            assert await skills.of_player(connection, 7) == (replace(SKILL, due_at=NOON),)
        await skills.make_due(connection, 7, "corner-3", NOON)
        assert len(await skills.of_player(connection, 7)) == 1
