"""Which board a person sees in an instance of the Activity, and who decides that."""

from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from play.history import Mark
from play.tracks import Track
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from service.errors import AlreadyClaimed, InputError, NotYours
from service.playing.activities import (
    BOARD_LIFETIME,
    LAUNCH_LIFETIME,
    REFUSED_TIME,
    Participant,
)
from service.playing.board_links import hash_of
from service.running.interaction_claims import InteractionClaim, RequestClaim
from service.running.readers import Place, Reader
from service.services import Services
from solver.search import solve
from store.records import AttemptKind, shown_by
from tests.support.clock import Clock

ADA, BOB, CY, SERVER = 7, 8, 9, 55
HERE, THERE = "i-1-gc-5-6", "i-2-gc-5-6"
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
[SOLUTION] = solve(PUZZLE).solutions
SECOND = parse_loopy("5x5:b2c3a12a02d1a2c32")


def who(person: int = ADA) -> Participant:
    """A person, as Discord tells who they are."""
    return Participant(person, SERVER, "for the client")


async def board(services: Services, person: int = ADA) -> int:
    """The ID of a new board of a person."""
    stored = await services.boards.store_puzzle(Reader(person), PUZZLE)
    return (await services.boards.open(Reader(person), stored, AttemptKind.PASTED)).attempt.id


async def another(services: Services, person: int = ADA) -> int:
    """The ID of another board of a person."""
    stored = await services.boards.store_puzzle(Reader(person), SECOND)
    return (await services.boards.open(Reader(person), stored, AttemptKind.PASTED)).attempt.id


async def shown(services: Services, token: str) -> tuple[int, int] | None:
    """Whose attempt a page with a token shows."""
    session = await services.board_links.page_session(token)
    return None if session is None else (session.player_id, shown_by(session)[1])


async def test_an_instance_shows_the_board_that_was_launched_in_it(services: Services) -> None:
    first, second = await board(services), await another(services)
    await services.activities.launch(Reader(ADA), first)
    await services.activities.launch(Reader(ADA), first, instance=HERE)
    token = await services.activities.open(who(), HERE)
    assert await shown(services, token) == (ADA, first)
    assert await shown(services, await services.activities.open(who(), THERE)) == (ADA, second)


async def test_a_board_is_launched_by_its_owner_alone_and_once(services: Services) -> None:
    mine = await board(services)
    with pytest.raises(NotYours):
        await services.activities.launch(Reader(BOB), mine)
    with pytest.raises(NotYours):
        await services.activities.launch(Reader(BOB), mine, instance=HERE)
    await services.activities.launch(Reader(ADA, claim=InteractionClaim(1)), mine)
    with pytest.raises(AlreadyClaimed):
        await services.activities.launch(Reader(ADA, claim=InteractionClaim(1)), mine)


async def test_a_launch_counts_although_discord_did_not_tell_the_instance(
    services: Services, now: Clock
) -> None:
    """The answer to the launch was lost, or the page asks before it is stored."""
    first, second = await board(services), await another(services)
    await services.activities.launch(Reader(ADA), first)
    assert await shown(services, await services.activities.open(who(), HERE)) == (ADA, first)
    assert await shown(services, await services.activities.open(who(), THERE)) == (ADA, second)
    await services.activities.launch(Reader(ADA), first)
    now.time += LAUNCH_LIFETIME
    assert await shown(services, await services.activities.open(who(), THERE)) == (ADA, second)


async def test_everybody_in_an_instance_has_their_own_board(services: Services) -> None:
    mine, theirs = await board(services), await board(services, BOB)
    await services.activities.launch(Reader(ADA), mine, instance=HERE)
    assert await shown(services, await services.activities.open(who(BOB), HERE)) == (BOB, theirs)
    assert await shown(services, await services.activities.open(who(), HERE)) == (ADA, mine)


async def test_another_launch_ends_the_page_of_the_first(services: Services) -> None:
    first, second = await board(services), await another(services)
    await services.activities.launch(Reader(ADA), first, instance=HERE)
    token = await services.activities.open(who(), HERE)
    await services.activities.launch(
        Reader(ADA), first, instance=HERE
    )  # the same board: nothing changes
    assert await shown(services, token) == (ADA, first)
    await services.activities.launch(Reader(ADA), second, instance=HERE)
    assert await shown(services, token) is None
    newer = await services.activities.open(who(), HERE, token=token)
    assert await shown(services, newer) == (ADA, second)


