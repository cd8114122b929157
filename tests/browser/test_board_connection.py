"""Board pages whose connections break, beside the pad in chat: nothing is lost or done twice."""

from random import Random

import pytest
from msgspec import Struct, field
from playwright.async_api import expect

from tests.support.browser.board_page import BoardPage, middle, signs
from tests.support.browser.boards import OWN_PROFILE, BoardInChat, Boards, sample
from tests.support.browser.wires import Wires
from tests.support.waiting import until, until_is

SEVEN = sample("medium_7x7")
STEPS = 14


class Tab(Struct):
    """A tab with a page of a board, and its sockets."""

    page: BoardPage
    wires: Wires

    @classmethod
    async def of(cls, page: BoardPage) -> "Tab":
        """The tab of a page, which is loaded again."""
        tab = cls(page, Wires())
        await tab.wires.lay(page.page)
        await page.page.reload()
        return tab

    async def duplicate(self, boards: Boards) -> "Tab":
        """A tab with a copy of what this one keeps."""
        async with self.page.page.expect_popup() as opening:
            await self.page.page.evaluate("void open(location.href)")
        other = BoardPage(await opening.value, special=True)
        boards.adopt(other)
        return await Tab.of(other)

    async def draw(self, edge: int) -> None:
        """Draw a line along an edge."""
        await self.page.page.locator("#grid").wait_for(state="attached")
        [at] = await self.page.on_screen(middle(SEVEN, edge))
        await self.page.page.mouse.click(*at)

    async def reload(self) -> None:
        """Load the page again; its sockets end before."""
        await self.wires.cut()
        await self.page.page.reload()


class Play(Struct):
    """A board in chat and in tabs, and random things that happen to them."""

    random: Random
    boards: Boards
    board: BoardInChat
    tabs: list[Tab]
    drawn: list[int] = field(default_factory=list)

    async def happen(self) -> None:
        """Let one thing happen."""
        tab = self.random.choice(self.tabs)
        kinds = ["draw"] * 5 + ["press", "deaf", "deaf", "mute", "cut", "cut", "reload", "copy"]
        match self.random.choice(kinds):
            case "draw":
                await tab.draw(self._another_edge())
            case "press":
                await self.board.draw([self._another_edge()])
            case "deaf" | "mute" as loss:
                setattr(tab.wires, loss, True)
            case "cut":
                await tab.wires.cut()
            case "reload":
                await tab.reload()
            case "copy" if len(self.tabs) < 3:
                self.tabs.append(await tab.duplicate(self.boards))
            case _:
                pass

    def _another_edge(self) -> int:
        edges = range(len(SEVEN.grid.edge_dots))
        edge = self.random.choice([each for each in edges if each not in self.drawn])
        self.drawn.append(edge)
        return edge


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
async def test_whatever_happens_to_tabs_no_stroke_is_lost(boards: Boards, seed: int) -> None:
    page, board = await boards.open(SEVEN, **OWN_PROFILE)
    other = await boards.visit(await board.link(), **OWN_PROFILE)
    await other.until_marks({})
    play = Play(Random(seed), boards, board, [await Tab.of(page), await Tab.of(other)])
    for _ in range(STEPS):
        await play.happen()
    for tab in play.tabs:
        await tab.wires.cut()
    for tab in play.tabs:
        await tab.page.until_marks(signs(play.drawn))
    stored = await boards.stored(board)
    assert stored.board.lines == set(play.drawn)
    assert len(stored.done) == len(play.drawn)  # each is one step


async def test_strokes_wait_for_the_server_and_survive_a_reload(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **OWN_PROFILE)
    tab = await Tab.of(page)
    await page.until_marks({})
    tab.wires.mute = True
    for edge in (0, 9):
        await tab.draw(edge)
    await expect(page.status).to_have_attribute("data-state", "saving")
    assert (await boards.stored(board)).board.lines == set()
    copy = await tab.duplicate(boards)
    await copy.page.until_marks(signs([0, 9]))
    await board.draw([4])
    await tab.reload()
    for each in (tab, copy):
        await each.page.until_marks(signs([0, 4, 9]))
    assert len((await boards.stored(board)).done) == 3


async def test_a_page_without_sockets_draws_and_follows(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **OWN_PROFILE)
    other = await boards.visit(await board.link(), **OWN_PROFILE)
    tab = await Tab.of(page)
    tab.wires.down = True
    await tab.wires.cut()
    await page.until_marks({})
    await tab.draw(0)
    await page.until_marks(signs([0]))
    await other.until_marks(signs([0]))
    await board.draw([9])
    await page.until_marks(signs([0, 9]))
    await page.tool("undo").click()
    await other.until_marks(signs([0]))
    await page.until_marks(signs([0]))
    await tab.reload()
    await page.until_marks(signs([0]))
    await tab.draw(3)
    await other.until_marks(signs([0, 3]))
    await page.until_marks(signs([0, 3]))
    assert (await boards.stored(board)).board.lines == {0, 3}


async def test_an_undo_whose_answer_is_lost_is_done_once(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **OWN_PROFILE)
    tab = await Tab.of(page)
    for edge in (0, 9, 20):
        await board.draw([edge])
    await page.until_marks(signs([0, 9, 20]))

    async def steps() -> int:
        return len((await boards.stored(board)).done)

    tab.wires.deaf = True
    await page.tool("undo").click()
    await until_is(2, steps)
    await expect(page.status).to_have_attribute("data-state", "saving")
    await tab.reload()
    await page.until_marks(signs([0, 9]))
    assert await steps() == 2


async def test_a_socket_that_never_answers_gives_way_to_requests(boards: Boards) -> None:
    page, board = await boards.open(SEVEN, **OWN_PROFILE)
    other = await boards.visit(await board.link(), **OWN_PROFILE)
    await page.page.route_web_socket("**/api/live", lambda _: None)
    await page.page.clock.install()
    await page.page.reload()

    async def is_connected() -> bool:
        await page.page.clock.run_for(2_000)  # milliseconds, of the page alone
        return await page.status.get_attribute("data-state") == "saved"

    await until(is_connected)
    await Tab(page, Wires()).draw(0)
    await other.until_marks(signs([0]))
