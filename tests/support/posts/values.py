"""Values that many kinds of message tell."""

from datetime import UTC, datetime

from jobs import Drawing

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()
ID = 1_234_567_890_123_456_789
"""As long as IDs are."""
DRAWING = Drawing(b"picture", "a" * 1024)
