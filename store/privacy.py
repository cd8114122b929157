"""Exports and deletes the data of a person."""

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from msgspec import Struct, defstruct
from msgspec.structs import asdict

from store import activity_boards, deletions, players, web_links
from store.records import (
    PAGES,
    Attempt,
    DraftRecord,
    LastStorm,
    PendingMessage,
    Player,
    Published,
    Racer,
    SkillRecord,
    StoredPar,
    StormRecord,
    Strength,
    Visibility,
)
from store.sql import Statement, command, insert, query
from store.together import TogetherEntry, TogetherMember
from store.transaction import Connection

ANONYMOUS_CREATED_AT = datetime.fromtimestamp(0, UTC)
"""`created_at` of anonymous players, so that it discloses nothing."""
NOT_EXPORTED = frozenset({"application_id", "token"})
"""What only the bot uses of a row: it could answer with it."""

Rows = list[dict[str, Any]]


def _columns(**kinds: Any) -> type[Struct]:
    return defstruct("Columns", kinds.items(), frozen=True)


class _ExportedAttempt(Attempt, frozen=True, kw_only=True):
    puzzle: str


class _Racer(Racer, frozen=True, kw_only=True):
    puzzle_id: int
    server_id: int
    channel_id: int
    message_id: int | None
    created_at: datetime
    ends_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    handicap: bool | None


class _Together(TogetherMember, frozen=True, kw_only=True):
    puzzle_id: int
    server_id: int
    channel_id: int
    begun_at: datetime
    touched_at: datetime
    solved_at: datetime | None
    ended_at: datetime | None


_Member = _columns(server_id=int, player_id=int, kept_off=bool)
_Journal = _columns(attempt_id=int, text=str, uses=str | None)
_Quota = _columns(scope=str, subject_id=int, window_start=datetime, used=int)
_Page = _columns(**dict.fromkeys(PAGES, int | None), until=datetime)
_Like = _columns(published_id=int, player_id=int)
_ActivityBoard = _columns(attempt_id=int | None, together_id=int | None, until=datetime)

EXPORTED: Mapping[str, Statement[Any]] = MappingProxyType(
    {
        "players": query("SELECT * FROM players WHERE id = :id", Player),
        "members": query("SELECT * FROM members WHERE player_id = :id ORDER BY server_id", _Member),
        "attempts": query(
            """SELECT attempts.*, notation AS puzzle FROM attempts
            JOIN puzzles ON puzzles.id = puzzle_id WHERE player_id = :id ORDER BY attempts.id""",
            _ExportedAttempt,
        ),
        "journals": query(
            """SELECT journals.* FROM journals JOIN attempts ON attempts.id = attempt_id
            WHERE player_id = :id ORDER BY attempt_id""",
            _Journal,
        ),
        "pars": query(
            """SELECT pars.* FROM pars JOIN attempts ON attempts.id = attempt_id
            WHERE player_id = :id ORDER BY attempt_id""",
            StoredPar,
        ),
        "drafts": query("SELECT * FROM drafts WHERE player_id = :id ORDER BY id", DraftRecord),
        "published": query("SELECT * FROM published WHERE player_id = :id ORDER BY id", Published),
        "likes": query("SELECT * FROM likes WHERE player_id = :id ORDER BY published_id", _Like),
        "skills": query(
            "SELECT * FROM skills WHERE player_id = :id ORDER BY technique", SkillRecord
        ),
        "strengths": query("SELECT * FROM strengths WHERE player_id = :id", Strength),
        "storms": query("SELECT * FROM storms WHERE player_id = :id", StormRecord),
        "last_storms": query("SELECT * FROM last_storms WHERE player_id = :id", LastStorm),
        "racers": query(
            """SELECT * FROM racers JOIN races ON races.id = race_id
            WHERE player_id = :id ORDER BY race_id""",
            _Racer,
        ),
        "together_members": query(
            """SELECT * FROM together_members JOIN together_boards ON id = board_id
            WHERE player_id = :id ORDER BY board_id""",
            _Together,
        ),
        "together_entries": query(
            """SELECT entry.* FROM together_entries AS entry JOIN together_members AS drawing
            ON drawing.board_id = entry.board_id
            AND entry LIKE '["_",' || CAST(member AS text) || ',%'
            WHERE player_id = :id ORDER BY entry.board_id, number""",
            TogetherEntry,
        ),
        "outbox": query("SELECT * FROM outbox WHERE person_id = :id ORDER BY id", PendingMessage),
        "quotas": query("SELECT * FROM quotas WHERE subject_id = :id ORDER BY scope", _Quota),
        "web_links": query("SELECT * FROM web_links WHERE player_id = :id ORDER BY until", _Page),
        "web_sessions": query(
            "SELECT * FROM web_sessions WHERE player_id = :id ORDER BY until", _Page
        ),
        "activity_boards": query(
            "SELECT * FROM activity_boards WHERE player_id = :id ORDER BY until", _ActivityBoard
        ),
        "deletions": query("SELECT * FROM deletions WHERE person_id = :id", deletions.Deletion),
    }
)
"""The rows of a person in each table, without those columns that are `NOT_EXPORTED`."""

