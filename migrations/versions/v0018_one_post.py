"""One message for the dailies of a day: what is planned, and what managers are told."""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

PAUSE, LIFETIME = timedelta(seconds=5), timedelta(days=7)
"""Between two of the messages, and how long it is tried to send one."""
NEW: dict[str, Any] = {"target": "person", "place": 0, "application_id": 0, "token": ""}
NEW |= {"wanted": 1, "shown": 0, "digest": "", "state": "pending", "owner": "", "tries": 0}
SEVERAL = "SELECT id, channel_id FROM servers WHERE channel_id IS NOT NULL AND tracks LIKE '%,%'"


def upgrade() -> None:
    """Withdraw the posts that nobody has begun to send, which are planned anew; tell managers."""
    database = op.get_bind()
    op.execute("DELETE FROM outbox WHERE key LIKE 'daily:%' AND shown = 0 AND tries = 0")
    outbox = sa.Table("outbox", sa.MetaData(), autoload_with=database)
    due = datetime.now(UTC)
    for server, channel in database.execute(sa.text(SEVERAL)).all():
        about = {"key": f"trouble:{server}:one-post", "server_id": server}
        about |= {"subject": {"reason": "one post", "channel": channel}}
        times = {"due_at": due, "expires_at": due + LIFETIME}
        database.execute(sa.insert(outbox), NEW | about | times)
        due += PAUSE
