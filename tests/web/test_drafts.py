"""What the page of a draft asks for."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec import Struct

from play.tracks import Track
from puzzle.drawn_marks import DrawnMarks
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from scanner.values import PictureReading
from service.running.readers import Reader
from store.records import shown_by
from tests.support.board_pages import ADA, FLOOD, PUZZLE, Pages, PageSocket
from tests.support.variants import sample
from texts.problems import NO_SOLUTION
from web.channel import INVALID, SESSION_OVER

SIZE = "5x5"


class Page(Struct):
    """The page of a draft, with a socket and what came through it first."""

    pages: Pages
    token: str
    draft: int
    socket: PageSocket
    whole: Any

    async def get(self) -> tuple[int, Any]:
        """What the page needs once."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": "ja"}
        async with self.pages.client.get("/api/board", headers=headers) as answer:
            return answer.status, await answer.json() if answer.status == 200 else None

    async def set(self, *clues: tuple[int, int | str | None], certain: tuple[int, ...] = ()) -> Any:
        """The answer when clues are set, without its number."""
        answer = await self.socket.ask("set", size=SIZE, clues=clues, certain=certain)
        assert answer.pop("ack") > 0
        return answer


@pytest.fixture
async def page(pages: Pages) -> AsyncIterator[Page]:
    draft, token = await pages.draft()
    async with pages.page(token) as socket:
        yield Page(pages, token, draft, socket, await socket.receive())


async def test_a_page_shows_the_lines_of_a_picture(pages: Pages) -> None:
    across, down = 0, len(PUZZLE.grid.edge_dots) - 1
    marks = DrawnMarks(frozenset({across, down}))
    draft = await pages.services.drafts.begin_draft(
        Reader(ADA), PictureReading(PUZZLE, marks=marks)
    )
    links = pages.services.board_links
    token = await links.redeem(await links.make_link(ADA, draft.id, "draft_id"), "holder")
    assert token is not None
    async with pages.page(token) as socket:
        whole = await socket.receive()
    assert whole["lines"] == [across, down]


async def test_a_page_gets_the_draft_and_what_it_says(page: Page) -> None:
    status, needed = await page.get()
    assert status == 200
    board = needed["geometry"]
    assert (board["size"], board["cell_names"][13]) == ("5x5", "D3")
    assert (needed["language"], needed["theme"]) == ("ja", "system")
    assert needed["words"]["cell_blank"].startswith("{cell}")
    async with page.pages.client.get("/api/words?of=draft") as answer:
        assert (await answer.json()).keys() == needed["words"].keys()
    assert page.whole["clues"] == [*PUZZLE.clues]
    assert (page.whole["size"], page.whole["doubts"]) == ("5x5", [4, 13])
    assert page.whole["lines"] == []
    assert page.whole["count"] == "unique"
    assert parse_loopy(page.whole["texts"]["id"]) == PUZZLE


async def test_clues_are_set_and_counted_in_one_answer(page: Page) -> None:
    changed = await page.set((4, 3), (2, None))
    assert (changed["clues"][4], changed["clues"][2], changed["doubts"]) == (3, None, [13])
    assert changed["count"] == "multiple"
    again = await page.set((4, None), (2, 1), certain=(13,))
    assert (again["count"], again["doubts"]) == ("unique", [])
    blank = await page.set(*((cell, None) for cell in range(25)))
    assert blank["count"] == ""
    assert blank["told"].startswith("It has no clues yet.")
    await page.pages.services.drafts.set_clues(Reader(ADA), page.draft, {0: 3})
    assert (await page.socket.ask("look"))["clues"][0] == 3  # what others have changed


async def test_what_clues_force_comes_with_them(page: Page) -> None:
    forced = page.whole["forced"]
    assert forced["complete"]
    assert len(forced["lines"]) + len(forced["crosses"]) == len(PUZZLE.grid.edge_dots)
    changed = await page.set((4, "?"), (2, None))
    assert (changed["open"], changed["clues"][4]) == ([4], None)
    assert 0 < len(changed["forced"]["lines"]) < len(forced["lines"])
    none = await page.set((0, 4))
    assert (none["count"], none["forced"]["lines"]) == ("none", [])