_LOCK_ATTEMPTS = query("SELECT id FROM attempts WHERE player_id = :id ORDER BY id FOR UPDATE", int)
_DELETE_OF_ATTEMPTS = tuple(
    command(
        "DELETE FROM {it} WHERE attempt_id IN (SELECT id FROM attempts WHERE player_id = :id)",
        it=it,
    )
    for it in ("journals", "pars")
)
_DELETE_QUOTAS = command("DELETE FROM quotas WHERE subject_id = :id")
_DELETE_MESSAGES = command("DELETE FROM outbox WHERE person_id = :id")
_DELETE_RATES = command("DELETE FROM request_rates WHERE person_id = :id")
_DELETE_PUBLISHED = command("DELETE FROM published WHERE player_id = :id")
_DELETE_PLAYER = command("DELETE FROM players WHERE id = :id")
_IS_KEPT = """
    player_id = :id AND solved_at IS NOT NULL AND NOT revealed AND NOT replayed
    AND (ranked OR NOT :only_ranked) AND dailies.day = attempts.day
    AND dailies.track = attempts.track AND available_until <= :now"""
_SEEN_AS = query(
    """SELECT {visibility} FROM players
    WHERE id = :id AND EXISTS (SELECT 1 FROM attempts, dailies WHERE {is_kept})""",
    Visibility,
    visibility=players.VISIBILITY,
    is_kept=_IS_KEPT,
)
_ADD_ANONYMOUS = insert("players", Player)
_MOVE_MEMBERSHIPS = command("UPDATE members SET player_id = :anonymous_id WHERE player_id = :id")
_ANONYMISE = command(
    """UPDATE attempts SET player_id = :anonymous_id, pad = '', lines = 0, charged = NULL,
        regions = NULL, surfaces = 0, begun_at = available_from, touched_at = available_from,
        shown_at = available_from, solved_at = available_from
    FROM dailies WHERE {is_kept}""",
    is_kept=_IS_KEPT,
)


async def export(connection: Connection, player_id: int) -> dict[str, Rows]:
    """All rows of a player as JSON values, by the name of the table.

    Attempts include the notation of their puzzle, but no solution: it might be that of a daily that
    others are still solving.
    """
    exported = {}
    for name, statement in EXPORTED.items():
        rows = await statement.all(connection, id=player_id)
        exported[name] = [_json_row(asdict(row)) for row in rows]
    return exported


async def forget(
    connection: Connection, player_id: int, now: datetime, *, published: bool = False
) -> int:
    """Delete a person's data; returns the number of results that are kept.

    With `published`, the puzzles that they published are deleted, else they stay without a name.

    Solved dailies whose day is over are kept so that no rank or count of others changes. They are
    moved, with the memberships in servers, to a new anonymous player whose ID is a random negative
    number, without moves, journals, pars and times of day. Nothing that is stored leads from the
    person to that player. When they delete their data again on the same day, only ranked ones are
    kept: the others can be solved any number of times. Everything else is deleted, live dailies
    too.
    Until the day closes, a row of `deletions` stores when the data was deleted, and which live
    dailies had been begun.

    To be called under the lock of the person (`players.lock`).
    """
    await deletions.lock(connection)
    await _LOCK_ATTEMPTS.all(connection, id=player_id)  # before journals, as presses do
    again = await deletions.is_recorded(connection, player_id, now.date())
    await deletions.record(connection, player_id, now)
    for deleting in _DELETE_OF_ATTEMPTS:
        await deleting.run(connection, id=player_id)
    kept = await _anonymise_solved_dailies(connection, player_id, now, only_ranked=again)
    await web_links.end_sessions(connection, player_id)
    await activity_boards.remove_all(connection, player_id)
    deletes = (_DELETE_QUOTAS, _DELETE_MESSAGES, _DELETE_RATES, _DELETE_PLAYER)
    for deleting in (*[_DELETE_PUBLISHED] * published, *deletes):
        await deleting.run(connection, id=player_id)
    return kept


async def _anonymise_solved_dailies(
    connection: Connection, player_id: int, now: datetime, *, only_ranked: bool
) -> int:
    """Move solved dailies of the past, if any, to a new anonymous player; returns their number."""
    values = {"id": player_id, "now": now, "only_ranked": only_ranked}
    seen = await _SEEN_AS.one(connection, **values)
    if seen is None:
        return 0
    anonymous_id = -1 - secrets.randbelow(2**62)
    kept_as = Visibility.HIDDEN if seen is Visibility.HIDDEN else Visibility.ANONYMOUS
    settings = {"visibility": kept_as.value}
    await _ADD_ANONYMOUS.run(
        connection, asdict(Player(anonymous_id, ANONYMOUS_CREATED_AT, settings))
    )
    await _MOVE_MEMBERSHIPS.run(connection, id=player_id, anonymous_id=anonymous_id)
    return await _ANONYMISE.run(connection, anonymous_id=anonymous_id, **values)


def _json_row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _json_value(value) for name, value in row.items() if name not in NOT_EXPORTED}


def _json_value(value: object) -> object:
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case tuple():
            return list(value)
        case StrEnum():
            return value.value
    return value
