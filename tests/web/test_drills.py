"""What the page of a drill asks for: the answer to it, once."""

from typing import Any

import pytest
from msgspec import Struct

from puzzle.model import EdgeState
from service.errors import NotYours
from service.learning.training import DrillPlan, GivenAnswer
from service.running.readers import InteractionToken, Reader
from solver.drills import Drill, unpack
from tests.support.board_pages import ADA, BOB, HOLDER, Pages

TOKEN = InteractionToken(1, "token")
NUMBERED = {"s": "s" * 22, "n": 1}


class Page(Struct):
    """The page of a drill."""

    pages: Pages
    token: str
    text: str

    @property
    def drill(self) -> Drill:
        """The drill."""
        return unpack(self.text)

    async def send(self, **asked: Any) -> tuple[int, Any]:
        """The status of a request, and its answer."""
        asked = {**NUMBERED, **asked}
        status, value = await self.pages.post("/api/requests", self.token, requests=[asked])
        return status, value and value["answers"][0]

    async def seen(self) -> int:
        """How often the technique was answered."""
        known = await self.pages.services.training.mastery(ADA)
        return sum(skill.seen for skill in known.skills.values())


@pytest.fixture
async def page(pages: Pages) -> Page:
    services = pages.services
    asked = await services.training.ask(Reader(ADA), DrillPlan.THIRD, seed=1, technique="corner-3")
    number = await services.drill_pages.put(Reader(ADA), asked, TOKEN)
    links = services.board_links
    with pytest.raises(NotYours):
        await links.make_link(BOB, number, "drill_id")
    token = await links.redeem(await links.make_link(ADA, number, "drill_id"), HOLDER)
    assert token is not None
    return Page(pages, token, asked.question.text)


async def test_an_answer_counts_once_and_stays_to_be_seen(page: Page) -> None:
    edges = [[edge, "-" if state == 1 else "x"] for edge, state in page.drill.answer.items()]
    status, answer = await page.send(do="submit", edges=edges)
    assert (status, answer["ended"], answer["revision"]) == (200, "answered", 1)
    [moment] = answer["moments"]
    assert moment["text"].startswith("Right!")
    assert moment["layers"]
    assert await page.send(do="submit", edges=edges) == (status, answer)
    other = [[edge, "x" if mark == "-" else "-"] for edge, mark in edges]
    assert (await page.send(do="submit", edges=other, n=2))[1]["moments"] == answer["moments"]
    assert await page.seen() == 1
    assert "picture" in (await page.send(do="part", of="ways", number=0, n=3))[1]


async def test_a_wrong_answer_has_a_counterexample(page: Page) -> None:
    marks = page.drill.board.marks
    edge = next(
        each for each, mark in enumerate(marks) if not mark and each not in page.drill.answer
    )
    _, answer = await page.send(do="submit", edges=[[edge, "x"]])
    first, reason = answer["moments"]
    assert [edge, "-"] in first["shown"]
    assert "Why" in reason["text"]
    assert [edge, "."] in reason["shown"]


async def test_what_a_drill_never_asks_is_refused(page: Page) -> None:
    for asked in ({"do": "hint"}, {"do": "mark", "edges": [[0, ".", "-"]]}, {"do": "next"}):
        assert await page.send(**asked) == (400, None)
    assert (await page.send(do="part", of="ways", number=0))[0] == 400
    _, refused = await page.send(do="submit", edges=[[90_000, "-"]])
    assert refused["why"] == "input"
    assert await page.seen() == 0


async def test_its_page_ends_with_an_answer_in_chat(page: Page) -> None:
    now = page.pages.services.training.now()
    given = GivenAnswer(page.text, {0: EdgeState.LINE}, now, now, signed=True)
    await page.pages.services.training.judge(Reader(ADA), DrillPlan.THIRD, given)
    assert (await page.send(do="submit", edges=[[0, "-"]]))[0] == 401
