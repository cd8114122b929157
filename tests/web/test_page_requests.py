"""Whatever a page sends, or somebody who pretends to be one, is read or refused, and done once."""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from logging import ERROR
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec import Struct

from bot.answering.request_weights import INPUT_WEIGHT, PRESS_WEIGHT
from service.running.readers import Place, Reader
from solver.search import solve
from store.database import Database
from store.records import ActivityBoard
from tests.support.board_pages import BOB, HOLDER, PUZZLE, Pages
from tests.support.packages import modules
from tests.support.store.tables import ask
from texts import problems
from web import activity, page_requests
from web.page_requests import MAX_WAITING, InvalidRequest

SAMPLES: Mapping[str, dict[str, Any]] = {
    "mark": {"edges": [[0, ".", "-"]], "pen": 0, "goes_on": True, "told": False, "late": True},
    "shade": {"cells": [[0, "i"]]},
    "edit": {"edit": "undo"},
    "submit": {"edges": [[0, "-"]]},
    "hint": {"level": "step", "another": 0},
    "check": {"detail": "where"},
    "part": {"of": "hint", "number": 0, "another": 0},
    "reveal": {},
    "lesson": {"shown": True},
    "share": {},
    "post": {"place": "1.2"},
    "ranking": {"place": "7.8"},
    "review": {},
    "replay": {},
    "picture": {},
    "next": {},
    "race": {"place": "1.2"},
    "together": {"place": "1.2"},
    "settings": {"settings": {"dim": True}},
}
"""The fields of a request of each kind that a board's page makes."""
DRAFT_SAMPLES: Mapping[str, dict[str, Any]] = {
    "set": {"size": "5x5", "clues": [[0, 1], [1, None]], "certain": [2]},
    "resize": {"size": "5x5", "to": "5x5"},
    "turn": {"size": "5x5", "how": "right"},
    "contradiction": {"cell": 3},
    "values": {"cell": 3},
    "difference": {},
    "removable": {"pairs": True},
    "rating": {},
    "look": {},
    "play": {},
}
"""The same of the page of a draft."""
TOGETHER_SAMPLES: Mapping[str, dict[str, Any]] = {
    "join": {"ends_own": True},
    "order": {"member": 1, "what": "take-back"},
    "hear": {"number": 1},
    "point": {"at": [1.5, 2]},
}
"""The same of the page of a board of several people."""
ALL_SAMPLES = {**SAMPLES, **DRAFT_SAMPLES, **TOGETHER_SAMPLES}
STREAM = "s" * 22
OTHERS: Mapping[str, list[dict[str, Any]]] = {
    "read_hello": [{"token": "t" * 43}],
    "read_redeem": [{"link": "l" * 22, "holder": HOLDER}],
    "read_waiting": [{"requests": [{"s": STREAM, "n": 1, "do": "share"}]}],
    "read_opening": [
        {"code": "c" * 30, "instance": "i-1", "wanted": "", "token": "t" * 43, "again": False}
    ],
}
"""What else is read, by the name of the reader."""
READERS = {
    name: reader
    for module in (page_requests, activity)
    for name, reader in vars(module).items()
    if getattr(reader, "__qualname__", "").startswith("reader_of.")
}
SHORT = r"""
null true -1 0 1 1.0 1.5 1e999 59 60 899 900 100000 2147483647 2147483648 18446744073709551616
NaN 'x' 0x1 "" "x" "\ud800" "\u0000" "999x999" "5x5\n" "nudge" "why" "check" "rest" "begin"
[] [[]] [null] [0,0] [899] [[0,".","-"],[0,".","x"]] [[60,".","-"]] [[59,"-","x"]]
[[24,"o"],[24,"."]] [[25,"i"]] [[24,3],[24,null]] [[25,1]] [[0,5]] {} {"dim":null} {"dim":false}
"""
LONG = (json.dumps(1_000 * "x"), 5_000 * "1", 10_000 * "[", 6_000 * '{"a":', 20_000 * "[")
VALUES = [*SHORT.split(), '"\u00e9"', '"\u0665x5"', *LONG]
"""What may stand in the place of any field."""


def changed(sample: dict[str, Any], fixed: Collection[str] = ()) -> Iterator[str | bytes]:
    """A request without each of its fields in turn, with it twice, and with each value for it."""
    for name in {**sample, "unknown": 0}.keys() - fixed:
        rest = {key: value for key, value in sample.items() if key != name}
        yield json.dumps(rest)
        text = json.dumps(rest)[:-1] + (", " if rest else "") + f'"{name}": '
        yield text + f'{json.dumps(sample.get(name))}, "{name}": null}}'
        yield from (f"{text}{value}}}" for value in VALUES)
        yield f'{text}"\u00e9"}}'.encode("latin-1")


