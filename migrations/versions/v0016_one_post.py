"""One message for the dailies of a day: what is planned, and what managers are told."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

PAUSE, LIFETIME = timedelta(seconds=5), timedelta(days=7)
"""Between two of the messages, and how long it is tried to send one."""


def upgrade() -> None:
    """Withdraw the posts that nobody has begun to send, which are planned anew; tell managers."""
    op.execute("DELETE FROM outbox WHERE key LIKE 'daily:%' AND shown = 0 AND tries = 0")
    tables = sa.MetaData()
    servers, outbox = (
        sa.Table(name, tables, autoload_with=op.get_bind()) for name in ("servers", "outbox")
    )
    posting = sa.select(servers.c.id, servers.c.channel_id).where(
        servers.c.channel_id.is_not(None), servers.c.tracks.like("%,%")
    )
    now = datetime.now(UTC)
    rows = [
        {
            "key": f"trouble:{server}:one-post",
            "subject": {"reason": "one post", "channel": channel},
            "target": "person",
            "place": 0,
            "server_id": server,
            "due_at": now + number * PAUSE,
            "expires_at": now + number * PAUSE + LIFETIME,
            "application_id": 0,
            "token": "",
            "wanted": 1,
            "shown": 0,
            "digest": "",
            "state": "pending",
            "owner": "",
            "tries": 0,
        }
        for number, (server, channel) in enumerate(op.get_bind().execute(posting))
    ]
    if rows:
        op.bulk_insert(outbox, rows)
