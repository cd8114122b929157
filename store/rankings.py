"""Ranked attempts, aggregated for leaderboards, streaks and posts.

Hidden players, and in a server those whom its managers keep off, take no rank on leaderboards.
"""

from collections.abc import Collection, Mapping
from datetime import date
from itertools import product
from types import MappingProxyType

from msgspec.structs import asdict

from store.players import VISIBILITY, WANTS_PAR
from store.records import LeaderboardScope, StandingRecord, StreakVersion, Surface, TrackTotals
from store.sql import Record, Statement, query
from store.transaction import Connection

HELPS = "(nudges + hints + steps + count_checks + place_checks + reason_checks)"
"""The number of helps of an attempt, in a statement."""
_RANKED = """
    FROM attempts JOIN players ON players.id = attempts.player_id {members} {pars}
    WHERE ranked AND {of_tracks} AND day BETWEEN :since AND :until
    AND {visibility} <> 'hidden'"""
_LINES = """(
    SELECT track, rank() OVER (PARTITION BY track ORDER BY {order}) AS rank,
    attempts.player_id, count(*) AS solved, sum(seconds + penalty) AS seconds,
    sum(mistakes) AS mistakes, sum({helps}) AS helps,
    max(surfaces) >= {page} AS on_page, {ratio} AS ratio, {visibility} AS visibility
    {ranked} GROUP BY track, attempts.player_id, players.id) AS lines"""
_OF_SERVER = """JOIN members ON members.player_id = players.id AND server_id = :server_id
    AND NOT kept_off AND members.player_id NOT IN :without"""
_PARTS = {"lines": _LINES, "ranked": _RANKED, "helps": HELPS, "visibility": VISIBILITY}
_PARTS["page"] = str(Surface.PAGE.value)
_BY_TIME = {
    "order": "count(*) DESC, sum(seconds + penalty), sum(mistakes), sum({helps})",
    "ratio": "CAST(NULL AS double precision)",
    "pars": "",
}
_BY_PAR = {
    "order": "sum(seconds / par)",
    "ratio": "sum(seconds / par)",
    "pars": "JOIN pars ON pars.attempt_id = attempts.id AND par > 0 AND {wants_par}",
    "wants_par": WANTS_PAR,
}


def _all(sql: str, record: type[Record]) -> Mapping[tuple[bool, bool], Statement[Record]]:
    """A query of leaderboards by whether they are of a server, and whether they are by par."""
    parts = {"of_tracks": "track = :track", **_PARTS}
    return MappingProxyType(
        {
            (of_server, by_par): query(
                sql,
                record,
                members=_OF_SERVER if of_server else "",
                **(_BY_PAR if by_par else _BY_TIME),
                **parts,
            )
            for of_server, by_par in product((False, True), repeat=2)
        }
    )


_STANDINGS = _all(
    "SELECT * FROM {lines} ORDER BY rank, player_id LIMIT :limit OFFSET :offset", StandingRecord
)
_STANDING = _all("SELECT * FROM {lines} WHERE player_id = :player_id", StandingRecord)
_COUNT = _all("SELECT count(DISTINCT attempts.player_id) AS count {ranked}", int)
_LATELY = query(
    """SELECT player_id, ratio FROM (
        SELECT player_id, seconds / par AS ratio,
        row_number() OVER (PARTITION BY player_id ORDER BY solved_at DESC, id DESC) AS place
        FROM attempts JOIN pars ON attempt_id = attempts.id
        WHERE ranked AND day < :day AND par > 0 AND player_id IN :people
    ) AS placed WHERE place <= :most""",
    tuple[int, float],
)
_FIRST = query(
    "SELECT * FROM {lines} WHERE rank <= 3 ORDER BY track, rank, player_id",
    StandingRecord,
    of_tracks="track IN :tracks",
    members=_OF_SERVER,
    **_BY_TIME,
    **_PARTS,
)
_BY_MEMBERS = """
    FROM attempts JOIN members ON members.player_id = attempts.player_id
    AND server_id = :server_id WHERE ranked"""
