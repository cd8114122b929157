"""Links to the board page, sessions, and the requests of pages."""

import asyncio
from datetime import timedelta
from itertools import count

import pytest

from play.history import Mark, Undo
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from service.errors import AlreadyClaimed, MarksChanged, NotYours
from service.playing.attempts import Attempts
from service.playing.board_links import (
    LINK_LIFETIME,
    MAX_SESSIONS,
    SESSION_LIFETIME,
    BoardLinks,
    hash_of,
)
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import InteractionClaim, RequestClaim
from service.running.readers import Reader
from service.services import Services
from solver.search import solve
from store.database import Database
from store.records import PageSession, Surface, shown_by
from tests.support.clock import Clock
from tests.support.store.tables import ask

ADA, BOB = 7, 8
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
[SOLUTION] = solve(PUZZLE).solutions
LINE, BLANK, CROSS = EdgeState.LINE, EdgeState.UNKNOWN, EdgeState.CROSS


async def board_of(services: Services, person: int = ADA) -> LoadedAttempt:
    return (await services.boards.open_pasted(Reader(person), PUZZLE)).loaded


async def token_of(services: Services, person: int = ADA) -> str:
    """The token of a page that shows the board of a person."""
    number = (await board_of(services, person)).attempt.id
    token = await services.board_links.redeem(
        await services.board_links.make_link(person, number), "holder"
    )
    assert token is not None
    return token


async def page_of(services: Services, person: int = ADA) -> PageSession:
    """The session of a page that shows the board of a person."""
    session = await services.board_links.page_session(await token_of(services, person))
    assert session is not None
    return session


async def follow(services: Services, token: str, number: int, attempt: int) -> str:
    """The token of the session of an attempt that a numbered request of a page opens."""

    async def open_next() -> int:
        return attempt

    claim = RequestClaim(hash_of(token), "a", number)
    return await services.board_links.follow(Reader(ADA, claim=claim), token, open_next)


def request(session: PageSession, number: int, stream: str = "a") -> RequestClaim:
    return RequestClaim(session.hash, stream, number)


async def lines(services: Services) -> list[int]:
    return sorted((await board_of(services)).pad.board.lines)


# Links


async def test_a_link_is_for_its_page_alone(services: Services) -> None:
    number = (await board_of(services)).attempt.id
    secret = await services.board_links.make_link(ADA, number)
    assert await services.board_links.redeem("other", "mine") is None
    token = await services.board_links.redeem(secret, "mine")
    assert token is not None
    for _ in range(MAX_SESSIONS):  # the first answer was lost
        assert await services.board_links.redeem(secret, "mine") == token
    assert await services.board_links.redeem(secret, "somebody else's") is None
    session = await services.board_links.page_session(token)
    assert session is not None
    assert (session.player_id, *shown_by(session)) == (ADA, "attempt_id", number)
    async with services.attempts.database.reading() as connection:
        assert len(await ask(connection, "SELECT * FROM web_sessions")) == 1
    assert await services.board_links.page_session(secret) is None


async def test_links_and_sessions_end(services: Services, now: Clock) -> None:
    number = (await board_of(services)).attempt.id
    early = await services.board_links.make_link(ADA, number)
    token = await services.board_links.redeem(early, "mine")
    assert token is not None
    now.time += LINK_LIFETIME
    assert await services.board_links.redeem(early, "mine") is None
    now.time += SESSION_LIFETIME - LINK_LIFETIME - timedelta(seconds=1)
    assert await services.board_links.page_session(token) is not None
    now.time += timedelta(seconds=1)
    assert await services.board_links.page_session(token) is None
    assert await services.board_links.over([hash_of(token)]) == {hash_of(token)}
    await services.purging.delete_expired()
    exported = await services.personal_data.export(ADA)
    assert exported is not None
    assert b'"web_sessions": []' in exported.data


async def test_a_link_to_another_persons_board_is_not_made(services: Services) -> None:
    number = (await board_of(services)).attempt.id
    for wrong in (number + 1, 2**40):
        with pytest.raises(NotYours):
            await services.board_links.make_link(ADA, wrong)
    with pytest.raises(NotYours):
        await services.board_links.make_link(BOB, number)
    theirs = (await board_of(services, BOB)).attempt.id
    with pytest.raises(NotYours):
        await follow(services, await token_of(services), 1, theirs)


async def test_a_board_has_one_link(services: Services) -> None:
    number = (await board_of(services)).attempt.id
    theirs = await services.board_links.make_link(BOB, (await board_of(services, BOB)).attempt.id)
    early = await services.board_links.make_link(ADA, number)
    other_process = BoardLinks(services.attempts.database, services.board_links.now)
    late = await other_process.make_link(ADA, number)
    assert await services.board_links.redeem(early, "mine") is None
    assert await services.board_links.redeem(late, "mine") is not None
    assert await services.board_links.redeem(theirs, "theirs") is not None


