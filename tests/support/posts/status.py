"""Every kind of message of /status, in a voice."""

from collections.abc import Iterator
from dataclasses import replace

from bot.presenters.layouts import Post, notice
from i18n.voice import Voice
from service.status import Left, Status, Stored
from store.records import Post as SentPost
from tests.support.posts.daily import panels
from tests.support.posts.values import DAY, ID, NOON
from texts.status import status_text
from workers.pool import Load

SENT = SentPost(ID, DAY, "hard", NOON, claimed_at=NOON, channel_id=ID, message_id=ID)


def status_posts(voice: Voice) -> Iterator[Post]:
    """All that can be told of how the bot is doing."""
    for panel in panels():
        stored = Stored(0.0021, DAY, SENT, panel, Left(298, 300), Left(0, 1800))
        status = Status(NOON, 1, 1, 0.042, Load(4, 2, 0), stored)
        yield notice(status_text(voice, status))
    away = Status(NOON, 20, 19, None, Load(4, 4, 100), None)
    yield notice(status_text(voice, away))
    bare = replace(away, stored=replace(stored, made_until=None, last=None), latency=0.2)
    yield notice(status_text(voice, bare))
