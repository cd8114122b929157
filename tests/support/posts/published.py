"""Every kind of message about published puzzles, with any localizer; pictures are empty."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, notice
from bot.publishing.chat import published_message
from i18n.localizer import Localizer
from service.posting.publishing import MANY, MAX_TITLE, PublishedView
from store.records import Published, StandingRecord, StoredPuzzle, Visibility
from tests.support.posts.values import DRAWING, ID, NOON
from texts import publishing as texts

PUZZLE = StoredPuzzle("20x20t4:5", "key", level="extreme")
FOUND = Published(10**9, ID, 10**9, ID, "1" * MAX_TITLE, NOON, NOON, NOON)
WAITING = replace(FOUND, posted_at=None, week_ends=None, player_id=None)
LINE = StandingRecord(1_000, ID, 1, 359_999, 1_000, 1_000, True, Visibility.NAMED)
TOLD = (
    texts.POSTED,
    texts.OFFERED,
    texts.CHOSEN,
    texts.CHOSEN_NOW,
    texts.WITHDRAWN,
    texts.LIKED,
    texts.NOT_LIKED,
)


def published_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """A puzzle that waits, is posted or is that of the week, with many solvers and with none."""
    for found, many in product((WAITING, FOUND), (0, 1_000)):
        lines = [LINE] * min(many, MANY)
        view = PublishedView(found, PUZZLE, DRAWING, lines, many, many, many)
        yield published_message(localizer, view, *texts.BUTTONS, opened=True)
    yield from (notice(localizer.say(told)) for told in TOLD)