def asked(do: str, stream: str = STREAM) -> dict[str, Any]:
    """A request of a page."""
    return {"s": stream, "n": 1, "do": do, **ALL_SAMPLES[do]}


def test_all_that_is_read_is_sampled() -> None:
    samples = {"read_request": [asked(do) for do in ALL_SAMPLES], **OTHERS}
    assert samples.keys() == READERS.keys()
    read = {type(READERS[name](json.dumps(each))) for name in samples for each in samples[name]}
    kinds = {
        kind
        for kind in vars(page_requests).values()
        if isinstance(kind, type) and issubclass(kind, Struct) and "web." in kind.__module__
        if not kind.__subclasses__()
    }
    assert read == kinds | {activity.OpenActivity}
    texts = {path.stem: path.read_text("utf-8") for path in modules("web")}
    for way, where in (
        ("reader_of(", {"page_requests", "activity"}),
        ("msgspec.json", {"page_requests", "proxy_signature"}),  # where Discord has signed it
    ):
        assert {name for name, text in texts.items() if way in text} == where


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_is_right_or_invalid(name: str) -> None:
    samples = OTHERS.get(name) or [asked(do) for do in ALL_SAMPLES]
    broken = (b"\xff\xfe", "{}".encode("utf-16"), b"\x00", b"")
    for text in (*(each for sample in samples for each in changed(sample)), *broken):
        try:
            READERS[name](text)
        except InvalidRequest:
            continue


def accepted(do: str) -> Iterator[Any]:
    """What is taken for a request of a kind, of those with changed fields."""
    for text in changed(asked(do), fixed={"s", "n", "do", "unknown"}):
        with suppress(InvalidRequest):
            page_requests.read_request(text)
            yield json.loads(text)


