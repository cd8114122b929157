"""What pages of a board of several people show each other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from msgspec import Struct, field

from play.together import MAX_DRAWING, UNTOUCHED
from service.running.readers import Place, Reader
from solver.search import solve
from tests.support.board_pages import ADA, BOB, HOLDER, PUZZLE, Pages, PageSocket
from tests.support.clock import Clock

CY = 9
PLACE = Place(5, 6, joined=True, shows=True, speaks=True)
EDGES = len(PUZZLE.grid.edge_dots)
LOOP = sorted(solve(PUZZLE).solutions[0])


class Page(Struct):
    """The page of a person, with what it shows."""

    socket: PageSocket
    marks: list[str] = field(default_factory=lambda: ["."] * EDGES)
    who: dict[int, int] = field(default_factory=dict)
    status: dict[str, Any] = field(default_factory=dict)

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """Show what a message tells."""
        self.marks = [*message.get("marks", self.marks)]
        for edge, mark in message.get("changes", ()):
            self.marks[edge] = mark
        if "marks" in message:
            self.who.clear()
        self.who |= dict(message.get("who", ()))
        self.status |= message
        return message

    @property
    def drawn(self) -> dict[int, tuple[str, int]]:
        """The marks, and who drew them."""
        return {edge: (mark, self.who[edge]) for edge, mark in enumerate(self.marks) if mark != "."}

    async def next(self) -> dict[str, Any]:
        """Show the next message."""
        return self.take(await self.socket.receive())

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Ask for something, and show the answer."""
        return self.take(await self.socket.ask(do, **more))

    async def draw(self, *edges: int, mark: str = "-", late: bool = False) -> dict[str, Any]:
        """Draw a stroke over blank edges."""
        return await self.ask("mark", edges=[(edge, ".", mark) for edge in edges], late=late)


class Shared(Struct):
    """A board of several people, with the pages of two who draw and of one who looks on."""

    pages: Pages
    number: int
    ada: Page
    bob: Page
    cy: Page


@pytest.fixture
async def shared(pages: Pages) -> AsyncIterator[Shared]:
    together, links = pages.services.together, pages.services.board_links
    stored = await pages.services.boards.store_puzzle(Reader(ADA), PUZZLE)
    number = (await together.begin(Reader(ADA), stored, PLACE)).board.id
    await together.join(Reader(BOB), number)
    async with AsyncExitStack() as stack:
        opened = []
        for person in (ADA, BOB, CY):
            token = await links.redeem(await links.make_link(person, number, "together_id"), HOLDER)
            assert token is not None
            socket = await stack.enter_async_context(
                pages.page(token, f"stream-of-person-{person}")
            )
            opened.append(Page(socket))
            await opened[-1].next()
        yield Shared(pages, number, *opened)


async def test_all_see_who_drew_what(shared: Shared) -> None:
    await shared.ada.draw(0, 1)
    await shared.bob.next()
    await shared.bob.draw(1, 2, mark="x")
    await shared.ada.next()
    for _ in range(2):
        await shared.cy.next()
    expected = {0: ("-", 0), 1: ("x", 1), 2: ("x", 1)}
    assert shared.ada.drawn == shared.bob.drawn == shared.cy.drawn == expected
    assert [page.status["me"] for page in (shared.ada, shared.bob, shared.cy)] == [0, 1, -1]
    people = shared.cy.status["people"]
    assert [(each["name"], each["draws"]) for each in people] == [("1", True), ("2", True)]


async def test_a_late_stroke_is_told_what_it_leaves(shared: Shared) -> None:
    await shared.bob.draw(1, mark="x")
    await shared.ada.next()
    answer = await shared.ada.draw(1, 2, late=True)
    assert answer["left"] == [1]
    assert answer["told"].startswith("2 drew there")
    assert shared.ada.drawn == {1: ("x", 1), 2: ("-", 0)}
    await shared.bob.next()
    await shared.bob.ask("edit", edit="undo")
    await shared.ada.next()
    answer = await shared.ada.ask("mark", edges=[(1, "x", "-")], late=True)
    assert answer["left"] == [1]
    assert answer["told"].startswith("somebody drew there"), "it is known no more who it was"


async def test_undo_and_clear_are_of_ones_own(shared: Shared) -> None:
    await shared.ada.draw(0)
    await shared.bob.next()
    await shared.bob.draw(1)
    await shared.ada.next()
    assert shared.ada.status["undo"] == 1
    await shared.ada.ask("edit", edit="undo")
    assert shared.ada.drawn == {1: ("-", 1)}
    await shared.ada.ask("edit", edit="clear")
    assert shared.ada.drawn == {1: ("-", 1)}


async def test_who_looks_on_joins(shared: Shared) -> None:
    refused = await shared.pages.services.together.find(CY, shared.number)
    assert refused.member(CY) is None
    await shared.cy.ask("join")
    assert shared.cy.status["me"] == 2
    await shared.cy.draw(3)
    assert shared.cy.drawn == {3: ("-", 2)}


async def test_help_is_told_to_all(shared: Shared) -> None:
    await shared.ada.ask("hint", level="nudge")
    number, member = shared.ada.status["asked"]
    assert member == 0
    await shared.bob.next()
    assert shared.bob.status["asked"] == [number, 0]
    told = [await page.ask("hear", number=number) for page in (shared.ada, shared.bob)]
    assert told[0]["help"] == told[1]["help"]
    assert (told[1]["by"], told[1]["of"]) == (0, {"do": "hint", "another": 0})
    assert told[0]["help"]["text"]
    assert not told[0]["help"]["cost"]


