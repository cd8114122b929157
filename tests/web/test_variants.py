"""Boards of all rule variants on the page: each request is right, or refused in one sentence."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import pytest

from i18n.localizer import ENGLISH
from puzzle.rules import Capability
from service.running.readers import Reader
from tests.support.board_pages import ADA, HOLDER, Pages, PageSocket, board_requests
from tests.support.long import some_pairs
from tests.support.solver.expected import expected
from tests.support.variants import ADDRESSES, NAMES, sample, sentences
from texts import board_page
from texts.puzzles import rules_line

Answer: TypeAlias = dict[str, Any]
Ask: TypeAlias = Callable[[PageSocket, str], Awaitable[Answer]]


async def solved(page: PageSocket, name: str) -> Answer:
    (lines,) = expected(sample(name))
    return await page.draw(*sorted(lines))


def after_solving(do: str) -> Ask:
    async def ask(page: PageSocket, name: str) -> Answer:
        assert (await solved(page, name))["ended"] == "solved"
        return await page.ask(do)

    return ask


async def check(page: PageSocket, name: str) -> Answer:
    """A reason is offered if there are any, and in any case told with the wrong mark."""
    (lines,) = expected(sample(name))
    await page.draw(min(lines), mark="x")
    offers = (await page.ask("check"))["help"]["offers"]
    offered = [offer["ask"]["detail"] for offer in offers]
    reasons = sample(name).rules.supports(Capability.HINTS)
    assert offered == (["where", "why"] if reasons else ["where"])
    return await page.ask("check", detail="why")


def tells_why(name: str, answer: Answer) -> bool:
    """Whether a wrong mark is named, with a reason or that there is none."""
    text, reasons = answer["help"]["text"], sample(name).rules.supports(Capability.HINTS)
    return "wrong" in text and any(each in text for each in sentences(name)) is not reasons


def is_solution(name: str, marks: str) -> bool:
    (lines,) = expected(sample(name))
    return {edge for edge, mark in enumerate(marks) if mark == "-"} == lines


REQUESTS: Mapping[str, tuple[Ask, Callable[[str, Answer], bool]]] = {
    "mark": (solved, lambda _, answer: answer["ended"] == "solved"),
    "shade": (
        lambda page, _: page.ask("shade", cells=[(0, "i")]),
        lambda _, answer: answer["shades"][0] == "i",
    ),
    "edit": (
        lambda page, _: page.ask("edit", edit="begin"),
        lambda _, answer: answer["trials"] == 1,
    ),
    "submit": (lambda page, _: page.ask("submit"), lambda _, answer: answer["judged"]["text"]),
    "hint": (lambda page, _: page.ask("hint"), lambda _, answer: answer["help"]["text"]),
    "check": (check, tells_why),
    "part": (
        lambda page, _: page.ask("part", of="check", number=1),
        lambda _, answer: "no longer fits" in answer["text"],
    ),
    "reveal": (
        lambda page, _: page.ask("reveal"),
        lambda name, answer: is_solution(name, answer["solution"]),
    ),
    "lesson": (lambda page, _: page.ask("lesson"), lambda _, answer: "/solve" in answer["text"]),
    "share": (
        after_solving("share"),
        lambda name, answer: str(sample(name).rules.title) in answer["text"],
    ),
    "post": (after_solving("post"), lambda _, answer: "servers" in answer["text"]),
    "ranking": (lambda page, _: page.ask("ranking"), lambda _, answer: "ranking" not in answer),
    "review": (after_solving("review"), lambda _, answer: answer["review"]["text"]),
    "replay": (
        after_solving("replay"),
        lambda name, answer: str(sample(name).rules.title) in answer["picture"]["alt"],
    ),
    "picture": (
        lambda page, _: page.ask("picture"),
        lambda name, answer: str(sample(name).rules.title) in answer["picture"]["alt"],
    ),
    "next": (after_solving("next"), lambda _, answer: bool(answer["token"])),
    "race": (lambda page, _: page.ask("race"), lambda _, answer: "servers" in answer["text"]),
    "together": (
        lambda page, _: page.ask("together"),
        lambda _, answer: "servers" in answer["text"],
    ),
    "settings": (
        lambda page, _: page.ask("settings", settings={"dim": True}),
        lambda _, answer: "ack" in answer,
    ),
}
"""For each request of a page, how it is made on a board, and whether an answer is right."""


def test_all_requests_of_a_page_are_tested() -> None:
    assert board_requests() == REQUESTS.keys()


async def token_of(pages: Pages, name: str) -> str:
    opened = await pages.services.boards.open_pasted(Reader(ADA), sample(name))
    links = pages.services.board_links
    token = await links.redeem(await links.make_link(ADA, opened.loaded.attempt.id), HOLDER)
    assert token is not None
    return token


@some_pairs("do, name", REQUESTS, NAMES)
async def test_requests_are_right_or_refused(pages: Pages, do: str, name: str) -> None:
    ask, is_right = REQUESTS[do]
    async with pages.page(await token_of(pages, name)) as page:
        await page.receive()
        answer = await ask(page, name)
    if answer.get("text") in sentences(name):
        assert (answer["refused"], answer["why"]) == (answer["refused"], "input")
        assert not answer["penalty"]
    else:
        assert is_right(name, answer), answer


@pytest.mark.parametrize("name", NAMES)
async def test_a_page_is_told_the_rules_and_what_they_lack(pages: Pages, name: str) -> None:
    puzzle = sample(name)
    headers = {"Authorization": f"Bearer {await token_of(pages, name)}"}
    async with pages.client.get("/api/board", headers=headers) as response:
        board = await response.json()
    rules, signs = board["rules"], puzzle.rules.variant.signs
    assert str(puzzle.rules.title) in board["geometry"]["title"]
    assert board["text"] == ADDRESSES[name]
    assert board["words"]["tip_copy_puzzle"] == board_page.COPY_ADDRESS.text
    assert board["geometry"]["clues"] == [-1 if clue is None else clue for clue in puzzle.clues]
    assert rules["told"] == rules_line(ENGLISH, puzzle.rules)
    assert {*rules["animals"]} == {str(clue) for clue in signs}
    assert {f"clue_{clue}": str(sign.word) for clue, sign in signs.items()}.items() <= board[
        "words"
    ].items()
    assert ("hint" in rules["lacks"]) is not puzzle.rules.supports(Capability.HINTS)
    assert ("review" in rules["lacks"]) is not puzzle.rules.supports(Capability.REVIEWS)
    assert ("next" in rules["lacks"]) is not puzzle.rules.supports(Capability.GENERATING)
