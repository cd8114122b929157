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
DAY = timedelta(days=1)
GRACE = timedelta(seconds=2)
"""How long the last presses of a storm may arrive."""
EDITABLE, LATE, RACES = timedelta(minutes=10), timedelta(hours=2), timedelta(hours=2)
"""How long it is tried to show storms, reminders and races."""
OPTIONAL = ("server_id", "person_id", "message_id", "begun_at", "reason")
NEW: dict[str, Any] = dict.fromkeys(OPTIONAL)
NEW |= {"place": 0, "application_id": 0, "token": "", "wanted": 1, "shown": 0, "digest": ""}
NEW |= {"state": "pending", "owner": "", "tries": 0}
"""The columns of a message of which nothing more is known."""
Message: TypeAlias = dict[str, Any]


def upgrade() -> None:
    """Add the table, move what is pending into it, and drop what had it before."""
    outbox = _create()
    op.bulk_insert(outbox, [*_posts(), *_replies(), *_reminders(), *_storms(), *_races()])
    op.drop_table("pending_replies")
    op.drop_index("ix_due_posts_state_due_at", "due_posts")
    with op.batch_alter_table("due_posts") as table:
        table.drop_constraint(op.f("ck_due_posts_claimed"), type_="check")
        table.alter_column("claimed_at", new_column_name="sent_at")
        table.drop_column("tries")
        table.drop_column("begun_at")
    op.execute("DELETE FROM due_posts WHERE state IN ('pending', 'claimed')")
    op.drop_index("ix_last_storms_untold", "last_storms")
    for name, columns in (
        ("last_storms", ("application_id", "token", "told_at")),
        ("racers", ("language", "application_id", "token")),
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


def _message(key: str, subject: Message, target: str, due: Any, until: Any, **more: Any) -> Message:
    """The columns of a message; `more` of them are known."""
    known = {"key": key, "subject": subject, "target": target, "due_at": due, "expires_at": until}
    return NEW | known | more


def _shown(message_id: int) -> Message:
    return {"message_id": message_id, "state": "resting", "shown": 1}


def _posts() -> Iterator[Message]:
    """Posts that are due or being sent; those of yesterday and today are kept up to date."""
    chosen = {server.id: server.channel_id for server in _rows("servers", "TRUE")}
    since = datetime.now(UTC).date() - DAY
    for row in _rows("due_posts", "state <> 'skipped'"):
        channel, is_sent = row.channel_id or chosen.get(row.server_id), row.state == "sent"
        if channel is None or (is_sent and row.day < since):
            continue
        key = f"daily:{row.server_id}:{row.day}:{row.track}"
        subject = {"day": str(row.day), "track": row.track}
        until = datetime.combine(row.day + DAY, time(), UTC)
        begun = {"tries": row.tries, "begun_at": row.begun_at}
        more = _shown(row.message_id) if is_sent else begun
        more |= {"place": channel, "server_id": row.server_id}
        yield _message(key, subject, "channel", row.due_at, until, **more)


def _replies() -> Iterator[Message]:
    """Replies that are pending, as messages of the processes that answer."""
    for row in _rows("pending_replies", "TRUE"):
        key, begun = f"reply:{row.interaction_id}", row.created_at
        subject = {"language": row.language, "payload": row.payload}
        more = {"application_id": row.application_id, "token": row.token, "owner": row.owner}
        more |= {"state": "claimed", "begun_at": begun, "tries": 1}
        yield _message(key, subject, "answer", begun, row.until, **more)


def _reminders() -> Iterator[Message]:
    for row in _rows("players", "reminders AND next_reminder IS NOT NULL"):
        due, person = row.next_reminder, {"place": row.id, "person_id": row.id}
        key = f"reminder:{row.id}:{_utc(due):%Y-%m-%dT%H:%M}"
        yield _message(key, {}, "person", due, due + LATE, **person)


def _storms() -> Iterator[Message]:
    for row in _rows("last_storms", "told_at IS NULL"):
        began, ends = round(1000 * _utc(row.began_at).timestamp()), row.ends_at
        key, subject = f"storm:{row.player_id}:{began}", {"began": began, "language": row.language}
        more = {"person_id": row.player_id, "application_id": row.application_id}
        more |= {"token": row.token}
        yield _message(key, subject, "pressed", ends + GRACE, ends + EDITABLE, **more)


def _races() -> Iterator[Message]:
    """The messages of races; people fetch their boards by its button."""
    for row in _rows("races", "ended_at IS NULL"):
        begun, until = row.created_at, row.ends_at + RACES
        more = {"place": row.channel_id, "server_id": row.server_id}
        more |= _shown(row.message_id) if row.message_id else {"tries": 1, "begun_at": begun}
        yield _message(f"race:{row.id}", {"race": row.id}, "channel", begun, until, **more)


def _create() -> sa.Table:
    kinds: dict[Any, tuple[str, ...]] = {
        sa.Text(): ("key", "target", "token", "digest", "state", "owner", "reason"),
        sa.Integer(): ("wanted", "shown", "tries"),
        sa.BigInteger(): ("place", "application_id", "server_id", "person_id", "message_id"),
        INSTANT: ("due_at", "expires_at", "begun_at"),
        sa.JSON(): ("subject",),
    }
    outbox = op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, kind, nullable=name in OPTIONAL)
            for kind, names in kinds.items()
            for name in names
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_person_id", "outbox", ["person_id"])
    op.create_index("ix_outbox_server_id", "outbox", ["server_id"])
    return outbox
