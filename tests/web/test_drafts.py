"""What the page of a draft asks for."""

from typing import Any

import pytest
from msgspec import Struct

from puzzle.notation import parse_loopy
from service.readers import Reader
from tests.support.board_pages import ADA, FLOOD, HOLDER, PUZZLE, Pages
from texts.problems import NO_SOLUTION

SIZE = "5x5"


class Page(Struct):
    """The page of a draft."""

    pages: Pages
    token: str
    draft: int

    async def post(self, **body: Any) -> tuple[int, Any]:
        """The answer to a request."""
        return await self.pages.post("/api/draft", self.token, **body)

    async def get(self) -> tuple[int, Any]:
        """The whole draft."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": "ja"}
        async with self.pages.client.get("/api/draft", headers=headers) as answer:
            return answer.status, await answer.json() if answer.status == 200 else None

    async def set(self, *clues: tuple[int, int | None], certain: tuple[int, ...] = ()) -> Any:
        """The draft after clues are set."""
        status, value = await self.post(do="set", size=SIZE, clues=clues, certain=certain)
        assert status == 200
        return value


@pytest.fixture
async def page(pages: Pages) -> Page:
    services = pages.services
    draft = await services.drafts.begin_draft(Reader(ADA), PUZZLE, [4, 13])
    secret = await services.board_links.make_draft_link(ADA, draft.id)
    status, answer = await pages.post("/api/session", link=secret, holder=HOLDER)
    assert status == 200
    return Page(pages, answer["token"], draft.id)


async def test_a_page_gets_the_draft_and_what_it_says(page: Page) -> None:
    status, draft = await page.get()
    assert status == 200
    assert draft["clues"] == [*PUZZLE.clues]
    assert (draft["size"], draft["cols"], draft["doubts"]) == ("5x5", 5, [4, 13])
    assert (draft["names"][13], draft["language"], draft["theme"]) == ("D3", "ja", "system")
    assert draft["count"] == "unique"
    assert parse_loopy(draft["texts"]["id"]) == PUZZLE
    assert draft["words"]["cell_blank"].startswith("{cell}")
    async with page.pages.client.get("/api/words") as answer:
        assert (await answer.json()).keys() >= draft["words"].keys()


async def test_clues_are_set_and_counted_in_one_answer(page: Page) -> None:
    changed = await page.set((4, 3), (2, None))
    assert (changed["clues"][4], changed["clues"][2], changed["doubts"]) == (3, None, [13])
    assert changed["count"] == "multiple"
    again = await page.set((4, None), (2, 1), certain=(13,))  # whatever was answered is asked again
    assert again == await page.set((4, None), (2, 1), certain=(13,))
    assert (again["count"], again["doubts"]) == ("unique", [])
    blank = await page.set(*((cell, None) for cell in range(25)))
    assert (blank["count"], blank["told"]) == ("", "It has no clues yet.")
    assert (await page.set())["clues"] == blank["clues"]  # only a look


async def test_what_the_page_never_asks_is_refused(page: Page) -> None:
    for body in (
        {},
        {"do": "set", "clues": []},
        {"do": "set", "size": SIZE, "clues": [[0, 5]]},
        {"do": "set", "size": SIZE, "clues": [[900, 1]]},
        {"do": "set", "size": SIZE, "clues": [[0, 1]] * 901},
        {"do": "play"},
        {"do": "mark", "s": "s" * 22, "n": 1},
    ):
        assert await page.post(**body) == (400, None)
    for size, cell in (("7x7", 1), (SIZE, 30)):
        status, answer = await page.post(do="set", size=size, clues=[[cell, 1]])
        assert status == 409
        assert answer["text"]
    async with page.pages.client.delete(
        "/api/draft", headers={"Origin": page.pages.origin}
    ) as answer:
        assert answer.status == 405


async def test_a_board_is_opened_once_in_a_session_of_its_own(page: Page) -> None:
    asked = {"do": "play", "s": "s" * 22, "n": 1}
    status, answer = await page.post(**asked)
    assert status == 200
    assert await page.post(**asked) == (200, answer)
    async with page.pages.page(answer["token"]) as board:
        assert "marks" in await board.receive()
    session = await page.pages.services.board_links.session(answer["token"])
    assert session is not None
    loaded = await page.pages.services.attempts.find(ADA, session.attempt_id)
    assert loaded.puzzle == PUZZLE
    assert (await page.set((2, 3)))["count"] == "none"
    status, refused = await page.post(do="play", s="s" * 22, n=2)
    assert (status, refused["text"]) == (409, NO_SOLUTION.text)


async def test_the_sessions_of_boards_and_drafts_are_apart(page: Page) -> None:
    pages = page.pages
    status, _ = await pages.post("/api/draft", await pages.token(), do="set", size=SIZE, clues=[])
    assert status == 401
    headers = {"Authorization": f"Bearer {page.token}"}
    async with pages.client.get("/api/board", headers=headers) as answer:
        assert answer.status == 401
    await pages.services.drafts.put_away(Reader(ADA), page.draft)
    assert (await page.get())[0] == 401
    for clues in ([[0, 1]], []):
        assert await page.post(do="set", size=SIZE, clues=clues) == (401, None)
    assert await page.post(do="play", s="s" * 22, n=9) == (401, None)


async def test_a_flood_of_clues_is_slowed_down(page: Page) -> None:
    await page.pages.services.quotas.admit(ADA, None, FLOOD)
    assert (await page.post(do="set", size=SIZE, clues=[]))[0] == 429
    assert (await page.get())[0] == 429
