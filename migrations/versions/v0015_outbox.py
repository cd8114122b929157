"""One table of pending messages, in place of tables and columns for single kinds."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

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
LATE = timedelta(hours=2)
"""How long reminders are sent."""
EDITABLE = timedelta(minutes=10)
"""How long the result of a storm is shown without a press."""
GRACE = timedelta(seconds=2)
"""How long the last presses of a storm may arrive."""
RACES = timedelta(hours=2)
"""How long the message of a race is kept up to date."""


def upgrade() -> None:
    """Add the table, move what is pending into it, and drop what had it before."""
    outbox = _create()
    messages = [
        _NEW | each for part in (_posts, _replies, _reminders, _storms, _races) for each in part()
    ]
    for start in range(0, len(messages), PORTION):
        op.bulk_insert(outbox, messages[start : start + PORTION])
    op.drop_table("pending_replies")
    with op.batch_alter_table("due_posts") as table:
        table.drop_constraint(op.f("ck_due_posts_claimed"), type_="check")
        table.alter_column("claimed_at", new_column_name="sent_at")
        table.drop_column("tries")
        table.drop_column("begun_at")
    op.execute("UPDATE due_posts SET state = 'pending', sent_at = NULL WHERE state = 'claimed'")
    op.drop_index("ix_due_posts_state_due_at", "due_posts")
    op.create_index("ix_due_posts_pending", "due_posts", ["server_id", "state", "due_at"])
    op.drop_index("ix_last_storms_untold", "last_storms")
    with op.batch_alter_table("last_storms") as table:
        for name in ("application_id", "token", "told_at"):
            table.drop_column(name)
    with op.batch_alter_table("racers") as table:
        table.drop_column("application_id")
        table.drop_column("token")
    op.drop_index(op.f("ix_players_next_reminder"), "players")


_NEW: dict[str, Any] = {
    "subject": {},
    "place": 0,
    "application_id": 0,
    "token": "",
    "wanted": 1,
    "shown": 0,
    "digest": "",
    "state": "pending",
    "owner": "",
    "tries": 0,
} | dict.fromkeys(("server_id", "person_id", "message_id", "begun_at", "reason"))
"""The columns of a message of which nothing is known."""


def _rows(table: str, columns: dict[str, Any], condition: str) -> Iterator[Any]:
    """The rows of a table for which a condition holds."""
    typed = [sa.column(name, kind) for name, kind in columns.items()]
    found = sa.select(*typed).select_from(sa.text(table)).where(sa.text(condition))
    yield from op.get_bind().execute(found)


def _posts() -> Iterator[dict[str, Any]]:
    """Posts that are due or being sent; those of yesterday and today are kept up to date."""
    columns: dict[str, Any] = {"server_id": sa.BigInteger(), "day": sa.Date(), "track": sa.Text()}
    columns |= {"due_at": INSTANT, "state": sa.Text(), "channel": sa.BigInteger()}
    columns |= {"message_id": sa.BigInteger(), "tries": sa.Integer(), "begun_at": INSTANT}
    since = datetime.now(UTC).date() - DAY
    table = """(SELECT due_posts.*, coalesce(due_posts.channel_id, servers.channel_id) AS channel
        FROM due_posts JOIN servers ON servers.id = server_id) AS posts"""
    for row in _rows(table, columns, "state <> 'skipped' AND channel IS NOT NULL"):
        if row.state == "sent" and row.day < since:
            continue
        found = {"message_id": row.message_id, "state": "resting", "shown": 1}
        waiting = {"tries": row.tries, "begun_at": row.begun_at}
        yield {
            "key": f"daily:{row.server_id}:{row.day}:{row.track}",
            "subject": {"day": str(row.day), "track": row.track},
            "target": "channel",
            "place": row.channel,
            "server_id": row.server_id,
            "due_at": row.due_at,
            "expires_at": datetime.combine(row.day + DAY, time(), UTC),
        } | (found if row.state == "sent" else waiting)


def _replies() -> Iterator[dict[str, Any]]:
    """Replies that are pending, as messages of the processes that answer."""
    columns: dict[str, Any] = {"interaction_id": sa.BigInteger(), "application_id": sa.BigInteger()}
    columns |= {"token": sa.Text(), "until": INSTANT, "language": sa.Text()}
    columns |= {"created_at": INSTANT, "payload": sa.JSON(), "owner": sa.Text()}
    for row in _rows("pending_replies", columns, "TRUE"):
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


def _reminders() -> Iterator[dict[str, Any]]:
    columns: dict[str, Any] = {"id": sa.BigInteger(), "next_reminder": INSTANT}
    for row in _rows("players", columns, "reminders AND next_reminder IS NOT NULL"):
        yield {
            "key": f"reminder:{row.id}:{row.next_reminder:%Y-%m-%dT%H:%M}",
            "target": "person",
            "place": row.id,
            "person_id": row.id,
            "due_at": row.next_reminder,
            "expires_at": row.next_reminder + LATE,
        }


def _storms() -> Iterator[dict[str, Any]]:
    columns: dict[str, Any] = {
        "player_id": sa.BigInteger(),
        "began_at": INSTANT,
        "ends_at": INSTANT,
    }
    columns |= {"application_id": sa.BigInteger(), "token": sa.Text(), "language": sa.Text()}
    for row in _rows("last_storms", columns, "told_at IS NULL"):
        yield {
            "key": f"storm:{row.player_id}:{round(1000 * row.began_at.timestamp())}",
            "subject": {"began": round(1000 * row.began_at.timestamp()), "language": row.language},
            "target": "pressed",
            "person_id": row.player_id,
            "application_id": row.application_id,
            "token": row.token,
            "due_at": row.ends_at + GRACE,
            "expires_at": row.ends_at + EDITABLE,
        }


def _races() -> Iterator[dict[str, Any]]:
    """The messages of races; people fetch their boards by its button."""
    columns: dict[str, Any] = {
        "id": sa.Integer(),
        "server_id": sa.BigInteger(),
        "channel_id": sa.BigInteger(),
    }
    columns |= {"message_id": sa.BigInteger(), "created_at": INSTANT, "ends_at": INSTANT}
    for row in _rows("races", columns, "ended_at IS NULL"):
        known = row.message_id is not None
        yield {
            "key": f"race:{row.id}",
            "subject": {"race": row.id},
            "target": "channel",
            "place": row.channel_id,
            "server_id": row.server_id,
            "message_id": row.message_id,
            "due_at": row.created_at,
            "expires_at": row.ends_at + RACES,
            "state": "resting" if known else "pending",
            "shown": int(known),
            "tries": 0 if known else 1,
            "begun_at": None if known else row.created_at,
        }


def _create() -> sa.Table:
    outbox = op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("subject", sa.JSON(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("server_id", sa.BigInteger()),
        sa.Column("person_id", sa.BigInteger()),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("begun_at", INSTANT),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_person_id", "outbox", ["person_id"])
    op.create_index("ix_outbox_server_id", "outbox", ["server_id"])
    return outbox
