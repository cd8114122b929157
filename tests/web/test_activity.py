"""What a page inside Discord is answered, and what its browser may do with it."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import WSMsgType
from msgspec.structs import replace

from app.board_page import activity_pages
from play.race import progress
from puzzle.model import Board, EdgeState
from service.playing.activities import DiscordUnavailable, Participant
from service.running.rate_limiter import RateLimiter
from solver.search import solve
from store.records import shown_by
from tests.support.board_pages import ADA, BOB, FLOOD, HOLDER, PUZZLE, Pages, PageSocket
from tests.support.proxy_signing import APPLICATION, PUBLIC, headers
from web.activity import FORGERY_SECONDS
from web.proxy_signature import ProxyPayload, signed_payload
from web.server import ANSWERS, OPENLY, PageSite

HERE, THERE = "i-1-gc-2-3", "i-1-gc-2-4"
ORIGIN = f"https://{APPLICATION}.discordsays.com"


PEOPLE = {"code-of-ada": ADA, "code-of-bob": BOB}
SOLUTION = sorted(solve(PUZZLE).solutions[0])


class KnownPeople:
    """An application whose codes are the names of people; it can be away."""

    application = APPLICATION
    public_key = PUBLIC.hex()
    away = False

    async def find(self, code: str, instance: str) -> Participant | None:
        if self.away:
            raise DiscordUnavailable
        if code not in PEOPLE or instance not in {HERE, THERE}:
            return None
        return Participant(PEOPLE[code], None, f"token-of-{code}")


@pytest.fixture
def people() -> KnownPeople:
    """Discord's application of the server."""
    return KnownPeople()


async def ask(
    pages: Pages, code: str = "code-of-ada", instance: str = HERE, **more: Any
) -> tuple[int, Any]:
    """The answer to a page inside Discord, with more headers."""
    asked = {"code": code, "instance": instance}
    sent = {"Origin": ORIGIN, **more}
    async with pages.client.post("/api/activity", json=asked, headers=sent) as answer:
        is_json = answer.content_type == "application/json"
        return answer.status, await answer.json() if is_json else None


@pytest.fixture
def served(pages: Pages, people: KnownPeople) -> Pages:
    """The server, which takes requests from Discord's proxy too."""
    pages.server.activity = activity_pages(pages.services, people, None)
    pages.server.site = PageSite(lambda: frozenset({pages.origin, ORIGIN}))
    return pages


async def test_a_session_is_for_whom_discord_names(served: Pages) -> None:
    board = await served.board(BOB)
    status, answer = await ask(served, "code-of-bob")
    assert (status, answer["access_token"]) == (200, "token-of-code-of-bob")
    session = await served.services.board_links.page_session(answer["token"])
    assert session is not None
    assert (session.player_id, *shown_by(session)) == (BOB, "attempt_id", board)
    assert await ask(served, "code-of-eve") == (403, {"why": "identity"})


async def test_a_link_to_a_day_without_a_daily_is_told(served: Pages) -> None:
    asked = {"code": "code-of-ada", "instance": HERE, "wanted": "daily-hard-0001-01-01"}
    async with served.client.post(
        "/api/activity", json=asked, headers={"Origin": ORIGIN}
    ) as answer:
        assert answer.status == 403
        assert "There was no daily on 0001-01-01" in (await answer.json())["text"]


async def test_other_origins_and_what_is_no_json_are_refused(served: Pages) -> None:
    """Also that of the page in a browser, which is not inside Discord."""
    for origin in ("https://elsewhere.example", served.origin):
        assert (await ask(served, Origin=origin))[0] == 403
    assert await ask(served, "code-of-eve", Origin="null") == (403, {"why": "identity"})
    async with served.client.post(
        "/api/activity", data=b"{}", headers={"Origin": ORIGIN}
    ) as answer:
        assert answer.status == 415


async def test_what_the_proxy_signs_is_checked(served: Pages) -> None:
    now = served.services.activities.now().timestamp()
    said = {"created_at": int(now), "expires_at": int(now) + 60, "user_id": str(ADA)}
    await served.board(ADA)
    assert (await ask(served, **headers(**said)))[0] == 200
    refused = (403, {"why": "identity"})
    assert await ask(served, "code-of-bob", **headers(**said)) == refused
    assert await ask(served, **headers(**said | {"expires_at": int(now) - 1})) == refused
    assert await ask(served, **headers(**said | {"application_id": "124"})) == refused
    signed = headers(**said)
    del signed["X-Signature-Ed25519"]
    assert await ask(served, **signed) == refused


async def test_the_page_asks_again_while_discord_is_away(
    served: Pages, people: KnownPeople
) -> None:
    await served.board(ADA)
    people.away = True
    assert (await ask(served))[0] == 503
    people.away = False
    assert (await ask(served))[0] == 200


