"""What becomes of the messages of a race, and of its people, whatever Discord does."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.boards.display import BoardDisplay
from bot.delivery.kinds import Post
from bot.races.messages import RaceBoards, RaceMessages
from play.race import COUNTDOWN, LIMIT
from service.playing.races import RaceView
from service.running.interaction_claims import InteractionClaim
from service.running.readers import InteractionToken, Place, Reader
from service.services import Services
from store import outbox, puzzles
from store.database import Database
from store.records import Ending, MessageState, PendingMessage, StoredPuzzle, UnsavedPuzzle
from tests.support.chat_parts import chat_of
from tests.support.clock import Clock
from tests.support.fixtures.services import database, now, pool, services
from tests.support.posts.contents import words
from texts import races as texts

__all__ = ["database", "now", "pool", "services"]

ADA, BOB, CY = 7, 8, 9
PLACE = Place(5, 6, joined=True, shows=True)


class World:
    """Races whose people use commands, with what is pending for them."""

    def __init__(self, services: Services, database: Database, puzzle: StoredPuzzle) -> None:
        english = discord.Locale.american_english
        guild = SimpleNamespace(preferred_locale=english, unavailable=False)
        client = SimpleNamespace(get_guild=lambda _: guild)
        display = BoardDisplay(services.boards, ())
        chat = chat_of(client=client, use=services, display=display)
        self.kinds: dict[str, Any] = {"race": RaceMessages(chat), "race-board": RaceBoards(chat)}
        self.services, self.database, self.puzzle = services, database, puzzle
        self.pressed = 100

    async def by(self, person: int) -> Reader:
        """Somebody whose command shows "thinking…"."""
        self.pressed += 1
        claim = InteractionClaim(self.pressed)
        await self.services.outbox.reply(claim, InteractionToken(4, f"token of {person}"), {})
        return Reader(person, claim=claim)

    async def invite(self, *others: int) -> RaceView:
        view = await self.services.races.create_race(await self.by(ADA), self.puzzle, PLACE)
        for person in others:
            await self.services.races.join_race(await self.by(person), view.race.id)
        return view

    async def get(self, key: str) -> PendingMessage | None:
        async with self.database.reading() as connection:
            return await outbox.get(connection, key)

    async def send(self) -> dict[str, Post]:
        """Send what is due: what each message shows, by its key."""
        shown = {}
        for line in await self.services.outbox.claim(99):
            for each in line:
                post = shown[each.key] = await self.kinds[each.kind].render(each)
                await self.services.outbox.shown(each, 11, "", is_last=post.last)
                self.services.outbox.release(each.key)
        return shown


@pytest.fixture
async def world(services: Services, database: Database) -> World:
    async with database.writing() as connection:
        new = UnsavedPuzzle("3x3:2121a1212", "key", "A1-D1-D4-A4-A1", "easy")
        return World(services, database, await puzzles.add(connection, new))


async def test_answers_become_the_race_and_the_boards_of_its_people(
    world: World, now: Clock
) -> None:
    view = await world.invite(BOB, CY)
    race, number = f"race:{view.race.id}", view.race.id
    boards = {person: f"race-board:{number}:{person}" for person in (ADA, BOB, CY)}
    for pressed in range(101, world.pressed + 1):
        assert await world.get(f"reply:{pressed}") is None, "it is the same row"
    invited = await world.get(race)
    assert invited is not None
    assert (invited.token, invited.place) == ("token of 7", PLACE.channel)
    waiting = await world.send()
    assert waiting.keys() == {race, boards[BOB], boards[CY]}
    assert "You are in the race" in words(waiting[boards[BOB]].message)
    assert not any(post.last for post in waiting.values())
    await world.services.races.leave_race(Reader(CY), number)
    assert await world.get(boards[CY]) is None
    await world.services.races.start_race(await world.by(ADA), number)
    begun = await world.send()
    assert begun.keys() == {race}
    now.pass_(COUNTDOWN.total_seconds())
    begun = await world.send()
    assert begun.keys() == {boards[ADA], boards[BOB]}
    for person in (ADA, BOB):
        assert "The race has begun" in words(begun[boards[person]].message)
        stored = await world.get(boards[person])
        assert stored is not None
        assert (stored.state, stored.token) == (MessageState.OVER, "")
    shown = await world.services.races.view(number)
    assert shown.race.message_id == 11


async def test_the_result_ends_a_race(world: World, now: Clock) -> None:
    view = await world.invite(BOB)
    await world.services.races.start_race(await world.by(ADA), view.race.id)
    now.pass_(COUNTDOWN.total_seconds())
    await world.send()
    now.pass_(LIMIT.total_seconds())
    await world.services.outbox.change(f"race:{view.race.id}")
    [result] = (await world.send()).values()
    assert result.last
    assert texts.OVER.text in words(result.message)
    assert (await world.services.races.view(view.race.id)).race.ended_at == now()


@pytest.mark.parametrize("ending", [Ending.REFUSED, Ending.DELETED, Ending.GONE, Ending.LATE])
async def test_a_race_that_nobody_sees_ends_and_its_people_are_free(
    world: World, ending: Ending
) -> None:
    view = await world.invite(BOB)
    message = await world.get(f"race:{view.race.id}")
    assert message is not None
    await world.services.outbox.give_up(ending, message)
    for person in (ADA, BOB):
        await world.services.races.require_allowed(person, PLACE.server)
    [told] = (await world.send()).values()
    assert told.last
    assert texts.NOT_BEGUN.text in words(told.message)