async def test_a_picture_is_one_also_for_a_page_that_draws_layers(shared: Shared) -> None:
    await shared.ada.draw(0)
    picture = (await shared.ada.ask("picture"))["picture"]
    assert picture["src"].startswith("data:image/png;base64,iVBOR")


async def test_help_that_all_hear_at_once_is_found_once(shared: Shared) -> None:
    services = shared.pages.services
    await shared.ada.ask("hint", level="nudge")
    number, _ = shared.ada.status["asked"]
    board, tell = await services.together.find(ADA, shared.number), services.common_help.tell
    hearing = (tell(Reader(person), board, number) for person in (ADA, BOB, CY))
    [(_, first), *others] = await asyncio.gather(*hearing)
    assert all(found is first for _, found in others)


async def test_pointers_are_seen_by_others(shared: Shared) -> None:
    await shared.cy.socket.socket.send_json({"do": "point", "at": [1, 1]})  # who looks on has none
    await shared.cy.ask("settings", settings={})
    await shared.bob.socket.socket.send_json({"do": "point", "at": [1.5, 2]})
    await shared.bob.socket.socket.send_json({"do": "point", "at": [2, 2]})  # at the same time
    await shared.bob.draw(0)
    told = [await shared.ada.next()]
    while "changes" not in told[-1]:
        told.append(await shared.ada.next())
    assert [at for each in told for at in each.get("pointers", [])] == [[1, 1.5, 2]]


async def test_who_began_keeps_order(shared: Shared) -> None:
    await shared.bob.draw(1)
    await shared.ada.next()
    await shared.ada.ask("order", member=1, what="take-back")
    assert shared.ada.drawn == {}
    assert shared.ada.status["people"][1]["removed"]
    await shared.ada.ask("order", member=1, what="put-back")
    assert shared.ada.drawn == {1: ("-", 1)}
    await shared.ada.ask("order", member=1, what="shut-out")
    await shared.bob.next()
    while shared.bob.status["me"] != -1:
        await shared.bob.next()
    assert (await shared.bob.draw(2))["text"].startswith("You do not draw")
    assert (await shared.bob.ask("order", member=0, what="shut-out"))["why"] == "input"


async def test_a_board_is_solved_together(shared: Shared) -> None:
    await shared.ada.draw(*LOOP[::2])
    await shared.bob.next()
    await shared.bob.draw(*LOOP[1::2])
    await shared.ada.next()
    assert shared.ada.status["ended"] == shared.bob.status["ended"] == "solved"
    assert shared.ada.status["verdict"] == "Solved together in 0:00."
    assert (await shared.ada.draw(0))["why"] == "input"


async def test_who_gives_up_shows_all_the_solution(shared: Shared) -> None:
    await shared.bob.draw(LOOP[0])
    assert (await shared.bob.ask("reveal"))["why"] == "input"
    for page in (shared.ada, shared.bob, shared.cy):
        while "solution" not in (found := await page.ask("reveal")):
            pass  # it is what the others did
        assert found["solution"].count("-") == len(LOOP)
        assert page.status["ended"] == "revealed"
        assert page.drawn == {LOOP[0]: ("-", 1)}


async def test_a_page_says_why_one_only_looks_on(shared: Shared) -> None:
    together = shared.pages.services.together
    assert not shared.cy.status["closed"]
    for person in range(20, 18 + MAX_DRAWING):
        await together.join(Reader(person), shared.number)
    while not shared.cy.status["closed"]:
        await shared.cy.next()
    assert shared.cy.status["closed"].startswith("8 people draw")
    assert not shared.cy.status["out"]
    await together.keep_order(Reader(ADA), shared.number, 1, "shut-out", manages=False)
    while not shared.bob.status["out"]:
        await shared.bob.next()
    assert shared.bob.status["closed"].startswith("You do not draw")
    while shared.cy.status["closed"]:  # now there is room
        await shared.cy.next()


async def test_who_has_the_puzzle_open_with_a_clock_is_asked(shared: Shared) -> None:
    own = await shared.pages.board(CY)
    attempts = shared.pages.services.attempts
    assert "your own board is in no ranking" in (await shared.cy.ask("join"))["ends_own"]
    assert shared.cy.status["me"] == -1
    assert not (await attempts.find(CY, own)).attempt.replayed
    await shared.cy.ask("join", ends_own=True)
    assert shared.cy.status["me"] == 2
    assert (await attempts.find(CY, own)).attempt.replayed


async def test_a_board_on_which_nobody_draws_is_over(shared: Shared, now: Clock) -> None:
    now.time += UNTOUCHED - timedelta(days=1)
    links = shared.pages.services.board_links
    token = await links.redeem(await links.make_link(CY, shared.number, "together_id"), HOLDER)
    assert token is not None
    now.time += timedelta(days=1, seconds=1)
    async with shared.pages.page(token) as socket:
        page = Page(socket)
        await page.next()
        assert page.status["ended"] == ""
        await shared.pages.services.together.end_untouched()
        await shared.pages.services.together.look()
        await page.next()
        assert page.status["ended"] == "over"
        assert page.status["verdict"] == "Nobody has drawn here for 14 days: this board is over."
        assert "-" in (await page.ask("reveal"))["solution"]
