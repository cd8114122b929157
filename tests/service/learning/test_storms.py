"""Storms: one answer counts for each question, and the next drill is made before it is asked."""

import asyncio
import json
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from app.settings import Settings
from jobs.drilling import ask_drill
from play.storm import MISS_SECONDS, SECONDS
from puzzle.model import EdgeState
from service.errors import InputError, Problem
from service.learning.storms import GRACE, MAX_BOARDS, StormAnswer, StormPage
from service.learning.training import DrillPlan, techniques
from service.running.readers import InteractionToken, Reader
from service.services import Services
from solver.drills import DrillVerdict, question, unpack
from solver.explain.techniques import OTHER_RULES
from store.database import Database
from store.purge import purge
from tests.support.clock import Clock
from workers.codec import Job
from workers.errors import Busy, BusyReason
from workers.pool import LocalPool

READER = Reader(7, server=5)
TOKEN = InteractionToken(1, "t0ken")
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


async def begin(services: Services, now: Clock, reader: Reader = READER) -> StormPage:
    return await services.storms.begin_storm(reader, now(), next(SEEDS), TOKEN)


async def pressed(
    services: Services, page: StormPage, answer: Answer, now: Clock, reader: Reader = READER
) -> StormPage | None:
    given = StormAnswer(page.storm.began, page.storm.answers, *answer)
    return await services.storms.go_on(reader, given, now(), next(SEEDS))


async def press(services: Services, page: StormPage, answer: Answer, now: Clock) -> StormPage:
    following = await pressed(services, page, answer, now)
    assert following is not None
    return following


async def end(services: Services) -> list[StormPage | None]:
    """The results that are shown without a press, None for a storm that is not the last one."""
    shown = []
    for [message] in await services.outbox.claim(9):
        reader = replace(READER, person=message.person_id or 0)
        shown.append(await services.storms.result(reader, message.subject["began"]))
        await services.outbox.shown(message, 1, "", is_last=True)
    return shown


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
    storm = pages[0].storm
    assert (storm.right, storm.missed) == ((1, 0) if place == 0 else (0, 1))
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
    names = [each.name for each in techniques() if each.name not in OTHER_RULES]
    page = await begin(services, now)
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
    over = await press(services, page, (0, EdgeState.LINE), now)
    assert (over.counts, over.best) == (False, ())


async def test_of_processes_one_counts_the_first_answer(
    services: Services, now: Clock, pool: LocalPool, database: Database
) -> None:
    other = Services(Settings().of_services, pool, database, now)
    first = await begin(services, now)
    right, wrong = answers_to(first)
    one, two = await asyncio.gather(
        press(services, first, right, now), press(other, first, wrong[0], now)
    )
    assert one.storm == two.storm
    assert one.storm.answers == 1
    assert one.question is not None
    assert two.question is not None
    assert one.question.text == two.question.text


async def test_a_storm_ends_by_itself_with_the_boards_that_were_wrong(
    services: Services, now: Clock, pool: LocalPool, database: Database
) -> None:
    page = await begin(services, now)
    names = list[str]()
    for place in (1, 1, 0, 1, 1, 1):
        assert page.question is not None
        if place:
            names.append(page.question.technique)
        page = await press(
            services, page, (answers_to(page)[0], answers_to(page)[1][0])[place], now
        )
    now.pass_(SECONDS - 5 * MISS_SECONDS)
    assert await end(services) == [], "the last presses may still come"
    now.pass_(GRACE.total_seconds())
    restarted = Services(Settings().of_services, pool, database, now)
    [over] = await end(restarted)
    assert over is not None
    assert (over.question, over.storm.right, over.storm.missed) == (None, 1, 5)
    assert over.counts
    assert [board.technique for board in over.boards] == [*dict.fromkeys(names)][:MAX_BOARDS]
    assert all(board.verdict is not DrillVerdict.RIGHT for board in over.boards)
    assert await end(restarted) == []
    later = await services.training.ask(READER, DrillPlan.MIXED, seed=1)
    assert (later.question.technique, later.missed) == (names[0], True)


async def test_a_press_at_the_end_and_the_end_itself_show_one_result(
    services: Services, now: Clock, pool: LocalPool, database: Database
) -> None:
    other = Services(Settings().of_services, pool, database, now)
    page = await begin(services, now)
    at = now()
    now.pass_(SECONDS + GRACE.total_seconds())
    [[message]] = await other.outbox.claim(9)
    late = StormAnswer(page.storm.began, 0, *answers_to(page)[0])
    assert await services.storms.go_on(READER, late, at, next(SEEDS)) is None
    assert await pressed(services, page, (0, EdgeState.LINE), now) is None
    await other.outbox.shown(message, 1, "", is_last=True)
    again = await services.storms.go_on(READER, late, at, next(SEEDS))
    assert again is not None, "the message may not have become the result"
    assert (again.question, again.storm.right) == (None, 0)


async def test_a_result_that_a_press_shows_is_not_shown_again(
    services: Services, now: Clock
) -> None:
    page = await begin(services, now)
    now.pass_(SECONDS + GRACE.total_seconds())
    assert (await press(services, page, (0, EdgeState.LINE), now)).question is None
    assert await end(services) == []


async def test_a_storm_takes_the_place_of_the_one_before(services: Services, now: Clock) -> None:
    before = await begin(services, now)
    now.pass_(30)
    page = await begin(services, now)
    with pytest.raises(InputError) as refused:
        await press(services, before, answers_to(before)[0], now)
    assert refused.value.problem is Problem.STORM_GONE
    assert (await press(services, page, answers_to(page)[0], now)).storm.right == 1
    now.pass_(SECONDS + GRACE.total_seconds())
    [[ended]] = await services.outbox.claim(9)
    await begin(services, now)
    began = ended.subject["began"]
    assert await services.storms.result(READER, began) is None, "the message asks the next storm"


async def test_a_person_who_deletes_their_data_has_no_storm(services: Services, now: Clock) -> None:
    page = await begin(services, now)
    export = await services.personal_data.export(READER.person)
    assert export is not None
    [row] = json.loads(export.data)["last_storms"]
    assert page.question is not None
    assert row["text"] == page.question.text
    await services.personal_data.delete(READER)
    with pytest.raises(InputError):
        await press(services, page, answers_to(page)[0], now)
    now.pass_(SECONDS + GRACE.total_seconds())
    assert await end(services) == []