async def test_questions_about_clues_are_answered(page: Page) -> None:
    async def ask(name: str, **asked: Any) -> Any:
        answer = (await page.socket.ask(name, **asked))["answer"]
        assert answer["of"] == name
        assert answer["told"]
        return answer

    assert (await ask("rating"))["level"] == "expert"
    for pairs in (False, True):
        groups = (await ask("removable", pairs=pairs))["groups"]
        assert all(PUZZLE.clues[cell] is not None for group in groups for cell in group)
    assert PUZZLE.clues[2] in (await ask("values", cell=2))["groups"][0]
    assert (await ask("difference"))["groups"] == []
    await page.set((4, None), (2, None), (13, None))
    first, second = (await ask("difference"))["groups"]
    assert first or second
    await page.set((0, 4), (1, 4))
    found = await ask("contradiction", cell=1)
    assert (found["complete"], 0 < len(found["groups"][0]) <= 8) == (True, True)
    assert (await ask("rating"))["level"] == ""
    for cell in (25, 899):
        refused = await page.socket.ask("values", cell=cell)
        assert refused["why"] == "conflict"


async def test_a_draft_of_a_live_daily_tells_nothing(pages: Pages) -> None:
    _, stored = await pages.services.dailies.find(pages.services.dailies.today(), Track.EASY)
    daily = parse_loopy(stored.notation)
    draft = await pages.services.drafts.begin_draft(Reader(ADA), PictureReading(daily))
    links = pages.services.board_links
    token = await links.redeem(await links.make_link(ADA, draft.id, "draft_id"), "holder")
    assert token is not None
    async with pages.page(token) as socket:
        whole = await socket.receive()
        assert (whole["count"], whole["forced"]) == ("", None)
        for name in ("contradiction", "difference", "removable", "rating"):
            answer = (await socket.ask(name))["answer"]
            assert answer.get("groups", []) == []
            assert answer["told"] == whole["told"]


async def test_a_page_turns_and_resizes_its_draft(page: Page) -> None:
    assert (await page.get())[1]["geometry"]["turns"]
    wide = await page.socket.ask("resize", size=SIZE, to="6x5")
    assert (wide["size"], len(wide["clues"]), wide["clues"][5]) == ("6x5", 30, None)
    turned = await page.socket.ask("turn", size="6x5", how="right")
    assert (turned["size"], turned["clues"][4]) == ("5x6", PUZZLE.clues[0])
    refused = await page.socket.ask("turn", size="6x5", how="left")
    assert (refused["why"], refused["size"]) == ("conflict", "5x6")


async def test_clues_are_set_once_whatever_way_they_come(page: Page) -> None:
    asked = {"do": "set", "s": "t" * 22, "n": 1, "size": SIZE, "clues": [[0, 3]]}
    status, value = await page.pages.post("/api/requests", page.token, requests=[asked])
    assert status == 200
    assert value["answers"][0]["clues"][0] == 3
    await page.set((0, 1))
    status, value = await page.pages.post("/api/requests", page.token, requests=[asked])
    (answer,) = value["answers"]
    assert (answer["ack"], answer["clues"][0]) == (1, 1)
    headers = {"Authorization": f"Bearer {page.token}"}
    async with page.pages.client.get("/api/changes", headers=headers) as polled:
        assert (await polled.json())["revision"] == answer["revision"]