async def test_a_link_is_made_once_until_it_is_used_or_old(services: Services, now: Clock) -> None:
    links, number = services.board_links, (await board_of(services)).attempt.id
    other_process = BoardLinks(services.attempts.database, links.now)
    first = await links.make_link(ADA, number)
    assert await links.make_link(ADA, number) == first
    assert await other_process.redeem(first, "mine") is not None
    second = await links.make_link(ADA, number)
    now.time += LINK_LIFETIME / 2
    third = await links.make_link(ADA, number)
    await links.end_all(Reader(ADA))
    fourth = await links.make_link(ADA, number)
    await other_process.make_link(ADA, number)
    assert len({first, second, third, fourth, await links.make_link(ADA, number)}) == 5


async def test_a_change_tells_that_the_link_is_unused(services: Services, now: Clock) -> None:
    links, number = services.board_links, (await board_of(services)).attempt.id

    async def changed() -> bytes | None:
        return (await services.attempts.change(Reader(ADA), number, Undo())).link

    assert await changed() is None
    first = await links.make_link(ADA, number)
    unused = await changed()
    assert unused == hash_of(first)
    assert await links.make_link(ADA, number, unused=unused) == first
    now.time += LINK_LIFETIME / 2
    second = await links.make_link(ADA, number, unused=unused)
    assert second != first
    assert await links.make_link(ADA, number, unused=unused) == second
    assert await links.redeem(second, "mine") is not None
    assert await changed() is None
    assert await links.make_link(ADA, number, unused=None) != second


async def test_the_oldest_of_too_many_sessions_ends(services: Services, now: Clock) -> None:
    tokens = []
    for _ in range(MAX_SESSIONS + 1):
        now.pass_(1)
        tokens.append(await token_of(services))
    valid = [await services.board_links.page_session(token) is not None for token in tokens]
    assert valid == [False] + MAX_SESSIONS * [True]


async def test_the_next_board_is_opened_once_for_a_request(
    services: Services, database: Database
) -> None:
    token, number = await token_of(services), (await board_of(services)).attempt.id
    opened, go_on = count(1), asyncio.Event()

    async def open_next() -> int:
        assert next(opened) == 1
        await go_on.wait()
        return number

    async def ask() -> str:
        claim = RequestClaim(hash_of(token), "a", 1)
        return await services.board_links.follow(Reader(ADA, claim=claim), token, open_next)

    first = asyncio.create_task(ask())
    again = asyncio.create_task(ask())  # while the first is under way
    first.cancel()  # its page is gone
    go_on.set()
    following = await again
    assert await ask() == following
    assert await follow(services, token, 2, number) != following
    session = await services.board_links.page_session(following)
    assert session is not None
    assert (session.player_id, *shown_by(session)) == (ADA, "attempt_id", number)
    elsewhere = BoardLinks(database, services.attempts.now)
    claim = RequestClaim(hash_of(token), "a", 3)

    async def open_slowly() -> int:  # another process is quicker
        await follow(services, token, 3, number)
        return number

    asked = Reader(ADA, claim=claim)
    assert await elsewhere.follow(asked, token, open_slowly) == await follow(
        services, token, 3, number
    )
    await services.board_links.end_all(Reader(ADA))
    with pytest.raises(NotYours):
        await follow(services, token, 1, number)


async def test_nothing_secret_is_stored(services: Services, database: Database) -> None:
    number = (await board_of(services)).attempt.id
    secret = await services.board_links.make_link(ADA, number)
    token = await services.board_links.redeem(secret, "the holder")
    assert token is not None
    async with database.reading() as connection:
        rows = await ask(connection, "SELECT * FROM web_links, web_sessions")
        stored = repr([tuple(row) for row in rows])
    assert repr(hash_of(token)) in stored
    assert not any(word in stored for word in (secret, token, "the holder"))


# What ends a session


async def test_sign_out_and_deleted_data_end_sessions(services: Services) -> None:
    first, other = await page_of(services), await page_of(services, BOB)
    await services.board_links.end_all(Reader(ADA))
    assert await services.board_links.over([first.hash, other.hash]) == {first.hash}
    second = await page_of(services)
    await services.personal_data.delete(Reader(ADA))
    assert await services.board_links.over([second.hash, other.hash]) == {second.hash}
    with pytest.raises(NotYours):
        await services.attempts.change(
            Reader(ADA, claim=request(second, 1)), shown_by(second)[1], Undo()
        )


# Requests


