"""What a person does for an hour adds few rows, and leaves none that nobody needs."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta

from play.history import Mark
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from service.errors import InputError
from service.playing.board_links import hash_of
from service.running.interaction_claims import InteractionClaim, RequestClaim
from service.running.readers import InteractionToken, Reader
from service.services import Services
from store.database import Database
from store.growth import GROWTH, MAX_STREAMS, UNUSED
from store.records import AttemptKind
from tests.support.clock import Clock
from tests.support.store.tables import ask, tables

ADA = 7
MINUTES = 60


async def count_rows(database: Database) -> Counter[str]:
    counts = Counter[str]()
    async with database.reading() as connection:
        for name in await tables(connection):
            [[counts[name]]] = await ask(connection, f"SELECT count(*) FROM {name}")  # noqa: S608
    return counts


class Person:
    """Somebody who does as much as they can."""

    def __init__(self, services: Services, now: Clock) -> None:
        self.services = services
        self.now = now
        self.number = 0

    async def do_everything(self) -> None:
        for _ in range(3):
            self.number += 1
            with suppress(InputError):  # the puzzles of the day are used up
                await self.open_board()
        await self.use_page()

    async def open_board(self) -> None:
        claim = InteractionClaim(self.number)
        await self.services.outbox.reply(claim, InteractionToken(1, "t"), {})
        digits = (str(self.number // 4**place % 4) for place in range(4))
        puzzle = parse_loopy(f"5x5:{'a'.join(digits)}r")
        stored = await self.services.boards.store_puzzle(Reader(ADA), puzzle)
        reader = Reader(ADA, server=99)
        opened = await self.services.boards.open(reader, stored, AttemptKind.PASTED)
        self.board = opened.attempt.id

    async def use_page(self) -> None:
        links = self.services.board_links
        for _ in range(2):
            secret = await links.make_link(ADA, self.board)
        token = await links.redeem(secret, "page")
        assert token is not None
        for stream in range(MAX_STREAMS + 20 if self.number > 170 else 3):
            claim = RequestClaim(hash_of(token), f"{self.number}-{stream}", 1)
            mark = Mark({0: EdgeState.LINE if stream % 2 else EdgeState.CROSS})
            await self.services.attempts.change(Reader(ADA, claim=claim), self.board, mark)


async def test_an_hour_of_a_person_adds_few_rows(
    services: Services, database: Database, now: Clock
) -> None:
    before = await count_rows(database)
    person = Person(services, now)
    for _ in range(MINUTES):
        await person.do_everything()
        now.pass_(60)
        await services.purging.delete_expired()
    added = await count_rows(database) - before
    for name, count in added.items():
        assert count <= (GROWTH[name].most or 0), name
    assert added["puzzles"] == added["attempts"] == 100
    assert added["page_requests"] <= 8 * MAX_STREAMS
    assert added["handled_interactions"] == 3 * 20
    assert added["web_links"] <= 60

    await services.purging.delete_unused_puzzles()
    now.time += UNUSED + timedelta(days=1)
    await services.purging.delete_expired()
    await services.purging.delete_unused_puzzles()
    left = await count_rows(database) - before
    assert set(left) == {"players", "members", "puzzles", "attempts", "journals"}
    assert left["puzzles"] == 100  # on boards

    await services.personal_data.delete(Reader(ADA))
    for _ in range(2):
        await services.purging.delete_unused_puzzles()
        now.time += UNUSED + timedelta(days=1)
    await services.purging.delete_expired()
    assert await count_rows(database) == before