async def test_a_page_that_was_ended_for_good_opens_nothing_by_itself(services: Services) -> None:
    """The person has closed all pages, or deleted their data."""
    first, second = await board(services), await another(services)
    await services.activities.launch(Reader(ADA), first, instance=HERE)
    token = await services.activities.open(who(), HERE)
    await services.board_links.end_all(Reader(ADA))
    for instance in (HERE, THERE):
        with pytest.raises(NotYours):
            await services.activities.open(who(), instance, token=token, again=True)
    await services.activities.launch(Reader(ADA), second, instance=HERE)
    newer = await services.activities.open(who(), HERE, again=True)
    assert await shown(services, newer) == (ADA, second)
    with pytest.raises(NotYours):
        await services.activities.open(who(), HERE, again=True)


async def test_a_page_keeps_its_session_but_not_that_of_others(services: Services) -> None:
    mine = await board(services)
    await services.activities.launch(Reader(ADA), mine, instance=HERE)
    token = await services.activities.open(who(), HERE)
    assert await services.activities.open(who(), HERE, token=token) == token
    await board(services, BOB)
    for stolen in (token, "unknown"):
        given = await services.activities.open(who(BOB), HERE, token=stolen)
        assert given != stolen
        assert (await shown(services, given) or (0, 0))[0] == BOB
    second = await another(services)
    await services.activities.launch(Reader(ADA), second)
    newer = await services.activities.open(who(), HERE, token=token)
    assert await shown(services, newer) == (ADA, second)


async def test_what_an_instance_shows_is_forgotten_after_a_day(
    services: Services, now: Clock
) -> None:
    first, second = await board(services), await another(services)
    await services.activities.launch(Reader(ADA), first, instance=HERE)
    now.time += BOARD_LIFETIME - timedelta(seconds=1)
    assert await shown(services, await services.activities.open(who(), HERE)) == (ADA, first)
    now.time += BOARD_LIFETIME
    assert await shown(services, await services.activities.open(who(), HERE)) == (ADA, second)


async def test_somebody_without_a_board_gets_a_new_one(services: Services) -> None:
    token = await services.activities.open(who(), HERE)
    found = await shown(services, token)
    assert found is not None
    loaded = await services.attempts.find(*found)
    assert (loaded.attempt.kind, loaded.attempt.ranked) == (AttemptKind.ENDLESS, False)


async def test_a_link_opens_a_daily_and_no_coming_one(services: Services) -> None:
    mine = await board(services)
    await services.activities.launch(Reader(ADA), mine, instance=HERE)
    token = await services.activities.open(who(), HERE, wanted="daily-mini")
    found = await shown(services, token)
    assert found is not None
    attempt = (await services.attempts.find(*found)).attempt
    day = services.dailies.today()
    assert (attempt.kind, attempt.day, attempt.track) == (AttemptKind.DAILY, day, Track.MINI.value)
    again = await services.activities.open(who(), HERE, wanted=f"daily-mini-{day}", token=token)
    assert again == token
    assert await shown(services, await services.activities.open(who(), HERE)) == found
    tomorrow = day + timedelta(days=1)
    with pytest.raises(InputError):
        await services.activities.open(who(), HERE, wanted=f"daily-mini-{tomorrow}")


@pytest.mark.parametrize(
    "wanted", ["play-1", "daily-secret", "daily-mini-2026-99-01", "daily-", "x" * 300]
)
async def test_any_other_link_is_ignored(services: Services, wanted: str) -> None:
    mine = await board(services)
    token = await services.activities.open(who(), HERE, wanted=wanted)
    assert await shown(services, token) == (ADA, mine)


async def test_a_refusal_counts_for_its_server_for_a_day(services: Services, now: Clock) -> None:
    activities, here = services.activities, Reader(ADA, server=SERVER, channel=1)
    assert not activities.opens_for(here)
    activities.launches = True
    activities.refuse(here)
    activities.refuse(Reader(ADA, channel=2))
    assert not activities.opens_for(Reader(BOB, server=SERVER, channel=3))
    assert not activities.opens_for(Reader(ADA, channel=2))
    assert activities.opens_for(Reader(ADA, server=SERVER + 1, channel=4))
    assert activities.opens_for(Reader(ADA, channel=1))
    now.time += REFUSED_TIME
    assert activities.opens_for(here)


async def test_a_clock_begins_when_the_launched_board_is_seen(
    services: Services, now: Clock
) -> None:
    stored = await services.boards.store_puzzle(Reader(ADA), PUZZLE)
    begun = await services.boards.open_stored(Reader(ADA), stored.id, shown=False)
    assert begun.attempt.shown_at is None
    now.time += timedelta(minutes=10)
    again = await services.boards.open_stored(Reader(ADA), stored.id, shown=False)
    assert (again.attempt.id, again.attempt.shown_at) == (begun.attempt.id, None)
    seen = now.time
    for _ in range(2):
        shown = await services.attempts.find(ADA, begun.attempt.id)
        assert shown.attempt.shown_at == seen
        now.time += timedelta(minutes=1)
    opened = await services.boards.open_stored(Reader(ADA), stored.id)
    assert opened.attempt.shown_at == seen


