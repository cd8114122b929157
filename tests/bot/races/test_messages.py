"""The message of a race that Discord refuses, and what it says."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.boards.display import BoardDisplay
from bot.races.messages import EDITABLE, RaceMessages
from play.race import LIMIT
from service.playing.races import RacePlace
from service.running.readers import Reader
from service.services import Services
from store import puzzles
from store.database import Database
from store.records import UnsavedPuzzle
from tests.support.chat_parts import chat_of
from tests.support.clock import Clock
from tests.support.fixtures.services import database, now, pool, services

__all__ = ["database", "now", "pool", "services"]


class Channel:
    """Discord, which takes the edits of one message until `status` is set."""

    def __init__(self) -> None:
        self.status = 0
        self.edits = 0

    def get_partial_messageable(self, *_: object, **__: object) -> Any:
        return SimpleNamespace(get_partial_message=lambda _: SimpleNamespace(edit=self.edit))

    def get_guild(self, _: int) -> Any:
        return SimpleNamespace(preferred_locale=discord.Locale.japanese)

    async def edit(self, **_: object) -> None:
        if self.status:
            answer: Any = SimpleNamespace(status=self.status, reason="")
            raise discord.HTTPException(answer, "refused")
        self.edits += 1


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def messages(services: Services, channel: Channel, now: Clock) -> RaceMessages:
    display = BoardDisplay(services.boards, ())
    return RaceMessages(chat_of(client=channel, use=services, display=display, now=now))


@pytest.fixture
async def race(services: Services, database: Database) -> int:
    """A race that has begun, and its message."""
    async with database.writing() as connection:
        new = UnsavedPuzzle("3x3:2121a1212", "key", "A1-D1-D4-A4-A1", "easy")
        puzzle = await puzzles.add(connection, new)
    view = await services.races.create_race(Reader(7), puzzle, RacePlace(5, 6))
    await services.races.show(view.race.id, 9)
    await services.races.join_race(Reader(8), view.race.id)
    await services.races.start_race(Reader(7), view.race.id)
    return view.race.id


async def run(messages: RaceMessages) -> None:
    await messages.update()
    await messages.sending.finish()


async def test_a_message_is_edited_when_something_has_changed(
    services: Services, messages: RaceMessages, channel: Channel, race: int
) -> None:
    for _ in range(3):
        await run(messages)
    assert channel.edits == 1
    loaded = await services.races.board(7, race)
    await services.attempts.record_reveal(Reader(7), loaded.attempt.id)
    for _ in range(3):
        await run(messages)
    assert channel.edits == 2


@pytest.mark.parametrize(("status", "tries_again"), [(500, True), (429, True), (403, False)])
async def test_a_result_that_discord_refuses_is_tried_again_if_that_may_help(  # noqa: PLR0917 - fixtures
    services: Services,
    messages: RaceMessages,
    channel: Channel,
    race: int,
    now: Clock,
    status: int,
    tries_again: bool,
) -> None:
    now.pass_(LIMIT.total_seconds())
    channel.status = status
    await run(messages)
    assert [each.id for each in await services.races.unfinished()] == [race] * tries_again
    now.pass_(EDITABLE.total_seconds() + 1)
    await run(messages)
    assert await services.races.unfinished() == ()
    assert channel.edits == 0
