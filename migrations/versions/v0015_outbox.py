"""One table of pending messages, in place of tables and columns for single kinds."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
PORTION = 1000
"""Rows that are added at once."""
DAY = timedelta(days=1)
GRACE = timedelta(seconds=2)
"""How long the last presses of a storm may arrive."""
EDITABLE, LATE, RACES = timedelta(minutes=10), timedelta(hours=2), timedelta(hours=2)
"""How long it is tried to show storms, reminders and races."""
NEW: dict[str, Any] = dict.fromkeys(("server_id", "person_id", "message_id", "begun_at", "reason"))
NEW |= {"place": 0, "application_id": 0, "token": "", "wanted": 1, "shown": 0, "digest": ""}
NEW |= {"state": "pending", "owner": "", "tries": 0}
"""The columns of a message of which nothing is known."""
Message: TypeAlias = dict[str, Any]


def upgrade() -> None:
    """Add the table, move what is pending into it, and drop what had it before."""
    outbox = _create()
    moved = [
        NEW | each for part in (_posts, _replies, _reminders, _storms, _races) for each in part()
    ]
    for start in range(0, len(moved), PORTION):
        op.bulk_insert(outbox, moved[start : start + PORTION])
    op.drop_table("pending_replies")
    op.drop_index("ix_due_posts_state_due_at", "due_posts")
    with op.batch_alter_table("due_posts") as table:
        table.drop_constraint(op.f("ck_due_posts_claimed"), type_="check")
        table.alter_column("claimed_at", new_column_name="sent_at")
        table.drop_column("tries")
        table.drop_column("begun_at")
    op.execute("UPDATE due_posts SET state = 'pending', sent_at = NULL WHERE state = 'claimed'")
    op.create_index("ix_due_posts_pending", "due_posts", ["server_id", "state", "due_at"])
    op.drop_index("ix_last_storms_untold", "last_storms")
    for name, columns in (
        ("last_storms", ("application_id", "token", "told_at")),
        ("racers", ("application_id", "token")),
    ):
        with op.batch_alter_table(name) as table:
            for column in columns:
                table.drop_column(column)
    op.drop_index(op.f("ix_players_next_reminder"), "players")


def _rows(name: str, condition: str) -> Iterator[Any]:
    """The rows of a table for which a condition holds."""
    table = sa.Table(name, sa.MetaData(), autoload_with=op.get_bind())
    yield from op.get_bind().execute(sa.select(table).where(sa.text(condition)))


def _utc(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def _posts() -> Iterator[Message]:
    """Posts that are due or being sent; those of yesterday and today are kept up to date."""
    chosen = {server.id: server.channel_id for server in _rows("servers", "TRUE")}
    since = datetime.now(UTC).date() - DAY
    for row in _rows("due_posts", "state <> 'skipped'"):
        channel, is_sent = row.channel_id or chosen.get(row.server_id), row.state == "sent"
        if channel is None or (is_sent and row.day < since):
            continue
        found = {"message_id": row.message_id, "state": "resting", "shown": 1}
        yield {
            "key": f"daily:{row.server_id}:{row.day}:{row.track}",
            "subject": {"day": str(row.day), "track": row.track},
            "target": "channel",
            "place": channel,
            "server_id": row.server_id,
            "due_at": row.due_at,
            "expires_at": datetime.combine(row.day + DAY, time(), UTC),
        } | (found if is_sent else {"tries": row.tries, "begun_at": row.begun_at})


def _replies() -> Iterator[Message]:
    """Replies that are pending, as messages of the processes that answer."""
    for row in _rows("pending_replies", "TRUE"):
        yield {
            "key": f"reply:{row.interaction_id}",
            "subject": {"language": row.language, "payload": row.payload},
            "target": "answer",
            "application_id": row.application_id,
            "token": row.token,
            "due_at": row.created_at,
            "expires_at": row.until,
            "begun_at": row.created_at,
            "state": "claimed",
            "owner": row.owner,
            "tries": 1,
        }


def _reminders() -> Iterator[Message]:
    for row in _rows("players", "reminders AND next_reminder IS NOT NULL"):
        yield {
            "key": f"reminder:{row.id}:{_utc(row.next_reminder):%Y-%m-%dT%H:%M}",
            "subject": {},
            "target": "person",
            "place": row.id,
            "person_id": row.id,
            "due_at": row.next_reminder,
            "expires_at": row.next_reminder + LATE,
        }


def _storms() -> Iterator[Message]:
    for row in _rows("last_storms", "told_at IS NULL"):
        began = round(1000 * _utc(row.began_at).timestamp())
        yield {
            "key": f"storm:{row.player_id}:{began}",
            "subject": {"began": began, "language": row.language},
            "target": "pressed",
            "person_id": row.player_id,
            "application_id": row.application_id,
            "token": row.token,
            "due_at": row.ends_at + GRACE,
            "expires_at": row.ends_at + EDITABLE,
        }


def _races() -> Iterator[Message]:
    """The messages of races; people fetch their boards by its button."""
    for row in _rows("races", "ended_at IS NULL"):
        sent = {"message_id": row.message_id, "state": "resting", "shown": 1}
        yield {
            "key": f"race:{row.id}",
            "subject": {"race": row.id},
            "target": "channel",
            "place": row.channel_id,
            "server_id": row.server_id,
            "due_at": row.created_at,
            "expires_at": row.ends_at + RACES,
        } | (sent if row.message_id else {"tries": 1, "begun_at": row.created_at})


def _create() -> sa.Table:
    kinds: dict[Any, tuple[str, ...]] = {
        sa.Text(): ("key", "target", "token", "digest", "state", "owner"),
        sa.Integer(): ("wanted", "shown", "tries"),
        sa.BigInteger(): ("place", "application_id"),
        INSTANT: ("due_at", "expires_at"),
        sa.JSON(): ("subject",),
    }
    optional: dict[Any, tuple[str, ...]] = {
        sa.BigInteger(): ("server_id", "person_id", "message_id"),
        INSTANT: ("begun_at",),
        sa.Text(): ("reason",),
    }
    outbox = op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(each, kind, nullable=False) for kind in kinds for each in kinds[kind]),
        *(sa.Column(each, kind) for kind in optional for each in optional[kind]),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_person_id", "outbox", ["person_id"])
    op.create_index("ix_outbox_server_id", "outbox", ["server_id"])
    return outbox
