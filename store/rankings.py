"""Ranked attempts, aggregated for leaderboards, streaks and posts.

Hidden players are on no leaderboard and take no rank.
"""

from collections.abc import Collection
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import (
    ScalarSelect,
    Select,
    Subquery,
    Table,
    bindparam,
    case,
    distinct,
    func,
    select,
    type_coerce,
)
from sqlalchemy.types import NullType

from store.players import visibility
from store.records import (
    LeaderboardScope,
    StandingRecord,
    StreakVersion,
    Surface,
    TrackTotals,
    Visibility,
)
from store.schema import attempts, members, outages, players, shard_outages
from store.statements import fetch_all, fetch_one, is_listed
from store.transaction import Connection

_HELP_COUNT = (
    attempts.c.nudges
    + attempts.c.hints
    + attempts.c.steps
    + attempts.c.count_checks
    + attempts.c.place_checks
    + attempts.c.reason_checks
)
_SECONDS = attempts.c.seconds + attempts.c.penalty


async def own_totals(connection: Connection, player_id: int) -> tuple[TrackTotals, ...]:
    """The ranked results of one player, even a hidden one, summed up by track."""
    own = attempts.c.ranked, attempts.c.player_id == player_id
    statement = (
        select(
            attempts.c.track,
            func.count().label("count"),
            func.min(_SECONDS).label("best"),
            func.sum(case((_HELP_COUNT == 0, 1), else_=0)).label("unaided"),
            func.sum(attempts.c.mistakes).label("mistakes"),
        )
        .where(*own)
        .group_by(attempts.c.track)
        .order_by(attempts.c.track)
    )
    totals = []
    for row in (await connection.execute(statement)).mappings().all():
        middle = (
            select(_SECONDS)
            .where(*own, attempts.c.track == row["track"])
            .order_by(_SECONDS)
            .offset((row["count"] - 1) // 2)
            .limit(2 - row["count"] % 2)
        )
        seconds = (await connection.execute(middle)).scalars().all()
        totals.append(TrackTotals(**row, median=sum(seconds) // len(seconds)))
    return tuple(totals)


async def standings(
    connection: Connection, board: LeaderboardScope, *, offset: int = 0, limit: int = 10
) -> tuple[StandingRecord, ...]:
    """Lines of a leaderboard, ordered by more dailies, less time, fewer mistakes, less help.

    Players equal in all of these share a rank and are ordered by ID; as many ranks after it are
    left out.
    """
    lines = _standings_query(board)
    statement = select(lines).order_by(lines.c.rank, lines.c.player_id).offset(offset).limit(limit)
    return await fetch_all(connection, statement, StandingRecord)


async def standing_of(
    connection: Connection, board: LeaderboardScope, player_id: int
) -> StandingRecord | None:
    """A player's line on a leaderboard; None for a player who is not on it."""
    lines = _standings_query(board)
    return await fetch_one(
        connection, select(lines).where(lines.c.player_id == player_id), StandingRecord
    )


async def ranked_players(connection: Connection, board: LeaderboardScope) -> int:
    """The number of players on a leaderboard."""
    statement = select(func.count(distinct(attempts.c.player_id)))
    statement = _filter_ranked(statement, board)
    count: int = (await connection.execute(statement)).scalar_one()
    return count


async def solver_counts(connection: Connection, day: date) -> dict[str, int]:
    """The number of players who solved each daily of a day, on the day or later, by track.

    Players to whom the solution was revealed are not counted, nor replays of deleted attempts.
    """
    return {row[0]: row[1] for row in await connection.execute(_solver_counts(), {"day": day})}


@cache
def _solver_counts() -> Select[*tuple[Any, ...]]:
    return (
        select(attempts.c.track, func.count())
        .where(
            attempts.c.day == bindparam("day"),
            attempts.c.solved_at.is_not(None),
            ~attempts.c.revealed,
            ~attempts.c.replayed,
        )
        .group_by(attempts.c.track)
    )


async def solved_days(
    connection: Connection, player_id: int, tracks: Collection[str]
) -> tuple[date, ...]:
    """The days on which a player has a ranked daily of some tracks, which make up a streak."""
    rows = await connection.execute(
        _solved_days(connection.dialect), {"player_id": player_id, "tracks": list(tracks)}
    )
    return tuple(rows.scalars())


@cache
def _solved_days(dialect: str) -> Select[*tuple[Any, ...]]:
    return (
        select(attempts.c.day)
        .where(
            attempts.c.player_id == bindparam("player_id"),
            attempts.c.ranked,
            attempts.c.day.is_not(None),
            is_listed(dialect, attempts.c.track, "tracks"),
        )
        .distinct()
        .order_by(attempts.c.day)
    )


async def streak_version(connection: Connection, player_id: int) -> StreakVersion:
    """What a player's streak depends on, without the days themselves; see `StreakVersion`."""
    row = (await connection.execute(_streak_version(), {"player_id": player_id})).one()
    return StreakVersion(row.solved, row.latest, row.outages, row.shard_outages)


@cache
def _streak_version() -> Select[*tuple[Any, ...]]:
    return select(
        func.count().label("solved"),
        func.max(attempts.c.id).label("latest"),
        type_coerce(_last_end(outages), NullType()).label("outages"),
        type_coerce(_last_end(shard_outages), NullType()).label("shard_outages"),
    ).where(attempts.c.player_id == bindparam("player_id"), attempts.c.ranked)


def _last_end(table: Table) -> ScalarSelect[Any]:
    return select(func.max(table.c.ended_at)).scalar_subquery()


def _filter_ranked(statement: Select[Any], board: LeaderboardScope) -> Select[Any]:
    """A query of attempts, restricted to those on a leaderboard."""
    statement = (
        statement.select_from(attempts)
        .join(players, players.c.id == attempts.c.player_id)
        .where(
            attempts.c.ranked,
            attempts.c.track == board.track,
            attempts.c.day.between(board.since, board.until),
            visibility() != Visibility.HIDDEN,
        )
    )
    if board.server_id is None:
        return statement
    return statement.join(members, members.c.player_id == attempts.c.player_id).where(
        members.c.server_id == board.server_id
    )


def _standings_query(board: LeaderboardScope) -> Subquery:
    """All lines of a leaderboard."""
    solved = func.count()
    sums = (func.sum(_SECONDS), func.sum(attempts.c.mistakes), func.sum(_HELP_COUNT))
    rank = func.rank().over(order_by=(solved.desc(), *sums))
    columns = (
        rank.label("rank"),
        attempts.c.player_id,
        solved.label("solved"),
        sums[0].label("seconds"),
        sums[1].label("mistakes"),
        sums[2].label("helps"),
        (func.max(attempts.c.surfaces) >= Surface.PAGE).label("on_page"),
        visibility().label("visibility"),
    )
    statement = _filter_ranked(select(*columns), board)
    return statement.group_by(attempts.c.player_id, players.c.id).subquery()
