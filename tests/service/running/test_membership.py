"""Who has left a server is left out of its boards, and asked about once an hour."""

import asyncio
from collections.abc import Collection, Sequence

import pytest

from service.running import membership
from service.running.membership import AT_ONCE, LOOKS, Membership
from workers.errors import Busy, BusyReason

SERVER, OTHER = 1, 2
PEOPLE = range(1, 31)


async def shown(members: Membership, server: int | None = SERVER, most: int = 3) -> list[int]:
    """The first people of a board."""

    async def read(without: Sequence[int]) -> tuple[list[int], Collection[int]]:
        page = [person for person in PEOPLE if person not in without][:most]
        return page, page

    return await members.page(server, read)


async def test_who_has_left_is_hidden_and_each_is_asked_about_once() -> None:
    members, asked = Membership(), list[tuple[int, int]]()
    assert await shown(members) == [1, 2, 3]

    async def ask(server: int, person: int) -> str | None:
        asked.append((server, person))
        if person == 3:
            return None
        return f"P{person}" if server == OTHER or person not in {1, 4} else ""

    members.ask = ask
    assert await shown(members) == [2, 3, 5]
    assert asked.count((SERVER, 1)) == asked.count((SERVER, 2)) == asked.count((SERVER, 5)) == 1
    asked.clear()
    assert await shown(members) == [2, 3, 5]
    assert asked == [(SERVER, 3)], "of whom nothing is known yet"
    assert await shown(members, OTHER) == [1, 2, 3]
    asked.clear()
    assert await shown(members, None) == [1, 2, 3]
    assert asked == []


async def test_who_draws_is_asked_about_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "FRESH_SECONDS", 0.0)
    members, asked = Membership(), list[int]()

    async def ask(_: int, person: int) -> str:
        asked.append(person)
        return "" if len(asked) > 2 else "Ada"

    members.ask = ask
    assert await members.names(SERVER, [1]) == await members.names(SERVER, [1]) == {1: "Ada"}
    assert asked == [1]
    assert await members.names(SERVER, [1], fresh=True) == {1: "Ada"}
    assert await members.names(SERVER, [1], fresh=True) == await members.names(SERVER, [1])
    assert await members.names(SERVER, [1]) == {1: ""}
    assert asked == [1, 1, 1]


async def test_it_is_forgotten_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "SECONDS", 0.0)
    members, left = Membership(), {1}

    async def ask(_: int, person: int) -> str:
        return "" if person in left else "Ada"

    members.ask = ask
    await shown(members)
    left.clear()
    assert await shown(members) == [1, 2, 3]


async def test_few_pages_are_asked_about_where_many_have_left() -> None:
    members, asked = Membership(), list[int]()

    async def ask(_: int, person: int) -> str:
        asked.append(person)
        return ""

    members.ask = ask
    assert await shown(members) == [10, 11, 12]
    assert asked == [*PEOPLE][: 3 * LOOKS]


async def test_few_are_asked_about_at_a_time_and_nobody_twice() -> None:
    members, asked, under_way = Membership(), list[int](), list[int]()

    async def ask(_: int, person: int) -> str:
        under_way.append(person)
        asked.append(person)
        assert len(under_way) <= AT_ONCE
        await asyncio.sleep(0)
        under_way.remove(person)
        return f"P{person}"

    members.ask = ask
    boards = await asyncio.gather(*(members.names(SERVER, PEOPLE) for _ in range(3)))
    assert boards == [{person: f"P{person}" for person in PEOPLE}] * 3
    assert sorted(asked) == [*PEOPLE]


async def test_one_silence_of_discord_is_waited_for_by_few() -> None:
    """Posts of many servers do not wait for it in turn."""
    members, asked = Membership(), list[int]()

    async def ask(_: int, person: int) -> str:
        asked.append(person)
        raise Busy(BusyReason.QUEUE)

    members.ask = ask
    assert await shown(members, most=12) == [*PEOPLE][:12]
    assert await shown(members, OTHER) == [1, 2, 3]
    assert len(asked) <= AT_ONCE