async def test_a_request_is_done_once_however_late(services: Services, now: Clock) -> None:
    page = await page_of(services)
    stroke = Mark({0: LINE, 1: LINE})

    async def send(number: int, stream: str = "a") -> None:
        await services.attempts.change(
            Reader(ADA, claim=request(page, number, stream)), shown_by(page)[1], stroke
        )

    await send(1)
    await services.attempts.change(Reader(ADA, claim=request(page, 2)), shown_by(page)[1], Undo())
    for hours, number in ((0, 2), (9, 1), (60, 2)):
        now.time += timedelta(hours=hours)
        with pytest.raises(AlreadyClaimed):
            await send(number)
    assert await lines(services) == []
    await send(1, "another page of the same session")
    assert await lines(services) == [0, 1]


async def test_the_same_request_twice_at_once_acts_once(services: Services) -> None:
    """In one batch, where both come from one process."""
    page = await page_of(services)
    numbers = count(1)
    strokes = [(number, edge) for edge, number in zip((0, 1, 2), numbers, strict=False)]
    results = await asyncio.gather(
        *(
            services.attempts.change(
                Reader(ADA, claim=request(page, number)), shown_by(page)[1], Mark({edge: LINE})
            )
            for number, edge in strokes
            for _ in range(2)
        ),
        return_exceptions=True,
    )
    assert [isinstance(each, AlreadyClaimed) for each in results] == [False, True] * 3
    assert await lines(services) == [0, 1, 2]
    assert len((await board_of(services)).pad.done) == 3


async def test_a_stroke_about_other_marks_is_refused(services: Services) -> None:
    page = await page_of(services)
    number = shown_by(page)[1]
    await services.attempts.change(Reader(ADA), number, Mark({0: CROSS}))
    for _ in range(2):  # a page that missed the answer is told again
        with pytest.raises(MarksChanged):
            await services.attempts.change(
                Reader(ADA, claim=request(page, 1)),
                number,
                Mark({0: LINE, 1: LINE}),
                seen={0: BLANK, 1: BLANK},
            )
    with pytest.raises(MarksChanged):
        await services.attempts.change(Reader(ADA), number, Mark({1: LINE}), seen={10**6: BLANK})
    with pytest.raises(MarksChanged):  # refused for good
        await services.attempts.change(Reader(ADA, claim=request(page, 1)), number, Mark({1: LINE}))
    assert await lines(services) == []
    await services.attempts.change(
        Reader(ADA), number, Mark({0: CROSS, 1: LINE}), seen={0: BLANK, 1: BLANK}
    )
    assert await lines(services) == [1]


# Where marks are made


async def test_an_attempt_tells_where_its_marks_were_made(services: Services) -> None:
    page = await page_of(services)
    change, number = services.attempts.change, shown_by(page)[1]
    loaded = await change(Reader(ADA, claim=InteractionClaim(1)), number, Undo())
    assert loaded.attempt.surfaces == 0  # no marks
    loaded = await change(Reader(ADA, claim=request(page, 1)), number, Mark({0: LINE}))
    assert loaded.attempt.surfaces == Surface.PAGE
    loaded = await change(Reader(ADA, claim=InteractionClaim(2)), number, Mark({1: LINE}))
    assert loaded.attempt.surfaces == Surface.PAGE | Surface.CHAT


# Viewers


async def test_viewers_get_what_changes_here_and_elsewhere(
    services: Services, database: Database
) -> None:
    loaded = await board_of(services)
    number, seen = loaded.attempt.id, list[LoadedAttempt | None]()
    stop = services.attempts.watchers.watch(number, 0, seen.append)
    await services.attempts.change(Reader(ADA), number, Mark({0: LINE}))
    elsewhere = Attempts(database, services.attempts.now)
    await elsewhere.change(Reader(ADA), number, Mark({1: LINE}))
    await elsewhere.change(Reader(ADA), number, Mark({2: LINE}))
    assert len(seen) == 1
    await services.attempts.look()
    await services.attempts.look()
    assert [sorted(one.pad.board.lines) for one in seen if one] == [[0], [0, 1, 2]]
    await services.personal_data.delete(Reader(ADA))
    await services.attempts.look()
    assert seen[2:] == [None]
    stop()
    assert not services.attempts.watchers.watched


async def test_one_handling_of_a_request_may_change_several_things(services: Services) -> None:
    page = await page_of(services)
    claim = request(page, 1)
    await services.attempts.change(Reader(ADA, claim=claim), shown_by(page)[1], Mark({0: LINE}))
    await services.attempts.change(Reader(ADA, claim=claim), shown_by(page)[1], Mark({1: LINE}))
    assert await lines(services) == [0, 1]