_MEMBER_COUNTS = query(
    "SELECT track, count(*) AS count {by_members} AND day = :day GROUP BY track",
    tuple[str, int],
    by_members=_BY_MEMBERS,
)
_MEMBER_DAYS = query(
    "SELECT DISTINCT day {by_members} AND day <= :day ORDER BY day DESC",
    date,
    by_members=_BY_MEMBERS,
)
_OWN_TOTALS = query(
    """WITH own AS (
        SELECT track, seconds + penalty AS total, {helps} AS helps, mistakes,
        row_number() OVER (PARTITION BY track ORDER BY seconds + penalty) AS place,
        count(*) OVER (PARTITION BY track) AS size
        FROM attempts WHERE ranked AND player_id = :player_id
    ) SELECT track, count(*) AS count, min(total) AS best,
    sum(CASE WHEN place IN ((size + 1) / 2, size / 2 + 1) THEN total ELSE 0 END)
        / (2 - max(size) % 2) AS median,
    sum(CASE WHEN helps = 0 THEN 1 ELSE 0 END) AS unaided, sum(mistakes) AS mistakes
    FROM own GROUP BY track ORDER BY track""",
    TrackTotals,
    helps=HELPS,
)
_SOLVER_COUNTS = query(
    """SELECT track, count(*) AS count FROM attempts WHERE day = :day
    AND solved_at IS NOT NULL AND NOT revealed AND NOT replayed GROUP BY track""",
    tuple[str, int],
)
_SOLVED_DAYS = query(
    """SELECT DISTINCT day FROM attempts WHERE player_id = :player_id AND ranked
    AND day IS NOT NULL AND track IN :tracks ORDER BY day""",
    date,
)
_STREAK_VERSION = query(
    """SELECT count(*) AS solved, max(id) AS latest,
    (SELECT max(ended_at) FROM outages) AS outages,
    (SELECT max(ended_at) FROM shard_outages) AS shard_outages
    FROM attempts WHERE player_id = :player_id AND ranked""",
    StreakVersion,
)


async def own_totals(connection: Connection, player_id: int) -> tuple[TrackTotals, ...]:
    """The ranked results of one player, even a hidden one, summed up by track."""
    return await _OWN_TOTALS.all(connection, player_id=player_id)


async def standings(
    connection: Connection, board: LeaderboardScope, *, offset: int = 0, limit: int = 10
) -> tuple[StandingRecord, ...]:
    """Lines of a leaderboard, ordered by more dailies, less time, fewer mistakes, less help, or by
    the share of par.

    Players equal in all of these share a rank and are ordered by ID; as many ranks after it are
    left out.
    """
    return await _STANDINGS[_kind(board)].all(
        connection, **asdict(board), offset=offset, limit=limit
    )


async def standing_of(
    connection: Connection, board: LeaderboardScope, player_id: int
) -> StandingRecord | None:
    """A player's line on a leaderboard; None for a player who is not on it."""
    return await _STANDING[_kind(board)].one(connection, **asdict(board), player_id=player_id)


async def ranked_players(connection: Connection, board: LeaderboardScope) -> int:
    """The number of players on a leaderboard."""
    return await _COUNT[_kind(board)].one(connection, **asdict(board)) or 0


def _kind(board: LeaderboardScope) -> tuple[bool, bool]:
    return board.server_id is not None, board.by_par


async def lately(
    connection: Connection, people: Collection[int], day: date, most: int
) -> tuple[tuple[int, float], ...]:
    """The ratios of time to par of the last ranked dailies of some players before a day."""
    return await _LATELY.all(connection, people=[*people], day=day, most=most)


async def first_of_server(
    connection: Connection,
    server_id: int,
    without: Collection[int],
    tracks: Collection[str],
    span: tuple[date, date],
) -> tuple[StandingRecord, ...]:
    """The lines of the ranks 1 to 3 on a server's leaderboards of some tracks, track by track.

    Some people are left out. `span` has the first and the last day.
    """
    since, until = span
    people = {"server_id": server_id, "without": [*without]}
    days = {"since": since, "until": until}
    return await _FIRST.all(connection, **people, tracks=[*tracks], **days)


async def member_counts(connection: Connection, server_id: int, day: date) -> dict[str, int]:
    """How many players of a server, hidden ones too, have a ranked daily of a day, by track."""
    return dict(await _MEMBER_COUNTS.all(connection, server_id=server_id, day=day))


async def member_days(connection: Connection, server_id: int, day: date) -> tuple[date, ...]:
    """The days up to one on which some player of a server has a ranked daily, latest first."""
    return await _MEMBER_DAYS.all(connection, server_id=server_id, day=day)


async def solver_counts(connection: Connection, day: date) -> dict[str, int]:
    """The number of players who solved each daily of a day, on the day or later, by track.

    Players to whom the solution was revealed are not counted, nor replays of deleted attempts.
    """
    return dict(await _SOLVER_COUNTS.all(connection, day=day))


async def solved_days(
    connection: Connection, player_id: int, tracks: Collection[str]
) -> tuple[date, ...]:
    """The days on which a player has a ranked daily of some tracks, which make up a streak."""
    return await _SOLVED_DAYS.all(connection, player_id=player_id, tracks=[*tracks])


async def streak_version(connection: Connection, player_id: int) -> StreakVersion:
    """What a player's streak depends on, without the days themselves; see `StreakVersion`."""
    [version] = await _STREAK_VERSION.all(connection, player_id=player_id)
    return version
