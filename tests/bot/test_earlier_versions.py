"""The database and the components of an earlier version still work."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.discord_bot import DiscordBot
from app.services import Services
from play.calendar import Track
from play.history import Undo
from play.ranking import Period
from service.leaderboards import LeaderboardQuery
from store.address import file_address
from store.database import Database, open_database
from tests.support.clock import Clock

SAMPLE = Path(__file__).parent / "samples" / "database_0.1.sql"
"""A daily that one player has begun and another one solved, a pasted board, a server."""
ADA, BOB, SERVER = 7, 8, 99
CUSTOM_IDS = [
    "ouro:pad:7:up",
    "ouro:pad:7:give-up",
    "ouro:play:12",
    "ouro:moves:7",
    "ouro:share:7",
    "ouro:new:12",
    "ouro:daily:2026-11-21:hard",
    "ouro:daily-hint:2026-11-21:easy",
    "ouro:daily-submit:2026-11-21:normal",
    "ouro:daily-board:2026-11-21:easy",
    "ouro:daily-reveal:2026-11-21:hard",
    "ouro:hint:7:hint",
    "ouro:check:7:why",
    "ouro:frame:7:hint:3",
    "ouro:frame:7:check:0",
    "ouro:do:7:0L2U14X",
    "ouro:reveal:7:still",
    "ouro:reveal:7:moving",
    "ouro:learn:7:do:12",
    "ouro:help:streaks",
    "ouro:next:3",
    "ouro:next:3:dark:labels",
    "ouro:next:v2:3",
    "ouro:next:v3:3",
    "ouro:board:2026-11-05:hard",
    "ouro:ranks:down:server:easy:day:2026-11-05:2:7",
    "ouro:ranks:track:all:easy:all:2026-11-05:1:7",
    "ouro:setting:theme",
    "ouro:setting:unlabel",
    "ouro:reminders:ask",
    "ouro:reminders:form",
    "ouro:reminders:stop",
    "ouro:privacy:export",
    "ouro:setup:channel",
    "ouro:setup:tracks",
    "ouro:setup:role",
    "ouro:setup:solves",
    "ouro:setup:threads-on",
]
"""The `custom_id`s of components on messages of that version."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of that version after this one has opened it."""
    file = tmp_path_factory.mktemp("earlier") / "ouro.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(SAMPLE.read_text(encoding="utf-8"))
    connection.close()
    async with open_database(file_address(file)):
        pass
    return file


@pytest.fixture
async def database(migrated: Path, tmp_path: Path) -> AsyncIterator[Database]:
    file = shutil.copyfile(migrated, tmp_path / "ouro.db")
    async with open_database(file_address(file)) as database:
        yield database


@pytest.mark.parametrize("custom_id", CUSTOM_IDS)
def test_a_component_is_rebuilt_from_its_custom_id(bot: DiscordBot, custom_id: str) -> None:
    found = bot.router.find(custom_id)
    assert found is not None
    _, component = found
    assert getattr(component, "custom_id", None) == custom_id


def test_the_list_has_a_custom_id_of_every_component(bot: DiscordBot) -> None:
    found = [bot.router.find(custom_id) for custom_id in CUSTOM_IDS]
    assert {type(each[1]) for each in found if each} == set(bot.router.components)


async def test_boards_streaks_and_settings_are_still_there(services: Services, now: Clock) -> None:
    day = now.time.date()
    pasted, begun = await services.boards.unfinished(ADA, 5)
    assert (pasted.size, pasted.lines, pasted.day) == ("5x5", 0, None)
    assert (begun.size, begun.lines, begun.day) == ("7x7", 2, day)
    daily = await services.attempts.find(ADA, begun.id)
    assert (daily.attempt.day, daily.help_counts.nudges, daily.pad.pen_name) == (day, 1, "B2")
    assert len(daily.pad.board.lines) == 2
    changed = await services.attempts.change(ADA, daily.attempt.id, Undo())
    assert len(changed.pad.board.lines) == 1
    assert await services.streaks.current(BOB) == 1
    asked = LeaderboardQuery(Track.EASY, Period.DAY, day, server=True)
    [line] = (await services.leaderboards.read(asked, SERVER, BOB)).lines
    assert line.player_id == BOB
    player, server = await services.preferences.of(ADA, SERVER)
    assert player is not None
    assert (player.language, player.zone, player.reminders) == ("ja", "Asia/Tokyo", True)
    assert server is not None
    assert (server.channel_id, server.language) == (500, "ja")
