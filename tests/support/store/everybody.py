"""A database with rows in all tables for some people and servers, all of whom all loops serve."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from itertools import count, islice
from types import MappingProxyType
from typing import Any

from msgspec import json

from play.calendar import closes, number_of, opens
from play.together import DrawnStroke
from play.tracks import tracks_of
from puzzle.model import EdgeState
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.store.tables import Column, Table, tables, tell

NOW = Clock().time
"""The present of the loops."""
PEOPLE = range(1, 41)
"""The numbers of the people, their servers, puzzles and attempts."""
LATER = NOW + timedelta(minutes=9)
META_KEYS = {4: "last_beat", 5: "restored_at"}
RACE_CHANNELS = 1000
"""What the channel of a race has more than its number."""
TOKEN = "t0ken"  # noqa: S105 - of nobody
KINDS = ("daily", "reply", "reminder", "storm", "race-board")
"""The kinds of messages that are pending, each of some people."""
NOTATION = "5x5:b1c3a12a02d1a2c32"

_DAILIES = [
    (day, track)
    for day in islice((NOW.date() + timedelta(days=ahead) for ahead in count()), 15)
    for track in tracks_of(day)
]
"""The first dailies: each person has one, the first that of today which is posted."""
TODAY = _DAILIES[0]


def _message(number: int) -> dict[str, Any]:
    """What is pending for a person."""
    day, track = TODAY
    began = NOW - timedelta(minutes=4)
    subjects = {
        "daily": {"day": str(day), "track": track.value},
        "reply": {"language": "en", "payload": None},
        "storm": {"began": round(1000 * began.timestamp()), "language": "en"},
        "race-board": {"race": number, "language": "en"},
    }
    kind = KINDS[number % len(KINDS)]
    targets = {"daily": "channel", "reminder": "person", "storm": "pressed"}
    return {
        "key": f"{kind}:{number}",
        "subject": subjects.get(kind, {}),
        "target": targets.get(kind, "answer"),
        "place": number if kind in {"daily", "reminder"} else 0,
        "due_at": NOW,
        "expires_at": LATER,
        "server_id": number if kind == "daily" else None,
        "token": TOKEN,
        "message_id": None,
        "wanted": 1,
        "shown": 0,
        "digest": "",
        "state": "pending",
        "owner": "",
        "begun_at": None,
        "reason": None,
    }


def _own(number: int) -> dict[str, Any]:
    """The values of columns that the loops need, or whose values are related."""
    day, track = _DAILIES[number - 1]
    return {
        "players.reminders": True,
        "players.next_reminder": NOW,
        "players.remind_at": NOW.time(),
        "servers.channel_id": number,
        "servers.post_at": NOW.time(),
        "servers.zone": "UTC",
        "servers.tracks": ("easy", "hard"),
        "servers.public_solves": "everyone",
        "servers.settings": {"language": "en"},
        "servers.trouble": None,
        "puzzles.notation": NOTATION,
        "puzzles.size": "5x5",
        "puzzles.level": "easy",
        "dailies.day": day,
        "dailies.track": track.value,
        "dailies.number": number_of(day),
        "dailies.available_from": opens(day),
        "dailies.available_until": closes(day),
        "attempts.kind": "daily",
        "attempts.day": TODAY[0],
        "attempts.track": TODAY[1].value,
        "attempts.solved_at": NOW,
        "attempts.pad": "",
        "attempts.charged": None,
        "attempts.regions": None,
        "attempts.revision": 2,
        "journals.uses": "",
        "due_posts.state": "skipped",
        "due_posts.day": TODAY[0],
        "due_posts.track": TODAY[1].value,
        "due_posts.due_at": NOW,
        "due_posts.channel_id": None,
        "due_posts.message_id": None,
        "due_posts.sent_at": None,
        "drafts.notation": NOTATION,
        "drafts.doubts": ("3",),
        "web_links.draft_id": None,
        "web_links.drill_id": None,
        "web_links.together_id": None,
        "web_links.until": LATER,
        "web_sessions.draft_id": None,
        "web_sessions.drill_id": None,
        "web_sessions.together_id": None,
        "web_sessions.until": LATER,
        "activity_boards.instance": bytes([number]),
        "activity_boards.until": LATER,
        "activity_boards.together_id": None,
        "together_boards.entries": 1,
        "together_boards.solved_at": None,
        "together_boards.ended_at": None,
        "together_boards.next_id": None,
        "together_members.member": 0,
        "together_entries.number": 1,
        "together_entries.entry": json.encode(DrawnStroke(0, {0: EdgeState.LINE})).decode(),
        "outages.began_at": NOW - timedelta(days=number),
        "shard_outages.began_at": NOW - timedelta(days=number),
        "processes.shard_count": 100,
        "processes.lease_until": NOW - timedelta(hours=1),
        "meta.key": META_KEYS.get(number, f"key{number}"),
        "meta.value": (NOW - timedelta(days=2)).isoformat(),
        "page_requests.session": bytes([number]),
        "storms.day": NOW.date(),
        "last_storms.began_at": NOW - timedelta(minutes=4),
        "last_storms.ends_at": NOW - timedelta(minutes=1),
        "last_storms.wrong": (),
        "last_storms.language": "en",
        "races.channel_id": RACE_CHANNELS + number,
        "races.message_id": number,
        "races.started_at": NOW,
        "races.ends_at": LATER,
        "races.ended_at": None,
        "deletions.day": NOW.date(),
        "skills.due_at": NOW,
    } | {f"outbox.{name}": value for name, value in _message(number).items()}


VALUES: Mapping[type[Any], Any] = MappingProxyType(
    {
        tuple: ("easy",),
        datetime: NOW,
        date: NOW.date(),
        time: NOW.time(),
        object: {},
        bool: False,
        float: 1.0,
    }
)
"""Values of columns, by type."""


def _value(column: Column, number: int) -> Any:
    if column.kind is bytes:
        return bytes([number])
    if column.kind is int:
        return number if column.is_key or column.name.endswith("_id") else 0
    return VALUES.get(column.kind, f"{column.name}{number}")


def row(table: Table, number: int) -> dict[str, Any]:
    """The row of a person in a table."""
    own = _own(number)
    return {
        column.name: own.get(f"{table.name}.{column.name}", _value(column, number))
        for column in table.columns
    }


async def fill(connection: Connection) -> None:
    """Store a row of each person in each table of a SQLite database."""
    await tell(connection, "PRAGMA defer_foreign_keys = ON")  # whichever table comes first
    for table in (await tables(connection)).values():
        names = [column.name for column in table.columns]
        quoted, values = ", ".join(f'"{name}"' for name in names), ":" + ", :".join(names)
        sql = f"INSERT INTO {table.name} ({quoted}) VALUES ({values})"  # noqa: S608 - ours
        await tell(connection, sql, *(row(table, number) for number in PEOPLE))
