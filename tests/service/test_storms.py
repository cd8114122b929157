"""Storms: one answer counts for each question, and the next drill is made before it is asked."""

import asyncio
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from app.services import Services, build_services
from app.settings import Settings
from jobs import Appearance, ask_drill
from play.storm import SECONDS
from puzzle.model import EdgeState
from service.storms import StormPage, StormReader
from service.training import techniques
from solver.drills import question, unpack
from store.database import Database
from store.purge import purge
from tests.support.clock import Clock
from workers.codec import Job
from workers.errors import Busy, BusyReason
from workers.pool import LocalPool

READER = StormReader(7, 5, Appearance(), "en")
SEEDS = count(1 << 30, 1 << 22)
Answer = tuple[int, EdgeState]


def answers_to(page: StormPage) -> tuple[Answer, list[Answer]]:
    """The right answer to the question of a page, and the other seven."""
    assert page.question is not None
    asked = question(unpack(page.question.text))
    every = [
        (edge, state)
        for edge in range(page.question.edges)
        for state in (EdgeState.LINE, EdgeState.CROSS)
    ]
    right = (asked.right, asked.state)
    return right, [answer for answer in every if answer != right]


async def begin(services: Services, now: Clock) -> StormPage:
    return await services.storms.begin_storm(READER, now(), next(SEEDS))


async def press(services: Services, page: StormPage, answer: Answer, now: Clock) -> StormPage:
    assert page.question is not None
    return await services.storms.go_on(
        READER, page.storm, page.question.text, answer, now(), next(SEEDS)
    )


async def score(services: Services, page: StormPage, now: Clock) -> int:
    """The stored score of a storm after its end."""
    now.pass_(SECONDS)
    over = await press(services, page, (0, EdgeState.LINE), now)
    assert over.question is None
    assert over.counts
    return over.best[0].score


@pytest.mark.parametrize("place", [0, 4, 7])
async def test_of_answers_at_once_the_first_counts(
    services: Services, now: Clock, place: int
) -> None:
    first = await begin(services, now)
    right, others = answers_to(first)
    order = [*others[:place], right, *others[place:]]
    pages = await asyncio.gather(*(press(services, first, answer, now) for answer in order))
    storm = first.storm.answered(right=place == 0)
    assert [page.storm for page in pages] == [storm] * 8
    assert len({page.question and page.question.text for page in pages}) == 1
    assert await score(services, pages[0], now) == (place == 0)


async def test_a_late_answer_changes_nothing_and_shows_the_newest_page(
    services: Services, now: Clock
) -> None:
    first = await begin(services, now)
    second = await press(services, first, answers_to(first)[1][0], now)
    third = await press(services, second, answers_to(second)[0], now)
    assert (third.storm.right, third.storm.missed) == (1, 1)
    assert await press(services, first, answers_to(first)[0], now) == third
    assert await press(services, second, answers_to(second)[1][0], now) == third
    assert await score(services, third, now) == 1


async def test_storms_of_two_people_are_apart(services: Services, now: Clock) -> None:
    first = await begin(services, now)
    assert first.question is not None
    right, _ = answers_to(first)
    pages = await asyncio.gather(
        *(
            services.storms.go_on(
                replace(READER, person=person),
                first.storm,
                first.question.text,
                right,
                now(),
                next(SEEDS),
            )
            for person in (7, 8)
        )
    )
    assert [page.storm.right for page in pages] == [1, 1]


async def test_a_storm_goes_on_in_another_process(
    services: Services, now: Clock, pool: LocalPool, database: Database
) -> None:
    first = await begin(services, now)
    restarted = build_services(Settings(), pool, database, now)
    second = await press(restarted, first, answers_to(first)[0], now)
    assert second.storm.right == 1
    assert await score(restarted, second, now) == 1


async def test_a_question_whose_answer_failed_can_be_answered(
    services: Services, now: Clock, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begin(services, now)
    run = pool.run

    async def refuse(*_: object, **__: object) -> None:
        raise Busy(BusyReason.QUEUE)

    monkeypatch.setattr(pool, "run", refuse)
    with pytest.raises(Busy):
        await press(services, first, answers_to(first)[0], now)
    monkeypatch.setattr(pool, "run", run)
    second = await press(services, first, answers_to(first)[0], now)
    assert second.storm.right == 1


async def test_the_next_drill_is_made_while_a_person_thinks(
    services: Services, now: Clock, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is answered although no drill can be made since the press before."""
    run, made, allowed = pool.run, asyncio.Semaphore(0), asyncio.Event()

    async def gated(job: Job, *args: Any, **options: Any) -> Any:
        if job is ask_drill:
            await allowed.wait()
        answer = await run(job, *args, **options)
        if job is ask_drill:
            made.release()
        return answer

    monkeypatch.setattr(pool, "run", gated)
    allowed.set()
    page = await begin(services, now)
    await made.acquire()
    for right in range(3):
        await made.acquire()
        allowed.clear()
        async with asyncio.timeout(60):
            page = await press(services, page, answers_to(page)[0], now)
        assert page.storm.right == right + 1
        allowed.set()


async def test_a_drill_that_could_not_be_made_before_is_made_when_it_is_asked(
    services: Services, now: Clock, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, refused = pool.run, 0

    async def once(job: Job, *args: Any, **options: Any) -> Any:
        nonlocal refused
        if job is ask_drill and (refused := refused + 1) == 2:
            raise Busy(BusyReason.QUEUE)
        return await run(job, *args, **options)

    monkeypatch.setattr(pool, "run", once)
    first = await begin(services, now)
    second = await press(services, first, answers_to(first)[0], now)
    assert second.question is not None
    assert refused == 3


async def test_drills_grow_harder_with_the_answers_before_the_last(
    services: Services, now: Clock
) -> None:
    page, names = await begin(services, now), [each.name for each in techniques()]
    level = page.storm
    for _ in range(5):
        assert page.question is not None
        assert names.index(page.question.technique) in level.choices(len(names))
        level = page.storm
        page = await press(services, page, answers_to(page)[0], now)


async def test_a_storm_that_begins_before_midnight_counts_for_that_day(
    services: Services, database: Database, now: Clock
) -> None:
    now.pass_((timedelta(hours=11, minutes=58)).total_seconds())
    page = await begin(services, now)
    for _ in range(2):
        now.pass_(70)
        await purge(database, "storms", now())
        page = await press(services, page, answers_to(page)[0], now)
    assert now().hour == 0
    assert await score(services, page, now) == 2
    now.pass_(3600)
    await purge(database, "storms", now())
    over = await services.storms.go_on(
        READER, page.storm, "", (0, EdgeState.LINE), now(), next(SEEDS)
    )
    assert (over.counts, over.best) == (False, ())
