"""Players: their settings, the servers they play in, and their reminders."""

from collections.abc import Collection
from datetime import datetime

from msgspec.structs import asdict

from store.errors import GoneError
from store.records import Player
from store.sql import command, query, replacing
from store.transaction import Connection

VISIBILITY = """
    CASE WHEN is_json(settings) THEN
        CASE coalesce(settings->>'visibility', 'named') WHEN 'named' THEN 'named'
        WHEN 'anonymous' THEN 'anonymous' ELSE 'hidden' END
    ELSE 'hidden' END"""
"""How a player appears on leaderboards, in a query; hidden for a value of another version, and for
settings that cannot be read, which keep nobody else from a leaderboard."""
WANTS_PAR = """
    CASE WHEN is_json(settings) THEN
        coalesce(CAST(settings->>'par' AS text), 'true') NOT IN ('false', '0')
    ELSE false END"""
"""Whether a player is told par, in a query."""

_FIND = query("SELECT * FROM players WHERE id = :id", Player)
_LOCK = command(  # no other advisory lock has a negative key
    "SELECT pg_advisory_xact_lock(-person) FROM unnest(CAST(:people AS bigint[])) AS person",
    only="postgresql",
)
_ENSURE = command(  # of a stored player it changes nothing, but locks the row
    """INSERT INTO players ({names}) SELECT {values} WHERE NOT EXISTS (
        SELECT 1 FROM deletions WHERE person_id = :id AND at > :created_at)
    ON CONFLICT (id) DO UPDATE SET created_at = players.created_at""",
    names=", ".join(Player.__struct_fields__),
    values=", ".join(f":{name}" for name in Player.__struct_fields__),
)
_SAVE = replacing("players", Player, ["id"], keep=["created_at"])
_JOIN = command(
    """INSERT INTO members (server_id, player_id) VALUES (:server_id, :player_id)
    ON CONFLICT DO NOTHING"""
)

_KEEP_OFF = command(  # who has deleted their data stays as they were
    """UPDATE members SET kept_off = player_id IN :people
    WHERE server_id = :server_id AND player_id > 0"""
)
_KEPT_OFF = query(
    "SELECT player_id FROM members WHERE server_id = :server_id AND kept_off AND player_id > 0", int
)


async def find(connection: Connection, player_id: int) -> Player | None:
    """A player; None for a person who is not stored."""
    return await _FIND.one(connection, id=player_id)


async def lock(connection: Connection, *people: int) -> None:
    """Lock people in PostgreSQL, stored or not, until the transaction ends.

    To be called first in a transaction that reads what rows people have and adds some, or deletes
    them. Then come the lock of `deletions` and rows, so that no transactions wait for each other.
    """
    if connection.dialect == "postgresql":
        await _LOCK.run(connection, people=sorted(set(people)))


async def ensure(connection: Connection, player_id: int, now: datetime) -> Player:
    """A player; one who is not stored is stored with default settings.

    To be called under the `lock`, in a use case that began at `now`. Raises `GoneError` if the
    player was deleted since then.
    """
    await _ENSURE.run(connection, asdict(Player(player_id, now)))
    player = await find(connection, player_id)
    if player is None:
        raise GoneError
    return player


async def save(connection: Connection, player: Player) -> None:
    """Store all settings of a player; a stored `created_at` is kept."""
    await _SAVE.run(connection, asdict(player))


async def join(connection: Connection, player_id: int, server_id: int) -> None:
    """Add a stored player to the leaderboards of a server."""
    await _JOIN.run(connection, server_id=server_id, player_id=player_id)


async def keep_off(connection: Connection, server_id: int, people: Collection[int]) -> None:
    """Keep these people, who play in a server, off its boards, and nobody else."""
    await _KEEP_OFF.run(connection, server_id=server_id, people=[*people])


async def kept_off(connection: Connection, server_id: int) -> tuple[int, ...]:
    """The people who are kept off the boards of a server."""
    return await _KEPT_OFF.all(connection, server_id=server_id)
