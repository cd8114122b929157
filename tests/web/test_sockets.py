"""What a page asks for by its socket, and what it is told."""

from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from aiohttp import WSMsgType

from narrator.checks import Detail
from play.race import COUNTDOWN
from play.tracks import Track
from puzzle.grid import SQUARE
from puzzle.notation import parse_loopy
from service.generating.generation import PuzzleOptions
from service.running.readers import Place, Reader
from solver.explain.step import Difficulty
from solver.search import solve
from store.records import Surface
from tests.support.board_pages import ADA, BOB, FLOOD, HOLDER, PUZZLE, Pages, PageSocket
from tests.support.clock import Clock
from tests.support.waiting import until
from texts import helping, reviews

[SOLUTION] = solve(PUZZLE).solutions
EDGES = len(PUZZLE.grid.edge_dots)


async def hello(page: PageSocket) -> dict[str, Any]:
    first = await page.receive()
    assert set(first["marks"]) <= set(".-x")
    return first


async def test_a_board_is_drawn_undone_and_solved(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        first = await hello(page)
        assert (first["marks"], first["undo"], first["ended"]) == (EDGES * ".", 0, "")
        drawn = await page.draw(3, 4)
        assert drawn["ack"] == 1
        assert drawn["changes"] == [[3, "-"], [4, "-"]]
        assert (drawn["undo"], drawn["redo"]) == (1, 0)
        undone = await page.ask("edit", edit="undo")
        assert undone["changes"] == [[3, "."], [4, "."]]
        assert (await page.ask("edit", edit="redo"))["changes"] == drawn["changes"]
        await page.ask("edit", edit="clear")
        solved = await page.draw(*SOLUTION)
        assert solved["ended"] == "solved"
        assert "Solved!" in solved["verdict"]
    loaded = await pages.services.attempts.find(ADA, await pages.board())
    assert loaded.solved
    assert loaded.attempt.surfaces == Surface.PAGE


async def test_a_page_has_the_time_of_its_board(pages: Pages, now: Clock) -> None:
    token = await pages.token()
    async with pages.page(token) as page:
        assert (await hello(page))["clock"] == 0
        now.time += timedelta(seconds=75)
        assert (await page.draw(3))["clock"] == 75
        await page.ask("edit", edit="clear")
        assert (await page.draw(*SOLUTION))["clock"] is None


async def test_a_page_of_the_course_has_no_clock(pages: Pages) -> None:
    course, links = pages.services.course, pages.services.board_links
    lesson = (await course.open(Reader(ADA))).attempt.id
    token = await links.redeem(await links.make_link(ADA, lesson), HOLDER)
    assert token is not None
    async with pages.page(token) as page:
        assert (await hello(page))["clock"] is None


async def test_a_solved_board_is_reviewed_replayed_and_pictured(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        early = await page.ask("review")
        assert early["refused"]
        await page.draw(*SOLUTION)
        review = (await page.ask("review"))["review"]
        assert review["text"].startswith(reviews.TITLE.text)
        assert all(moment["layers"] for moment in review["moments"])
        for do, kind in (("replay", "gif"), ("picture", "png")):
            picture = (await page.ask(do))["picture"]
            assert picture["src"].startswith(f"data:image/{kind};base64,")
            assert picture["alt"]


async def test_a_stroke_about_a_changed_board_is_refused(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        await page.draw(3, mark="x")
        refused = await page.draw(3, 4)
        assert (refused["refused"], refused["why"]) == (2, "conflict")
        assert "changed" in refused["text"]
        assert refused["changes"] == []
        assert (await page.draw(4))["changes"] == [[4, "-"]]


async def test_a_hint_is_text_and_layers_and_costs_what_it_costs_in_chat(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        nudge = await page.ask("hint", level="nudge")
        assert "Look" in nudge["help"]["text"]
        assert [layer["role"] for layer in nudge["help"]["layers"]][:1] == ["region"]
        assert nudge["help"]["marks"] == []
        step = await page.ask("hint", level="step")
        assert step["help"]["marks"]
        assert "1:00" in step["penalty"]
        assert "**" not in step["help"]["text"] + step["help"]["cost"]
        drawn = await page.ask(
            "mark", edges=[[edge, ".", mark] for edge, mark in step["help"]["marks"]]
        )
        assert drawn["changes"] == step["help"]["marks"]


async def test_both_ways_of_steps_and_lessons_are_pictures(pages: Pages) -> None:
    services, puzzle = pages.services, parse_loopy("4x4:3c3d22b2a1")
    opened = await services.boards.open_pasted(Reader(ADA), puzzle)
    course = await services.course.open(Reader(ADA))
    for board, asked in ((opened.loaded.attempt.id, "hint"), (course.attempt.id, "lesson")):
        link = await services.board_links.make_link(ADA, board)
        token = await services.board_links.redeem(link, HOLDER)
        assert token is not None
        async with pages.page(token) as page:
            await hello(page)
            fields = {"level": "step"} if asked == "hint" else {"shown": True}
            ways = (await page.ask(asked, **fields))["help"]["ways"]
            while not ways:  # the first lessons have one reason each
                lesson = await page.ask("lesson", shown=True)
                ways = lesson["help"]["ways"]
                marks = [[edge, ".", mark] for edge, mark in lesson["help"]["marks"]]
                await (page.ask("mark", edges=marks) if not ways else page.ask("lesson"))
            assert ways[0]["text"] == helping.WAYS_BUTTON.text
            shown = await page.ask(**ways[0]["ask"])
            assert shown["picture"]["src"].startswith("data:image/png;base64,iVBOR")
            assert "this" in shown["picture"]["alt"]


async def test_marks_are_checked_and_judged(pages: Pages) -> None:
    wrong = next(edge for edge in range(EDGES) if edge not in SOLUTION)
    async with pages.page(await pages.token()) as page:
        await hello(page)
        await page.draw(wrong)
        found = await page.ask("check", detail="where")
        assert [each["text"].partition(" (")[0] for each in found["help"]["offers"]] == [
            helping.OFFERS[Detail.WHY].text
        ]
        assert "wrong-line" in {layer["role"] for layer in found["help"]["layers"]}
        judged = await page.ask("submit")
        assert "Not finished" in judged["judged"]["text"]
        assert judged["judged"]["layers"]


async def test_a_card_and_the_next_puzzle(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        early = await page.ask("share")
        assert (early["why"], early["text"]) == ("input", "Only a solved board can be shared.")
        await page.draw(*SOLUTION)
        shared = await page.ask("share")
        assert shared["card"].startswith("data:image/png;base64,iVBOR")
        assert "Time" in shared["text"]


async def test_a_page_that_asks_again_for_the_next_board_gets_the_same(pages: Pages) -> None:
    token, asked = await pages.token(), {"s": "s" * 22, "n": 1, "do": "next"}
    answers = []
    for _ in range(2):  # the first answer may have been lost
        async with pages.page(token) as page:
            await hello(page)
            await page.socket.send_json(asked)
            answers.append((await page.receive())["token"])
    status, by_http = await pages.post("/api/requests", token, requests=[asked])
    assert status == 200
    answers += [each["token"] for each in by_http["answers"]]
    assert len(set(answers)) == 1
    async with pages.page(answers[0]) as page:
        assert set((await hello(page))["marks"]) == {"."}
    other = {**asked, "n": 2}
    _, by_http = await pages.post("/api/requests", token, requests=[other])
    assert by_http["answers"][0]["token"] not in answers


@pytest.mark.parametrize("end", ["sign out", "data deleted"])
async def test_a_page_ends_with_its_session(pages: Pages, end: str) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        if end == "sign out":
            await pages.services.board_links.end_all(Reader(ADA))
        else:
            await pages.services.personal_data.delete(Reader(ADA))
        with pytest.raises(TypeError, match="4001"):  # no further frame but the end
            await page.draw(1)


@pytest.mark.parametrize(
    "frame",
    [
        "{",
        '{"do": "mark"}',
        '{"s": "ssssssssssssssssssssss", "n": 0, "do": "share"}',
        '{"s": "ssssssssssssssssssssss", "n": 1, "do": "fly"}',
        '{"s": "ssssssssssssssssssssss", "n": 1, "do": "mark", "edges": [[-1, ".", "-"]]}',
        '{"s": "ssssssssssssssssssssss", "n": 1, "do": "mark", "edges": []}',
        '{"s": "short", "n": 1, "do": "share"}',
    ],
)
async def test_a_frame_that_is_no_request_closes_the_socket(pages: Pages, frame: str) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        await page.socket.send_str(frame)
        assert (await page.socket.receive()).data == 4400


async def test_a_large_frame_closes_the_socket(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        await page.socket.send_str(40_000 * " ")
        assert (await page.socket.receive()).data == 1009


async def test_a_new_page_closes_the_oldest_of_too_many(pages: Pages) -> None:
    token, opened = await pages.token(), list[PageSocket]()
    async with AsyncExitStack() as stack:
        for _ in range(5):
            opened.append(await stack.enter_async_context(pages.page(token)))
            await hello(opened[-1])
        oldest, *others, newest = opened
        closing = await oldest.socket.receive()
        assert (closing.type, closing.data) == (WSMsgType.CLOSE, 4029)
        assert "ack" in await newest.draw(3)
        assert [each.socket.closed for each in others] == [False] * 3


async def test_a_flood_of_requests_is_refused(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        monkeypatch.setattr("web.answers.REQUEST_WEIGHT", FLOOD)
        assert "ack" in await page.draw(3)
        refused = await page.draw(4)
        assert refused["why"] == "busy"
        assert "revision" not in refused  # nothing is read for it


async def test_pages_are_measured(pages: Pages) -> None:
    def sample(name: str, **labels: str) -> float | None:
        return pages.services.pool.metrics.registry.get_sample_value(name, labels)

    async with pages.page(await pages.token()) as page:
        await hello(page)
        assert sample("ouro_page_sockets") == 1
        await page.draw(3)
        await page.draw(3, mark="x")
    answers = "ouro_page_answer_seconds_count"
    assert sample(answers, request="mark", outcome="done") == 1
    assert sample(answers, request="mark", outcome="MarksChanged") == 1
    await until(lambda: sample("ouro_page_sockets") == 0)


async def test_a_page_closes_when_its_session_ends_though_nobody_draws(pages: Pages) -> None:
    async with pages.page(await pages.token()) as page:
        await hello(page)
        await pages.server.look()
        await pages.services.board_links.end_all(Reader(ADA))
        await pages.server.look()
        with pytest.raises(TypeError, match="4001"):
            await page.receive()


async def test_settings_of_the_page_are_those_of_the_person(pages: Pages) -> None:
    token = await pages.token()
    async with pages.page(token) as page:
        await hello(page)
        assert "ack" in await page.ask("settings", settings={"dim": False, "mistakes": True})
        assert "ack" in await page.ask("settings", settings={"shading": True})
    headers = {"Authorization": f"Bearer {token}"}
    async with pages.client.get("/api/board", headers=headers) as answer:
        shown = (await answer.json())["settings"]
    assert (
        shown.items() >= {"dim": False, "mistakes": True, "chains": True, "shading": True}.items()
    )
    player = await pages.services.preferences.read(ADA)
    assert player.settings == {"dim": False, "mistakes": True, "shading": True}


@pytest.mark.parametrize("here", [True, False])
async def test_a_solved_daily_shows_its_leaderboard(pages: Pages, here: bool) -> None:
    """With the names of the server that the page came from, if its person is there."""
    services, track = pages.services, Track.MINI
    services.members.ask = AsyncMock(return_value="Ada" if here else "")
    reader = Reader(ADA, server=5)
    loaded = await services.boards.open_daily(reader, services.dailies.today(), track)
    link = await services.board_links.make_link(ADA, loaded.attempt.id)
    token = await services.board_links.redeem(link, HOLDER)
    assert token is not None
    async with pages.page(token) as page:
        await hello(page)
        assert "ranking" not in await page.ask("ranking")
        assert (await page.draw(*solve(loaded.puzzle).solutions[0]))["ended"] == "solved"
        ranking = (await page.ask("ranking", place="5.6"))["ranking"]
    assert ranking.startswith("Leaderboard: Mini")
    assert ("This server · 1 player" if here else "Everybody") in ranking
    assert ("1. Ada · 0:0" if here else "1. 0:0") in ranking
    assert "← you" in ranking
    assert "<@" not in ranking


async def test_a_race_is_seen_by_those_in_it(pages: Pages, now: Clock) -> None:
    """Names are those that Discord tells; who waits on another board goes on to the race's."""
    services = pages.services
    services.members.ask = AsyncMock(side_effect=lambda _, person: {ADA: "Ada"}.get(person))
    tokens = {person: await pages.token(person) for person in (ADA, BOB)}

    async def seen(person: int) -> Any:
        headers = {"Authorization": f"Bearer {tokens[person]}"}
        async with pages.client.get("/api/race", headers=headers) as answer:
            return await answer.json()

    assert await seen(ADA) == {}
    options = PuzzleOptions.asked("5x5", SQUARE, Difficulty.EASY, None)
    view = await services.races.invite(Reader(ADA), options, Place(5, 6, joined=True, shows=True))
    await services.races.join_race(Reader(BOB), view.race.id)
    waiting = await seen(BOB)
    assert [each["text"] for each in waiting["people"]] == ["Ada", "2"]
    assert (waiting["waits"], waiting["starts"]) == (True, None)
    await services.races.start_race(Reader(ADA), view.race.id)
    begun = await seen(BOB)
    assert (begun["starts"], begun["here"]) == (COUNTDOWN.total_seconds(), False)
    now.pass_(COUNTDOWN.total_seconds() + 4)
    async with pages.page(tokens[ADA]) as page:
        await page.receive()
        tokens[ADA] = (await page.ask("next"))["token"]
    assert (await seen(ADA))["here"]
    loop = solve((await services.races.board(ADA, view.race.id)).puzzle).solutions[0]
    async with pages.page(tokens[ADA]) as page:
        await page.receive()
        assert (await page.draw(*loop))["ended"] == "solved"
    standings = (await seen(BOB))["people"]
    assert [(each["text"], each["percent"]) for each in standings] == [
        ("1. Ada · 0:04", None),
        ("2", 0),
    ]
    assert [each["own"] for each in standings] == [False, True]
