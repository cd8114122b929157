"""Strengths and difficulties of several transactions at once."""

import asyncio

from msgspec.structs import replace

from store import pars, players
from store.database import Database
from store.records import StoredTerm, Strength
from tests.support.store.rows import NOON

PEOPLE, TERMS, TIMES = (7, 8, 9), ("all", "level:easy", "puzzle:k", "rules:plain"), 6


async def test_transactions_that_learn_of_the_same_wait_for_each_other(database: Database) -> None:
    """They begin with the rows missing, and name them in another order each time."""
    async with database.writing() as connection:
        for person in PEOPLE:
            await players.ensure(connection, person, NOON)

    async def learn(turn: int) -> None:
        order = -1 if turn % 2 else 1
        new = {person: Strength(person, 0.0, 1.0, 0, NOON) for person in PEOPLE[::order]}
        terms = {term: StoredTerm(term, 0.0, 1.0) for term in TERMS[::order]}
        async with database.writing() as connection:
            found, known = await pars.lock(connection, new.values(), terms.values())
            await asyncio.sleep(0)
            more = [replace(each, boards=each.boards + 1) for each in found.values()]
            harder = [replace(each, mean=each.mean + 1) for each in known.values()]
            await pars.save(connection, more, harder)

    await asyncio.gather(*map(learn, range(TIMES)))
    async with database.reading() as connection:
        stored = await pars.strengths(connection, PEOPLE)
        learned = await pars.difficulties(connection, TERMS)
    assert [each.boards for each in stored.values()] == [TIMES] * len(PEOPLE)
    assert [each.mean for each in learned.values()] == [TIMES] * len(TERMS)