async def test_codes_of_strangers_hold_up_nobody_elsewhere(
    served: Pages, people: KnownPeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.server.connections, "proxies", ["127.0.0.1"])
    await served.board(ADA)
    known, asked, going_on = people.find, asyncio.Semaphore(0), asyncio.Event()

    async def find(code: str, instance: str) -> Participant | None:
        if code not in PEOPLE:
            asked.release()
            await going_on.wait()
        return await known(code, instance)

    monkeypatch.setattr(people, "find", find)
    there = {"X-Forwarded-For": "192.0.2.1"}
    strangers = [asyncio.create_task(ask(served, "code-of-eve", **there)) for _ in range(20)]
    await asked.acquire()
    async with asyncio.timeout(60):
        assert (await ask(served, **{"X-Forwarded-For": "192.0.2.2"}))[0] == 200
    going_on.set()
    assert {status for status, _ in await asyncio.gather(*strangers)} == {403}


async def test_an_address_of_forgeries_is_refused_before_they_are_checked(
    served: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = 0

    def check(*arguments: Any) -> ProxyPayload | None:
        nonlocal checked
        checked += 1
        return signed_payload(*arguments)

    monkeypatch.setattr(served.server.connections, "proxies", ["127.0.0.1"])
    monkeypatch.setattr("web.activity.signed_payload", check)
    limiter = RateLimiter(1, FORGERY_SECONDS, lambda: 0.0)
    assert served.server.activity is not None
    served.server.activity = replace(served.server.activity, _forgeries=limiter)
    await served.board(ADA)
    forged = headers() | {"X-Signature-Ed25519": "00" * 64, "X-Forwarded-For": "192.0.2.1"}
    found = [(await ask(served, **forged))[0] for _ in range(30)]
    assert found == [403] * checked + [429] * (30 - checked)
    assert checked == FORGERY_SECONDS + 1
    assert (await ask(served, **{"X-Forwarded-For": "192.0.2.2"}))[0] == 200


async def test_one_person_cannot_ask_without_end(
    served: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    await served.board(ADA)
    await served.board(BOB)
    monkeypatch.setattr("web.activity.OPENING_WEIGHT", FLOOD)
    assert (await ask(served))[0] == 200
    assert (await ask(served))[0] == 429
    assert (await ask(served, "code-of-bob"))[0] == 200


STATUSES = {
    ("GET", "api/live"): (4001, 4001, "marks"),
    ("GET", "api/board"): (401, 401, 200),
    ("GET", "api/changes"): (401, 401, 200),
    ("GET", "api/race"): (401, 401, 200),
    ("POST", "api/requests"): (401, 401, 200),
    ("POST", "api/session"): (403, 403, 403),
    ("GET", "api/words"): (200, 200, 200),
    ("GET", "api/proxy"): (403, 403, 403),
    ("GET", "api/activity"): (200, 200, 200),
    ("POST", "api/activity"): (400, 400, 400),
}
"""What a frame of an opaque origin is answered without a session, with one of a browser, and with
one of the Activity; a socket gets a code or its first frame."""


def test_each_address_is_asked_by_a_frame_of_an_opaque_origin() -> None:
    assert {(each, path) for path, all_ in ANSWERS.items() for each in all_} == STATUSES.keys()


async def test_a_frame_of_an_opaque_origin_gets_what_the_activity_needs(served: Pages) -> None:
    tokens = ["", await served.token(BOB), (await ask(served, Origin="null"))[1]["token"]]
    link = await served.services.board_links.make_link(BOB, await served.board(BOB))
    bodies = {
        "api/requests": {"requests": [{"s": "s" * 22, "n": 1, "do": "submit"}]},
        "api/session": {"link": link, "holder": HOLDER},
    }
    opaque = {"Origin": "null"}
    for (method, path), expected in STATUSES.items():
        for token, status in zip(tokens, expected, strict=True):
            if path == "api/live":
                assert await first_of(served, token) == status
                continue
            body = bodies.get(path, {}) if method == "POST" else None
            sent = opaque | {"Authorization": f"Bearer {token}"}
            async with served.client.request(method, f"/{path}", headers=sent, json=body) as answer:
                assert answer.status == status, (path, token)
                if status == 200:
                    assert answer.headers["Access-Control-Allow-Origin"] == "null"
    for path in ANSWERS:
        async with served.client.options(f"/{path}", headers=opaque) as answer:
            assert answer.status == (204 if path in OPENLY else 403)
    for method, status in (("GET", 200), ("POST", 403), ("OPTIONS", 403)):
        async with served.client.request(method, "/", headers=opaque) as answer:
            assert answer.status == status
            assert (answer.headers.get("Access-Control-Allow-Origin") == "*") == (status == 200)
    served.server.activity = None
    for method, path in STATUSES:
        async with served.client.request(method, f"/{path}", headers=opaque) as answer:
            assert answer.status == 403


async def first_of(pages: Pages, token: str) -> int | str:
    """What the socket of a frame of an opaque origin gets first: marks, or the code of its end."""
    async with pages.client.ws_connect("/api/live", headers={"Origin": "null"}) as socket:
        await socket.send_json({"token": token or "t" * 43})
        first = await socket.receive()
        return "marks" if first.type is WSMsgType.TEXT else int(first.data)


async def test_discord_may_show_the_page_in_a_frame(served: Pages) -> None:
    async with served.client.get("/") as page:
        policy = page.headers["Content-Security-Policy"]
    ancestors = policy.partition("frame-ancestors ")[2].partition(";")[0].split()
    assert ancestors == ["https://discord.com", "https://*.discord.com", ORIGIN]
    async with served.client.get("/api/activity") as answer:
        assert await answer.json() == {"application": APPLICATION}


@asynccontextmanager
async def inside(pages: Pages, token: str) -> AsyncIterator[PageSocket]:
    """The socket of a page that comes through Discord's proxy, after its first frame."""
    async with pages.client.ws_connect("/api/live", headers={"Origin": ORIGIN}) as socket:
        await socket.send_json({"token": token})
        page = PageSocket(socket, secrets.token_urlsafe(16))
        assert "marks" in await page.receive()
        yield page


@asynccontextmanager
async def opened(pages: Pages, code: str, instance: str = HERE) -> AsyncIterator[PageSocket]:
    """The socket of a person's page in an instance, after its first frame."""
    _, answer = await ask(pages, code, instance)
    async with inside(pages, answer["token"]) as page:
        yield page


async def test_people_in_an_instance_see_how_far_the_others_are(served: Pages) -> None:
    for person in (ADA, BOB):
        await served.board(person)
    look = served.server.look
    async with opened(served, "code-of-ada") as ada, opened(served, "code-of-bob") as bob:
        await look()
        assert await ada.receive() == {"companions": [[str(BOB), 0, False]]}
        assert await bob.receive() == {"companions": [[str(ADA), 0, False]]}
        await look()  # nothing has changed, and nothing is told
        first = SOLUTION[:6]
        assert "ack" in await bob.draw(*first)
        board = Board.blank(PUZZLE).mark(dict.fromkeys(first, EdgeState.LINE))
        await look()
        assert await ada.receive() == {"companions": [[str(BOB), progress(board), False]]}
        assert (await bob.draw(*SOLUTION[6:]))["ended"] == "solved"
        await look()
        assert await ada.receive() == {"companions": [[str(BOB), 100, True]]}
        assert "ack" in await ada.draw(0)


async def test_a_next_puzzle_stays_in_the_instance(served: Pages) -> None:
    for person in (ADA, BOB):
        await served.board(person)
    async with opened(served, "code-of-ada") as ada:
        async with opened(served, "code-of-bob") as bob:
            await bob.draw(*SOLUTION)
            token = (await bob.ask("next"))["token"]
        async with inside(served, token):
            await served.server.look()
            assert await ada.receive() == {"companions": [[str(BOB), 0, False]]}


async def test_nothing_is_told_elsewhere(served: Pages) -> None:
    """Not in another instance, and not to a page in a browser."""
    for person in (ADA, BOB):
        await served.board(person)
    async with (
        opened(served, "code-of-ada") as ada,
        opened(served, "code-of-bob", THERE) as bob,
        served.page(await served.token(BOB)) as browser,
        inside(served, await served.token(BOB)) as unknown,
    ):
        await browser.receive()
        for _ in range(2):
            await served.server.look()
        assert "companions" not in await unanswered(ada)
        for page in (bob, browser, unknown):
            assert "changes" in await unanswered(page)


async def unanswered(page: PageSocket) -> Any:
    """The next frame after a request."""
    await page.socket.send_json({"s": page.stream, "n": 1, "do": "edit", "edit": "undo"})
    return await page.receive()


async def test_before_logging_in_the_application_is_unknown(
    served: Pages, people: KnownPeople
) -> None:
    people.application = ""
    async with served.client.get("/api/activity") as answer:
        assert answer.status == 503


async def test_a_page_that_is_no_activity_has_nothing_of_it(pages: Pages) -> None:
    async with pages.client.get("/api/activity") as answer:
        assert answer.status == 404
    assert (await pages.post("/api/activity", code="code-of-ada", instance=HERE))[0] == 405
    async with pages.client.get("/") as page:
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
