"""Every kind of message of /status, with any localizer."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, notice
from i18n.localizer import Localizer
from service.posting.status import QuotaLeft, ServiceStatus, StoredStatus
from store.records import DailyPost as SentPost
from tests.support.posts.daily import panels
from tests.support.posts.values import DAY, ID, NOON
from texts.server_setup import status_text
from workers.pool import Load

SENT = SentPost(ID, DAY, "hard", NOON, claimed_at=NOON, channel_id=ID, message_id=ID)


def status_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Every kind of status message."""
    for panel in panels():
        stored = StoredStatus(0.0021, DAY, SENT, panel, QuotaLeft(298, 300), QuotaLeft(0, 1800))
        status = ServiceStatus(NOON, 1, 1, 0.042, Load(4, 2, 0), stored)
        yield notice(status_text(localizer, status))
    away = ServiceStatus(NOON, 20, 19, None, Load(4, 4, 100), None)
    yield notice(status_text(localizer, away))
    bare = replace(away, stored=replace(stored, made_until=None, last=None), latency=0.2)
    yield notice(status_text(localizer, bare))