async def test_what_the_page_never_asks_is_refused(page: Page) -> None:
    numbered = {"s": "s" * 22, "n": 1}
    for body in (
        {},
        {"do": "set", "size": SIZE, "clues": [[0, 1]]},
        {"do": "set", "clues": [], **numbered},
        {"do": "set", "size": SIZE, "clues": [[0, 13]], **numbered},
        {"do": "set", "size": SIZE, "clues": [[0, "!"]], **numbered},
        {"do": "set", "size": SIZE, "clues": [[2_000, 1]], **numbered},
        {"do": "set", "size": SIZE, "clues": [[0, 1]] * 2_001, **numbered},
        {"do": "play"},
        {"do": "edit", "edit": "undo", **numbered},
    ):
        asked = {"requests": [body]}
        assert await page.pages.post("/api/requests", page.token, **asked) == (400, None)
    for size, cell in (("7x7", 1), (SIZE, 30)):
        answer = await page.socket.ask("set", size=size, clues=[[cell, 1]])
        assert (answer["why"], answer["clues"]) == ("conflict", [*PUZZLE.clues])
        assert answer["text"]
    await page.socket.socket.send_json({"do": "hint", **numbered, "n": 9})
    await page.socket.socket.receive()
    assert page.socket.socket.close_code == INVALID


async def test_a_board_is_opened_once_in_a_session_of_its_own(page: Page) -> None:
    asked = {"do": "play", "s": "t" * 22, "n": 1}
    status, value = await page.pages.post("/api/requests", page.token, requests=[asked])
    assert status == 200
    token = value["answers"][0]["token"]
    assert (await page.pages.post("/api/requests", page.token, requests=[asked]))[1] == value
    async with page.pages.page(token) as board:
        assert "marks" in await board.receive()
        await board.socket.send_json({**asked, "n": 2})
        await board.socket.receive()
        assert board.socket.close_code == INVALID
    session = await page.pages.services.board_links.page_session(token)
    assert session is not None
    loaded = await page.pages.services.attempts.find(ADA, shown_by(session)[1])
    assert loaded.puzzle == PUZZLE
    assert (await page.set((2, 3)))["count"] == "none"
    refused = await page.socket.ask("play")
    assert (refused["why"], refused["text"]) == ("input", NO_SOLUTION.text)


async def test_a_page_is_over_with_its_draft(page: Page) -> None:
    await page.pages.services.drafts.put_away(Reader(ADA), page.draft)
    assert (await page.get())[0] == 401
    asked = {"do": "look", "s": "t" * 22, "n": 1}
    assert (await page.pages.post("/api/requests", page.token, requests=[asked]))[0] == 401
    await page.socket.socket.send_json({**asked, "do": "play"})
    await page.socket.socket.receive()
    assert page.socket.socket.close_code == SESSION_OVER


async def test_a_flood_of_clues_is_slowed_down(page: Page) -> None:
    await page.pages.services.quotas.admit(ADA, None, FLOOD)
    answer = await page.socket.ask("set", size=SIZE, clues=[[0, 3]])
    assert answer["why"] == "busy"
    assert "count" not in answer  # nothing is counted for it
    assert (await page.get())[0] == 429


@pytest.mark.parametrize(
    ("puzzle", "max_clue", "turns", "rows"),
    [
        pytest.param(parse_loopy("5x4t2de:5c0b542a5a54c5a"), 6, False, False, id="honeycomb"),
        pytest.param(sample("sheep-wolf"), 4, True, False, id="sheep-wolf"),
        pytest.param(PUZZLE, 4, True, True, id="squares"),
    ],
)
async def test_a_page_draws_any_puzzle(
    pages: Pages, puzzle: Puzzle, max_clue: int, turns: bool, rows: bool
) -> None:
    draft = await pages.services.drafts.begin_draft(Reader(ADA), PictureReading(puzzle))
    links = pages.services.board_links
    token = await links.redeem(await links.make_link(ADA, draft.id, "draft_id"), "holder")
    assert token is not None
    async with pages.page(token) as socket:
        whole = await socket.receive()
    headers = {"Authorization": f"Bearer {token}"}
    async with pages.client.get("/api/board", headers=headers) as answer:
        needed = (await answer.json())["geometry"]
    assert len(needed["cells"]) == 2 * len(puzzle.clues)
    assert (max(needed["max"]), bool(needed["turns"])) == (max_clue, turns)
    assert bool(whole["texts"]["rows"]) is rows
