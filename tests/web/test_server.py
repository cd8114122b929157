"""The addresses of the page, and who is refused."""

import asyncio

import pytest

from app.operating.checkup_result import CheckupResult
from app.operating.page_checkup import open_page
from play.history import Mark
from puzzle.model import EdgeState
from service.playing.board_links import LINK_LIFETIME
from service.running.readers import Reader
from tests.support.board_pages import ADA, BOB, FLOOD, HOLDER, Pages, Serving
from tests.support.clock import Clock
from tests.support.waiting import until
from web.connections import Connections


async def test_a_link_is_redeemed_by_one_holder(pages: Pages, now: Clock) -> None:
    secret = await pages.services.board_links.make_link(ADA, await pages.board())
    status, answer = await pages.post("/api/session", link=secret, holder=HOLDER)
    assert (status, list(answer)) == (200, ["token"])
    assert await pages.post("/api/session", link=secret, holder=HOLDER) == (200, answer)
    other = "i" * 22
    assert await pages.post("/api/session", link=secret, holder=other) == (403, {"why": "link"})
    now.time += LINK_LIFETIME
    assert (await pages.post("/api/session", link=secret, holder=HOLDER))[0] == 403
    assert (await pages.post("/api/session", link="no", holder=HOLDER))[0] == 400


async def test_wrong_links_keep_nobody_from_using_a_right_one(pages: Pages) -> None:
    secret = await pages.services.board_links.make_link(ADA, await pages.board())
    for _ in range(50):
        status, _answer = await pages.post("/api/session", link="x" * 22, holder=HOLDER)
        assert status == 403
    assert (await pages.post("/api/session", link=secret, holder=HOLDER))[0] == 200


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", None])
async def test_other_sites_are_refused(pages: Pages, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    for method, path in (("POST", "/api/session"), ("POST", "/api/requests"), ("GET", "/api/live")):
        async with pages.client.request(method, path, headers=headers) as response:
            assert response.status == 403


async def test_other_hosts_are_refused(pages: Pages) -> None:
    async with pages.client.get("/", headers={"Host": "elsewhere.example"}) as response:
        assert response.status == 421


@pytest.mark.parametrize("trusted", [True, False])
async def test_the_page_says_whether_its_proxy_is_trusted(serving: Serving, trusted: bool) -> None:
    async with serving(Connections(proxies=["127.0.0.1"] if trusted else [])) as pages:
        answers = []
        for headers in ({}, {"X-Forwarded-For": "192.0.2.1"}):
            async with pages.client.get("/api/proxy", headers=headers) as response:
                answers.append(await response.text())
        assert answers == ["none", "trusted" if trusted else "untrusted"]
        assert [found.state for found in await _opened(pages)] == ["ok", "ok"]


async def _opened(pages: Pages) -> list[CheckupResult]:
    """What `ouro doctor` says of the page."""
    return [result async for result in open_page(f"{pages.origin}/")]


async def test_nothing_is_answered_without_a_token(pages: Pages) -> None:
    for headers in ({}, {"Authorization": "Bearer " + "x" * 43}, {"Authorization": "Basic eA=="}):
        for path in ("/api/board", "/api/changes"):
            async with pages.client.get(path, headers=headers) as response:
                assert response.status == 401
    assert (await pages.post("/api/requests", "x" * 43, requests=[]))[0] == 401
    async with pages.page("x" * 43) as page:
        assert (await page.socket.receive()).data == 4001


async def test_files_are_cached_by_their_content(pages: Pages) -> None:
    for path in ("/", "/theme.css"):
        async with pages.client.get(path) as response:
            assert response.status == 200
            policy = response.headers["Content-Security-Policy"]
            assert "require-trusted-types-for" in policy
            assert "unsafe" not in policy
            etag = response.headers["ETag"]
        async with pages.client.get(path, headers={"If-None-Match": etag}) as response:
            assert response.status == 304
    for path in ("/nothing.js", "/../pyproject.toml", "/notes.txt", "/api"):
        async with pages.client.get(path) as response:
            assert response.status == 404


async def test_a_board_has_its_geometry_and_the_readers_words(pages: Pages) -> None:
    token = await pages.token(BOB)
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "ja-JP,ja;q=0.9"}
    async with pages.client.get("/api/board", headers=headers) as response:
        board = await response.json()
        etag = response.headers["ETag"]
    assert board["language"] == "ja"
    assert board["theme"] == "system"
    geometry = board["geometry"]
    assert len(geometry["clues"]) == 25
    assert len(geometry["edges"]) == 2 * 60
    assert geometry["cell_names"][:2] == ["A1", "B1"]
    async with pages.client.get(
        "/api/board", headers={**headers, "If-None-Match": etag}
    ) as response:
        assert response.status == 304


async def test_a_page_without_a_socket_asks_and_waits(pages: Pages) -> None:
    token, stream = await pages.token(), "p" * 22
    drawn = Mark({7: EdgeState.CROSS})
    await pages.services.attempts.change(Reader(ADA), await pages.board(), drawn)
    status, answer = await pages.post(
        "/api/requests",
        token,
        requests=[
            {"s": stream, "n": 1, "do": "mark", "edges": [[2, ".", "-"]]},
            {"s": stream, "n": 1, "do": "mark", "edges": [[2, ".", "-"]]},
            {"s": stream, "n": 2, "do": "hint", "level": "nudge"},
        ],
    )
    assert status == 200
    first, repeated, hint = answer["answers"]
    assert (first["marks"][2], first["marks"][7]) == ("-", "x")  # it has not seen the cross
    assert (repeated["ack"], repeated["changes"]) == (1, [])
    assert hint["help"]["text"]
    headers = {"Authorization": f"Bearer {token}"}
    async with pages.client.get("/api/changes?revision=0", headers=headers) as response:
        assert (await response.json())["marks"][2] == "-"


async def test_asking_for_whole_boards_without_end_is_refused(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"Authorization": f"Bearer {await pages.token()}"}
    monkeypatch.setattr("web.server.BOARD_WEIGHT", FLOOD)
    async with pages.client.get("/api/board", headers=headers) as answer:
        assert answer.status == 200
    async with pages.client.get("/api/board", headers=headers) as answer:
        assert answer.status == 429


async def test_the_oldest_of_too_many_waiting_requests_of_a_person_ends(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.limits.OPEN_PER_PERSON", 1)
    token = await pages.token()
    headers = {"Authorization": f"Bearer {token}"}
    revision = (await pages.services.attempts.find(ADA, await pages.board())).attempt.revision

    async def wait() -> int:
        path = f"/api/changes?revision={revision}"
        async with pages.client.get(path, headers=headers) as answer:
            return answer.status

    first = asyncio.create_task(wait())
    await until(lambda: pages.services.attempts.watchers.watched)
    async with pages.page(token) as page:
        assert await first == 503
        assert "marks" in await page.receive()
        second = asyncio.create_task(wait())
        assert (await page.socket.receive()).data == 4029
    drawn = Mark({7: EdgeState.CROSS})
    await pages.services.attempts.change(Reader(ADA), await pages.board(), drawn)
    assert await second == 200
