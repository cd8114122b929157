"""The board page without a network: it opens, draws, and sends later what was drawn."""

from typing import Any

from playwright.async_api import expect

from tests.support.browser.board_page import BoardPage, middle, signs
from tests.support.browser.boards import OWN_PROFILE, BoardInChat, Boards, sample
from tests.support.waiting import until, until_is
from texts.board_page import STATES

SEVEN = sample("medium_7x7")
KEPT = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated") return [];
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const found = await Promise.all(caches_.map((each) => each.keys()));
    return found.map((requests) => requests.map(({ url }) => url));
}"""


OLDER = """async () => {
    await (await caches.open("page of another version")).put("old.js", new Response("old"));
    await (await navigator.serviceWorker.ready).unregister();
}"""
INSTALLED = """const media = matchMedia;
    window.matchMedia = (query) => query === "(display-mode: standalone)"
        ? Object.assign(new EventTarget(), { matches: true }) : media(query);"""


async def _kept(page: BoardPage) -> list[list[str]]:
    """The addresses that each cache of the page has, once its service worker works."""
    found: list[list[str]] = await page.page.evaluate(KEPT)
    return found


async def _draw(page: BoardPage, *edges: int) -> None:
    for edge in edges:
        [at] = await page.on_screen(middle(SEVEN, edge))
        await page.page.mouse.click(*at)


def _forgive(page: BoardPage) -> None:
    """Forget what Chromium says of requests without a network; all else stays an error."""
    page.console_errors[:] = [
        each for each in page.console_errors if "ERR_INTERNET_DISCONNECTED" not in each
    ]


async def _opened(boards: Boards, **options: Any) -> tuple[BoardPage, BoardInChat]:
    """A page whose files are kept, with a line, a shade and a trial."""
    page, board = await boards.open(SEVEN, **OWN_PROFILE, **options)
    await until(lambda: _kept(page))
    await _draw(page, 0)
    await page.tool("shade").click()
    [at] = await page.on_screen((0.5, 0.5))
    await page.page.mouse.click(*at)
    await page.tool("begin").click()
    await page.tool("line").click()
    await page.until_marks(signs([0]))
    return page, board


async def test_the_page_opens_without_a_network_and_sends_later(boards: Boards) -> None:
    page, board = await _opened(boards)
    [kept] = await _kept(page)
    assert len(kept) > 20
    assert not any("/api/" in address or "#" in address for address in kept)
    await page.page.context.set_offline(True)
    await page.page.reload()
    await expect(page.notice).to_have_text(STATES["kept_in_tab"].text)
    await until_is(signs([0]), page.marks)
    await expect(page.page.locator("#trial")).to_contain_text("Trial 1")
    await expect(page.page.locator("#grid .shade-in")).to_have_attribute("d", "M0 0L1 0L1 1L0 1Z")
    await _draw(page, 9, 20)
    await page.tool("keep").click()
    await page.tool("undo").click()
    await _draw(page, 30)
    await expect(page.status).to_have_text("Offline: waiting to be saved: 5")
    assert await page.accessibility_violations() == []
    await page.page.reload()
    await until_is(signs([0, 9, 30]), page.marks)
    assert (await boards.stored(board)).board.lines == {0}
    await page.page.context.set_offline(False)
    await page.until_marks(signs([0, 9, 30]))
    await expect(page.notice).to_be_hidden()
    stored = (await boards.stored(board)).history
    assert stored.board.lines == {0, 9, 30}
    assert stored.trials == ()
    _forgive(page)


async def test_files_of_other_versions_go_and_without_a_board_the_page_says_so(
    boards: Boards,
) -> None:
    page, _ = await boards.open(SEVEN, **OWN_PROFILE)
    await until(lambda: _kept(page))
    await page.page.evaluate(OLDER)
    assert len(await _kept(page)) == 2
    await page.page.reload()
    await page.until_marks({})

    async def is_alone() -> bool:
        return [bool(names) for names in await _kept(page)] == [True]

    await until(is_alone)
    context = page.page.context
    await context.set_offline(True)
    other = BoardPage(await context.new_page(), special=True)
    boards.adopt(other)
    await other.page.goto(page.page.url)
    await expect(other.status).to_have_text(STATES["offline"].text)
    await context.set_offline(False)
    await expect(other.notice).to_have_text(STATES["no_link"].text)
    for each in (page, other):
        _forgive(each)


async def test_an_installed_page_opens_again_with_its_last_board(boards: Boards) -> None:
    page, board = await _opened(boards)
    context = page.page.context
    again = BoardPage(await context.new_page(), special=True)
    boards.adopt(again)
    await again.page.goto(page.page.url)
    await expect(again.notice).to_have_text(STATES["no_link"].text)  # a tab has its own session
    await context.add_init_script(INSTALLED)
    await page.page.reload()
    await page.until_marks(signs([0]))
    await _draw(page, 9)
    await page.until_marks(signs([0, 9]))
    await context.set_offline(True)
    await page.page.reload()  # which ends its socket
    await expect(page.notice).to_have_text(STATES["kept_on_device"].text)
    await _draw(page, 20)
    await until_is(signs([0, 9, 20]), page.marks)
    await page.page.close()
    await again.page.reload()
    await expect(again.notice).to_have_text(STATES["kept_on_device"].text)
    await until_is(signs([0, 9, 20]), again.marks)
    await context.set_offline(False)
    await again.until_marks(signs([0, 9, 20]))
    assert (await boards.stored(board)).board.lines == {0, 9, 20}
    for each in (page, again):
        _forgive(each)