async def test_a_board_that_is_solved_unseen_counts_from_the_press(
    services: Services, now: Clock
) -> None:
    stored = await services.boards.store_puzzle(Reader(ADA), PUZZLE)
    begun = await services.boards.open_stored(Reader(ADA), stored.id, shown=False)
    pressed = now.time
    now.time += timedelta(minutes=1)
    drawn = Mark(dict.fromkeys(SOLUTION, EdgeState.LINE))
    solved = await services.attempts.change(Reader(ADA), begun.attempt.id, drawn)
    assert (solved.attempt.shown_at, solved.attempt.seconds) == (pressed, 60)


def test_no_token_is_in_what_is_logged() -> None:
    assert "client" not in repr(who())


async def test_a_board_of_several_people_is_shown_as_ones_own(services: Services) -> None:
    """Also after an own one, whose page ends, and before one that the page goes on to."""
    mine = await board(services)
    stored = await services.boards.store_puzzle(Reader(ADA), PUZZLE)
    place = Place(SERVER, 6, joined=True, shows=True, speaks=True)
    shared = (await services.together.begin(Reader(ADA), stored, place)).board.id
    for person in (ADA, BOB):
        await services.activities.launch(Reader(person), shared, "together_id")
        token = await services.activities.open(who(person), HERE)
        session = await services.board_links.page_session(token)
        assert session is not None
        assert shown_by(session) == ("together_id", shared)
        assert await services.activities.open(who(person), HERE, token=token) == token
        assert await services.companions.instance_of(session) is None
    await services.activities.launch(Reader(BOB), shared, "together_id", HERE)
    assert await services.board_links.page_session(token) is not None
    await services.activities.launch(Reader(ADA), mine, instance=HERE)
    own = await services.activities.open(who(), HERE)
    assert await shown(services, own) == (ADA, mine)
    request = RequestClaim(hash_of(own), "s" * 16, 1)
    follow = services.board_links.follow
    after = await follow(
        Reader(ADA, claim=request), own, AsyncMock(return_value=shared), "together_id"
    )
    assert await services.activities.open(who(), HERE) != own
    assert await shown(services, after) == (ADA, shared)
    for wrong in (shared + 1, 2**31):
        with pytest.raises(NotYours):
            await services.activities.launch(Reader(ADA), wrong, "together_id")


async def test_who_joins_an_instance_draws_along_on_its_board(services: Services) -> None:
    """They press nothing in the chat. Who cannot draw looks on; a board of one's own stays."""
    together, opening = services.together, services.activities.open
    stored = await services.boards.store_puzzle(Reader(ADA), PUZZLE)
    place = Place(SERVER, 6, joined=True, shows=True, speaks=True)
    number = (await together.begin(Reader(ADA), stored, place)).board.id
    mine = await another(services, BOB)
    assert await shown(services, await opening(who(BOB), HERE)) == (BOB, mine)
    for instance in (HERE, THERE):
        await services.activities.launch(Reader(ADA), number, "together_id", instance)
    assert await shown(services, await opening(who(BOB), HERE)) == (BOB, mine)
    await another(services, BOB)
    await board(services, CY)  # open with a clock
    for person, draws in ((BOB, True), (CY, False)):
        session = await services.board_links.page_session(await opening(who(person), THERE))
        assert session is not None
        assert shown_by(session) == ("together_id", number)
        assert ((await together.read(number)).member(person) is not None) == draws


async def test_a_board_of_another_server_is_not_joined(services: Services, now: Clock) -> None:
    stored = await services.boards.store_puzzle(Reader(ADA), PUZZLE)
    place = Place(SERVER + 1, 6, joined=True, shows=True, speaks=True)
    number = (await services.together.begin(Reader(ADA), stored, place)).board.id
    await services.activities.launch(Reader(ADA), number, "together_id", HERE)
    services.members.ask = AsyncMock(side_effect=lambda _, person: "" if person == BOB else "Cy")
    mine = await board(services, BOB)
    assert await shown(services, await services.activities.open(who(BOB), HERE)) == (BOB, mine)
    assert await shown(services, await services.activities.open(who(CY), HERE)) == (CY, number)
    now.time += BOARD_LIFETIME
    assert await shown(services, await services.activities.open(who(8_000), HERE)) != (
        8_000,
        number,
    )
