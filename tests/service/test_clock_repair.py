"""What a clock that was ahead has stored is repaired: reminders, outages, claims."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from app.services import Services
from service.errors import HandledElsewhere
from service.origin import CLAIM_RETENTION, ChangeOrigin, claim
from service.preferences import next_reminder
from store import outages, players
from store.database import Database
from store.records import Outage, Player
from tests.support.clock import Clock

MANY = 230


@pytest.mark.parametrize("ahead", [timedelta(hours=25), timedelta(days=365)])
async def test_a_reminder_that_was_put_off_comes_in_its_time(
    services: Services, database: Database, now: Clock, ahead: timedelta
) -> None:
    right = list[datetime | None]()
    async with database.writing() as connection:
        for number in range(1, MANY):
            player = await players.ensure(connection, number, now())
            player = replace(player, reminders=number % 7 > 0, remind_at=time(number % 24))
            following = next_reminder(player, now())
            right.append(following if player.reminders else following + ahead)
            await players.save(connection, replace(player, next_reminder=following + ahead))
        await outages.add(connection, Outage(now() - timedelta(hours=2), now() + ahead))
    await services.clock_repair.run(now())
    stored = await people(database)
    assert [player.next_reminder for player in stored] == right
    async with database.reading() as connection:
        [outage] = await outages.since(connection, now() - timedelta(days=9))
    assert outage.ended_at == now()
    await services.clock_repair.run(now())
    assert await people(database) == stored


async def people(database: Database) -> list[Player]:
    async with database.reading() as connection:
        found = await players.find_all(connection, range(1, MANY))
    return [found[number] for number in sorted(found)]


@pytest.mark.parametrize("ahead", [timedelta(seconds=1), timedelta(days=365)])
async def test_a_claim_of_the_future_stays_valid_and_is_forgotten_in_time(
    services: Services, database: Database, now: Clock, ahead: timedelta
) -> None:
    early, late, other = (ChangeOrigin(number) for number in (1, 2, 2))
    async with database.writing() as connection:
        await claim(connection, early, now() - CLAIM_RETENTION / 2)
        await claim(connection, late, now() + ahead)
    await services.clock_repair.run(now())
    await services.claims.take(late)
    with pytest.raises(HandledElsewhere):
        await services.claims.take(other)
    now.time += CLAIM_RETENTION
    await services.pending_replies.forget_expired(now())
    with pytest.raises(HandledElsewhere):
        await services.claims.take(other)
    now.time += timedelta(microseconds=1)
    await services.pending_replies.forget_expired(now())
    await services.claims.take(other)
