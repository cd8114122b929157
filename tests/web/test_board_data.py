"""What a page is sent of its board."""

from i18n.localizer import ENGLISH
from play.history import Mark
from puzzle.model import EdgeState
from service.running.readers import Reader
from tests.support.board_pages import ADA, Pages
from web.board_data import BoardFeed


async def test_a_page_is_sent_differences_to_what_it_has(pages: Pages) -> None:
    number, attempts = await pages.board(), pages.services.attempts
    first = await attempts.find(ADA, number)
    second = await attempts.change(Reader(ADA), number, Mark({1: EdgeState.LINE}))
    third = await attempts.change(Reader(ADA), number, Mark({2: EdgeState.CROSS}))
    feed = BoardFeed(ENGLISH, attempts.now)
    assert feed.update(first)["marks"] == "." * len(first.pad.board.marks)
    assert feed.is_newer(third)
    assert feed.update(third)["changes"] == [(1, "-"), (2, "x")]
    assert not feed.is_newer(third)
    assert not feed.is_newer(second)
    assert feed.update(second) == {"changes": []}  # older: without a state
    assert feed.update(third)["changes"] == []