async def answers_of(pages: Pages, token: str, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers to requests that are sent together."""
    status, answer = await pages.post("/api/requests", token, requests=requests)
    assert status == 200
    found: list[dict[str, Any]] = answer["answers"]
    return found


@pytest.fixture
def quick(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Pages:
    """The server, where a person may ask quickly, and has a channel."""
    monkeypatch.setattr(pages.services.quotas, "admit", AsyncMock())
    place = AsyncMock(return_value=Place(1, 2, joined=True, shows=True, speaks=True))
    monkeypatch.setattr(type(pages.services.activities), "place_of", place)
    return pages


async def test_strange_requests_are_answered_in_a_sentence(
    quick: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    _, draft = await quick.draft()
    for token, samples in ((await quick.token(), SAMPLES), (draft, DRAFT_SAMPLES)):
        requests = [each for do in samples for each in accepted(do)]
        for first in range(0, len(requests), MAX_WAITING):
            some = requests[first : first + MAX_WAITING]
            numbered = ({**each, "s": f"{at:022d}"} for at, each in enumerate(some, first))
            for answer in await answers_of(quick, token, *numbered):
                assert "ack" in answer or answer["text"]
    async with quick.page(await quick.token(BOB)) as other:
        assert "marks" in await other.receive()
        assert "ack" in await other.draw(3)
    assert [each for each in caplog.records if each.levelno >= ERROR] == []


SOLVE = {"do": "mark", "edges": [[edge, ".", "-"] for edge in solve(PUZZLE).solutions[0]]}
BEFORE: Mapping[str, dict[str, Any]] = {
    "edit": {"do": "mark", "edges": [[0, ".", "-"]]},
    "check": {"do": "mark", "edges": [[edge, ".", "-"] for edge in range(3)]},
    "part": {"do": "hint", "level": "step"},
    "share": SOLVE,
    "post": SOLVE,
    "review": SOLVE,
    "replay": SOLVE,
}
"""What is done first, so that a request is done and not refused."""
SHOWN = {"race", "post", "together"}
"""What others see in the channel of the Activity."""


async def together_token(pages: Pages, person: int) -> str:
    """The token of a page of a board of several people, on which somebody asked for a hint."""
    together, links = pages.services.together, pages.services.board_links
    place = Place(1, person, joined=True, shows=True, speaks=True)
    stored = await pages.services.boards.store_puzzle(Reader(person), PUZZLE)
    number = (await together.begin(Reader(person), stored, place)).board.id
    await together.join(Reader(BOB), number)
    await together.ask(Reader(BOB), number, {"level": "nudge"})
    token = await links.redeem(await links.make_link(person, number, "together_id"), HOLDER)
    assert token is not None
    return token


async def token_for(pages: Pages, person: int, do: str) -> str:
    """The token of a person's page on which a request can be done."""
    if do in DRAFT_SAMPLES:
        return (await pages.draft(person))[1]
    if do in TOGETHER_SAMPLES:
        return await together_token(pages, person)
    services, board = pages.services, await pages.board(person)
    if do == "lesson":
        board = (await services.course.open(Reader(person))).attempt.id
    link = await services.board_links.make_link(person, board)
    token = await services.board_links.redeem(link, HOLDER)
    assert token is not None
    if do in BEFORE:
        await answers_of(pages, token, {"s": "b" * 22, "n": 1, **BEFORE[do]})
    return token


@pytest.mark.parametrize(
    ("place", "allows"),
    [
        (None, False),
        (Place(1, 2), False),
        (Place(1, 2, joined=True), False),
        (Place(1, 2, shows=True), False),
        (Place(1, 2, joined=True, shows=True, speaks=True), True),
    ],
)
async def test_no_request_shows_others_anything_where_that_is_not_allowed(
    quick: Pages,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    place: Place | None,
    allows: bool,
) -> None:
    place_of = AsyncMock(return_value=place)
    monkeypatch.setattr(type(quick.services.activities), "place_of", place_of)
    shown, before = set(), 0
    for person, do in enumerate(SAMPLES, 100):
        [answer] = await answers_of(quick, await token_for(quick, person, do), asked(do))
        async with database.reading() as connection:
            rows = await ask(connection, "SELECT 1 FROM races UNION ALL SELECT 1 FROM outbox")
        if len(rows) > before:
            shown.add(do)
        before = len(rows)
        assert ("ack" in answer) == (do not in SHOWN or allows), do
    assert shown == (SHOWN if allows else set())


async def test_requests_count_as_in_chat(quick: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are charged to the server of the Activity, too; to make a puzzle weighs as `/new`."""
    services, board = quick.services, ActivityBoard(1, b"", datetime.now(UTC), 1, None, None, 5, 6)
    made = AsyncMock(wraps=services.generation.generate)
    admitted = AsyncMock()
    monkeypatch.setattr(type(services.generation), "generate", made)
    monkeypatch.setattr(services.quotas, "admit", admitted)
    monkeypatch.setattr(type(services.activities), "board_of", AsyncMock(return_value=board))
    for person, do in enumerate(SAMPLES, 100):
        token, before = await token_for(quick, person, do), made.await_count
        await answers_of(quick, token, asked(do))
        of, server, weight = admitted.await_args_list[-1].args
        assert (of, server) == (person, 5), do
        assert weight >= (INPUT_WEIGHT if made.await_count > before else PRESS_WEIGHT), do
    assert made.await_count == 2


@pytest.mark.parametrize(
    "beyond",
    [
        {"do": "mark", "edges": [[0, ".", "-"]], "pen": 36},
        {"do": "mark", "edges": [[0, ".", "-"]], "pen": 36, "goes_on": True},
        {"do": "shade", "cells": [[25, "i"]]},
    ],
)
async def test_a_change_beyond_the_board_is_told_as_what_it_is(
    pages: Pages, beyond: dict[str, Any]
) -> None:
    async with pages.page(await pages.token()) as page:
        await page.receive()
        answer = await page.ask(**beyond)
        assert (answer["why"], answer["text"]) == ("input", problems.NOT_ON_BOARD.text)
        assert "ack" in await page.ask("mark", edges=[[0, ".", "-"]], pen=35)


async def test_a_request_that_is_sent_again_has_the_same_answer(quick: Pages) -> None:
    """The first answer was lost. Only what a hint or check costs is another."""
    for person, do in enumerate(ALL_SAMPLES.keys() - {"point"}, 100):  # that is not answered
        token = await token_for(quick, person, do)
        headers = {"Authorization": f"Bearer {token}"}
        async with quick.client.get("/api/changes?revision=-1", headers=headers) as response:
            state = {"changes", *await response.json()}
        first, again = [
            {key: value for key, value in answer.items() if key not in state}
            for _ in range(2)
            for answer in await answers_of(quick, token, asked(do))
        ]
        for answer in (first, again):
            answer.get("help", {}).pop("cost", None)
        assert "ack" in first, first
        assert again == first
