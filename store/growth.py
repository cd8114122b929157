"""How much each table can grow, and which rows are over: what bounds the size of the database.

A table grows with what people do, or only with servers, days, processes and what operators add. Of
what people do, each can add a bounded number of rows; `store.purge` deletes the rows that are over.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from msgspec import Struct

from store.request_rates import LONGEST

REQUESTS = 54_000
"""Requests of a person in an hour at the greatest rate (`service.running.quotas`)."""
DAY = timedelta(days=1)
UNUSED = 30 * DAY
"""How long a puzzle stays stored that nobody has a board of: buttons in messages refer to it."""
POSTS = 60 * DAY
"""How long posts stay stored."""
QUOTAS = 2 * DAY
"""How long used amounts stay stored; none counts for longer than a day."""
SHARED = "share "
"""What the scopes of quotas begin with that have a row for each thing that is shared."""
PAUSES = timedelta(hours=1)
"""How long such rows stay stored; none counts for longer than a minute."""
CLAIMS = timedelta(minutes=20)
"""How long claims of interactions stay stored; Discord delivers no interaction that late."""
STORMS = timedelta(hours=1)
"""How long storms stay stored after their day: one that began before midnight goes on after it."""
RACES = 7 * DAY
"""How long races stay stored: a button in their message begins another one."""
MESSAGES = 7 * DAY
"""How long messages stay stored after the time until which they were to be sent."""
DEAD = DAY
"""How long dead processes stay stored."""
MAX_STREAMS = 100
"""Number of streams of requests that are kept of a session of a page, one for each time that it
was loaded."""


class Growth(Struct, frozen=True):
    """How a table grows: `most` rows are stored of what one person does in an hour.

    None if the table grows with servers, days, processes or what operators add alone. `over` is the
    condition, in SQL, of the rows that are deleted; the others stay for the reason `kept`. `key`
    has the columns of the table's key, `age` is how long ago the `:before` of the condition is, and
    `still` is the condition of a row that was found, if it is a quicker one.
    """

    most: int | None
    kept: str
    key: tuple[str, ...] = ()
    over: str = ""
    age: timedelta = timedelta()
    still: str = ""

    def values(self, now: datetime) -> dict[str, object]:
        """The parameters of the conditions at an instant."""
        before = now - self.age
        return {
            "now": now,
            "before": before,
            "before_day": before.date(),
            "shared": f"{SHARED}%",
            "paused": now - PAUSES,
            "latest": now + LONGEST,
            "streams": MAX_STREAMS,
        }


IS_UNUSED = """
    NOT EXISTS (SELECT 1 FROM attempts WHERE puzzle_id = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM dailies WHERE puzzle_id = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM races WHERE puzzle_id = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM published WHERE puzzle_id = puzzles.id)
    AND NOT EXISTS (SELECT 1 FROM together_boards WHERE puzzle_id = puzzles.id)"""
"""Whether a puzzle is of no board, daily or race and not published, in a statement."""
_IS_SURPLUS = """
    (session, stream) IN (SELECT session, stream FROM (
        SELECT session, stream, row_number() OVER (
            PARTITION BY session ORDER BY at DESC NULLS LAST, stream) AS place
        FROM page_requests) AS placed WHERE place > :streams)"""

GROWTH: Mapping[str, Growth] = MappingProxyType(
    {
        "activity_boards": Growth(8, "a day", ("player_id", "instance"), "until <= :now"),
        "attempts": Growth(
            1000, "the history of a person; 100 unfinished ones, and others of stored puzzles"
        ),
        "banked_puzzles": Growth(None, "until they are given out"),
        "dailies": Growth(None, "the archive"),
        "deletions": Growth(2, "today", ("day", "person_id"), "day < :before_day"),
        "difficulties": Growth(1000, "a row for each puzzle that was solved, and a few"),
        "drafts": Growth(5, "a day", ("id",), "touched_at < :before", DAY),
        "due_posts": Growth(
            None, "60 days", ("server_id", "day", "track"), "day < :before_day", POSTS
        ),
        "handled_interactions": Growth(
            REQUESTS, "20 minutes", ("interaction_id",), "at < :before", CLAIMS
        ),
        "identify_turns": Growth(None, "a row for each bucket"),
        "journals": Growth(1000, "at most one for each attempt"),
        "last_storms": Growth(1, "a day", ("player_id",), "ends_at < :before", DAY),
        "likes": Growth(1000, "as long as what is liked and who likes it"),
        "members": Growth(200, "the servers of a person"),
        "meta": Growth(None, "a few keys"),
        "outages": Growth(None, "streaks skip them"),
        "outbox": Growth(
            REQUESTS,
            "a week after it was to be sent, and the answer to an interaction until it is sent",
            ("id",),
            """(expires_at < :before
                OR key LIKE 'reply:%' AND (expires_at <= :now OR state = 'over'))""",
            MESSAGES,
        ),
        "page_requests": Growth(
            8 * MAX_STREAMS + REQUESTS // 60,
            "100 for each session",
            ("session", "stream"),
            _IS_SURPLUS,
            still="(at <= :now OR at IS NULL)",
        ),
        "pars": Growth(1000, "at most one for each attempt"),
        "players": Growth(2, "until the person deletes their data; then one without a name"),
        "processes": Growth(None, "a day", ("id",), "lease_until < :before", DEAD),
        "published": Growth(
            6, "until its author or managers remove it, without a name when the author is deleted"
        ),
        "puzzles": Growth(
            200,
            "while there is a board, daily or race of it or it is published, and 30 days longer",
            ("id",),
            "unused_since < :before AND {is_unused}",
            UNUSED,
        ),
        "quotas": Growth(
            REQUESTS // 6,
            "2 days, and an hour what was shared",
            ("scope", "subject_id"),
            "(window_start < :before OR scope LIKE :shared AND window_start < :paused)",
            QUOTAS,
        ),
        "racers": Growth(400, "as long as their race"),
        "races": Growth(200, "7 days", ("id",), "ends_at < :before", RACES),
        "request_rates": Growth(
            2,
            "while a person is slowed down",
            ("scope", "person_id"),
            "(full_at < :now OR full_at > :latest)",
        ),
        "servers": Growth(None, "until the bot leaves"),
        "shard_heartbeats": Growth(None, "a row for each shard"),
        "shard_outages": Growth(None, "streaks skip them"),
        "skills": Growth(100, "a row for each technique"),
        "storms": Growth(2, "their day", ("day", "player_id"), "day < :before_day", STORMS),
        "strengths": Growth(1, "with the person"),
        "together_boards": Growth(
            200, "7 days after it ends", ("id",), "ended_at < :before", RACES
        ),
        "together_entries": Growth(REQUESTS, "as long as their board"),
        "together_members": Growth(REQUESTS, "as long as their board"),
        "web_links": Growth(1000, "an hour", ("hash",), "until <= :now"),
        "web_sessions": Growth(8, "7 days", ("hash",), "until <= :now"),
    }
)
"""All tables by name."""
EXPIRING = frozenset(name for name, growth in GROWTH.items() if growth.over) - {"puzzles"}
"""The tables whose rows are over at some time; puzzles become unused."""
