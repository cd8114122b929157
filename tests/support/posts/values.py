"""Values that many kinds of messages contain."""

from datetime import UTC, datetime

from jobs.playing import Drawing

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()
ID = 1_234_567_890_123_456_789
"""An id with the maximum number of digits."""
DRAWING = Drawing(b"picture", "a" * 1024)
