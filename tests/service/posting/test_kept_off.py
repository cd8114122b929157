"""Who is kept off the boards of a server by its managers is on no list of names there."""

import ast
import re
from datetime import timedelta
from importlib import import_module

import pytest

from i18n.localizer import ENGLISH
from play.calendar import today
from play.ranking import Period
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery
from service.errors import InputError, Problem
from service.posting.daily_posts import DayPost
from service.running.readers import Place, Reader
from service.services import Services
from store import outbox, players, posts, puzzles, servers, storms
from store.database import Database
from store.records import DailyPost, PostState, Server, StormRecord, UnsavedPuzzle
from store.sql import Statement
from tests.support.clock import Clock
from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES
from tests.support.store.rows import add_daily, add_player, add_solved
from texts.races import race_text

_MENTION = re.compile(r"<@(\{|$)")
SERVER = 99
ADA, BOB, STRANGER = 7, 8, 9
UNNAMED = {
    "store.outbox._CHANGE_DAILY": "which messages are out of date",
    "store.privacy._MOVE_MEMBERSHIPS": "moves what is kept with the person",
    "store.players._JOIN": "adds a person",
    "store.published._COUNTS": "numbers of people",
    "store.published._TOTALS": "numbers of people",
    "store.rankings._MEMBER_COUNTS": "a number of people",
    "store.rankings._MEMBER_DAYS": "days",
    "store.servers._REMOVE": "deletes",
    "store.shard_outages._SINCE": "the person's own streak",
}
"""The statements about people of servers that read none for a list, and why."""
NAMED = {
    "bot.sharing.messages": "who shared a result, by their own press",
    "texts.leaderboards": "rankings._OF_SERVER; the leaderboard of everybody is no server's",
    "texts.practice": "storms._BEST",
    "texts.problems": "in private: who can start a race, or was chosen",
    "texts.publishing": "who published a puzzle, by their own press",
    "texts.races": "view.kept_off",
    "texts.server_setup": "who is kept off, told the managers",
    "texts.together": "who draws on a board, by their own press",
    "texts.stats": "the numbers of one person, asked for by their name",
}
"""The modules that mention people, and by what they leave out who is kept off."""


def test_every_list_of_the_people_of_a_server_leaves_out_who_is_kept_off() -> None:
    found = {
        f"{module.__name__}.{name}"
        for module in map(import_module, map(name_of, modules("store")))
        for name, value in vars(module).items()
        for each in (value if isinstance(value, tuple) else (value,))
        if isinstance(each, Statement) and " members" in each.sql and "kept_off" not in each.sql
    }
    assert found == set(UNNAMED)
    mentions = {
        name_of(path)
        for package in PACKAGES
        if package != "sandbox"
        for path in modules(package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and _MENTION.search(str(node.value))
    }
    assert mentions == set(NAMED)


async def test_managers_keep_people_off_all_boards_of_their_server(
    services: Services, database: Database, now: Clock
) -> None:
    day, at = today(now()), now()
    reader = Reader(BOB, server=SERVER)
    message = DayPost(day, ("easy",), begins=True).message(SERVER, 1, at)
    async with database.writing() as connection:
        daily = await add_daily(connection, day)
        for person in (ADA, BOB):
            await add_player(connection, person)
            await players.join(connection, person, SERVER)
            await add_solved(connection, person, daily, 60 + person)
            await storms.begin(connection, StormRecord(day, person, at, person))
        new = UnsavedPuzzle("3x3:2121a1212", "key", "A1-D1-D4-A4-A1", "easy")
        puzzle = await puzzles.add(connection, new)
        sent = DailyPost(SERVER, day, "easy", at, PostState.SENT, at, 1, 1)
        await servers.save(connection, Server(SERVER, at))
        await posts.record(connection, sent)
        await outbox.add(connection, message)
    race = await services.races.create_race(
        Reader(ADA), puzzle, Place(SERVER, 1, joined=True, shows=True)
    )
    await services.races.join_race(Reader(BOB), race.race.id)

    async def named() -> list[set[int]]:
        """The people on a leaderboard, among the first of a day, in a storm, and in a race."""
        query = LeaderboardQuery(Track.EASY, Period.DAY, day, server=True)
        board = await services.leaderboards.read(reader, query)
        end = await services.day_ends.before(SERVER, day + timedelta(days=1))
        async with database.reading() as connection:
            best = await storms.best(connection, day, SERVER, 9)
        told = " ".join(race_text(ENGLISH, await services.races.view(race.race.id)))
        assert end is not None
        assert end.solved == {"easy": 2}, "they count"
        return [
            {line.player_id for line in board.lines},
            {line.player_id for line in end.first["easy"]},
            {each.player_id for each in best},
            {each for each in (ADA, BOB) if f"<@{each}>" in told},
        ]

    assert await named() == [{ADA, BOB}] * 4
    with pytest.raises(InputError) as caught:
        await services.servers.choose(SERVER, kept_off=[ADA, STRANGER])
    assert caught.value.problem is Problem.NOT_PLAYED_HERE
    assert await named() == [{ADA, BOB}] * 4, "all or none"
    setup = await services.servers.choose(SERVER, kept_off=[ADA])
    assert setup.kept_off == (ADA,)
    assert await named() == [{BOB}] * 4
    view = await services.races.view(race.race.id)
    assert await services.races.names(view) == {ADA: "1", BOB: "2"}
    assert (await services.servers.choose(SERVER, kept_off=[])).kept_off == ()
    assert await named() == [{ADA, BOB}] * 4
