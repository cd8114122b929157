"""Exports and deletes the data of a person."""

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, delete, exists, insert, select, update

from store import activity_boards, deletions
from store.players import visibility
from store.records import Visibility
from store.schema import activity_boards as activity_boards_table
from store.schema import (
    attempts,
    dailies,
    drafts,
    journals,
    last_storms,
    members,
    players,
    puzzles,
    quotas,
    racers,
    races,
    request_rates,
    skills,
    storms,
    web_links,
    web_sessions,
)
from store.schema import deletions as deletions_table
from store.statements import affected_rows
from store.transaction import Connection
from store.web_links import end_sessions

ANONYMOUS_CREATED_AT = datetime.fromtimestamp(0, UTC)
"""`created_at` of anonymous players, so that it discloses nothing."""

Rows = list[dict[str, Any]]


async def export(connection: Connection, player_id: int) -> dict[str, Rows]:
    """All rows of a player as JSON values, by the name of the table.

    Attempts include the notation of their puzzle, but no solution: it might be that of a daily that
    others are still solving.
    """
    statements: dict[str, Select[Any]] = {
        "players": select(players).where(players.c.id == player_id),
        "members": select(members)
        .where(members.c.player_id == player_id)
        .order_by(members.c.server_id),
        "attempts": select(attempts, puzzles.c.notation.label("puzzle"))
        .join(puzzles)
        .where(attempts.c.player_id == player_id)
        .order_by(attempts.c.id),
        "journals": select(journals)
        .join(attempts)
        .where(attempts.c.player_id == player_id)
        .order_by(journals.c.attempt_id),
        "drafts": select(drafts).where(drafts.c.player_id == player_id).order_by(drafts.c.id),
        "skills": select(skills)
        .where(skills.c.player_id == player_id)
        .order_by(skills.c.technique),
        "storms": select(storms).where(storms.c.player_id == player_id),
        "last_storms": select(
            *(column for column in last_storms.c if column.name not in ("application_id", "token"))
        ).where(last_storms.c.player_id == player_id),
        "racers": select(
            *(column for column in racers.c if column.name not in ("application_id", "token")),
            *(column for column in races.c if column.name != "id"),
        )
        .join(races)
        .where(racers.c.player_id == player_id)
        .order_by(racers.c.race_id),
        "quotas": select(quotas).where(quotas.c.subject_id == player_id).order_by(quotas.c.scope),
        "web_links": select(web_links.c.attempt_id, web_links.c.draft_id, web_links.c.until)
        .where(web_links.c.player_id == player_id)
        .order_by(web_links.c.until),
        "web_sessions": select(
            web_sessions.c.attempt_id, web_sessions.c.draft_id, web_sessions.c.until
        )
        .where(web_sessions.c.player_id == player_id)
        .order_by(web_sessions.c.until),
        "activity_boards": select(activity_boards_table.c.attempt_id, activity_boards_table.c.until)
        .where(activity_boards_table.c.player_id == player_id)
        .order_by(activity_boards_table.c.until),
        "deletions": select(deletions_table).where(deletions_table.c.person_id == player_id),
    }
    exported = {}
    for name, statement in statements.items():
        rows = (await connection.execute(statement)).mappings()
        exported[name] = [_json_row(dict(row)) for row in rows]
    return exported


async def forget(connection: Connection, player_id: int, now: datetime) -> int:
    """Delete a person's data; returns the number of results that are kept.

    Solved dailies whose day is over are kept so that no rank or count of others changes. They are
    moved, with the memberships in servers, to a new anonymous player whose ID is a random negative
    number, without moves, journals and times of day. Nothing that is stored leads from the person
    to that player. When they delete their data again on the same day, only ranked ones are kept:
    the others can be solved any number of times. Everything else is deleted, live dailies too.
    Until the day closes, a row of `deletions` stores when the data was deleted, and which live
    dailies had been begun.
    """
    await deletions.lock(connection)
    person = select(players.c.id).where(players.c.id == player_id).with_for_update()
    await connection.execute(person)  # the person begins no attempt until the transaction ends
    again = await deletions.is_recorded(connection, player_id, now.date())
    await deletions.record(connection, player_id, now)
    played = select(attempts.c.id).where(attempts.c.player_id == player_id)
    await connection.execute(delete(journals).where(journals.c.attempt_id.in_(played)))
    kept = await _anonymise_solved_dailies(connection, player_id, now, only_ranked=again)
    await end_sessions(connection, player_id)
    await activity_boards.remove_all(connection, player_id)
    await connection.execute(delete(quotas).where(quotas.c.subject_id == player_id))
    await connection.execute(delete(request_rates).where(request_rates.c.person_id == player_id))
    await connection.execute(delete(players).where(players.c.id == player_id))
    return kept


async def _anonymise_solved_dailies(
    connection: Connection, player_id: int, now: datetime, *, only_ranked: bool
) -> int:
    """Move solved dailies of the past, if any, to a new anonymous player; returns their number."""
    over = exists().where(
        dailies.c.day == attempts.c.day,
        dailies.c.track == attempts.c.track,
        dailies.c.available_until <= now,
    )
    counted = (
        attempts.c.player_id == player_id,
        attempts.c.solved_at.is_not(None),
        ~attempts.c.revealed,
        ~attempts.c.replayed,
        *([attempts.c.ranked] if only_ranked else []),
        over,
    )
    person = select(visibility()).where(players.c.id == player_id, exists().where(*counted))
    seen = (await connection.execute(person)).scalar()
    if seen is None:
        return 0
    anonymous_id = -1 - secrets.randbelow(2**62)
    kept_as = Visibility.HIDDEN if seen is Visibility.HIDDEN else Visibility.ANONYMOUS
    await connection.execute(
        insert(players).values(
            id=anonymous_id,
            created_at=ANONYMOUS_CREATED_AT,
            settings={"visibility": kept_as.value},
            reminders=False,
        )
    )
    opened = (
        select(dailies.c.available_from)
        .where(dailies.c.day == attempts.c.day, dailies.c.track == attempts.c.track)
        .scalar_subquery()
    )
    times = dict.fromkeys(("begun_at", "touched_at", "shown_at", "solved_at"), opened)
    kept = (
        update(attempts)
        .where(*counted)
        .values(
            player_id=anonymous_id,
            pad="",
            lines=0,
            charged=None,
            regions=None,
            surfaces=0,
            **times,
        )
    )
    boards = update(members).where(members.c.player_id == player_id).values(player_id=anonymous_id)
    await connection.execute(boards)
    return await affected_rows(connection, kept)


def _json_row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _json_value(value) for name, value in row.items()}


def _json_value(value: object) -> object:
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case tuple():
            return list(value)
        case StrEnum():
            return value.value
    return value
