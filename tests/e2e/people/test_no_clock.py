"""People who want no clock: they are told no times, and are on no leaderboard."""

import re

from store.database import Database
from tests.support.chat.messages import labels
from tests.support.chat.players import solve
from tests.support.chat.playing import press
from tests.support.sandbox.server import Sandbox

TIMES = re.compile(r"<t:\d+:R>|\d:\d\d|\+\d|[Tt]ime|second")


async def test_nobody_tells_them_how_long_they_take(chat: Sandbox, database: Database) -> None:
    client = chat.client
    async with database.writing() as connection:
        await solve(connection, client.me, 100)
    settings = await client.slash("settings")
    stored = await client.select(settings, "Leaderboards and clock", ["no-clock"])
    assert "You are shown no times any more" in stored.text
    board = await client.slash("play", {"puzzle": "3x3:3a3c3a3"})
    told = [board.text, *labels(board.message)]
    hint = await press(chat, board, "hint")
    told += [hint.text, *labels(hint.message)]
    told.append((await client.slash("submit", {"moves": "A1 top"})).text)
    solved = await client.slash("submit", {"moves": "A1-D1-D4-A4-A1 erase B1 top x B1 top"})
    told.append(solved.text)
    told.append((await client.slash("stats")).text)
    told.append((await client.slash("play")).text)
    for text in told:
        assert not TIMES.search(text), text
    ranks = await client.slash("leaderboard", {"scope": "global", "private": True})
    assert "You have chosen to be hidden" in ranks.text
    assert "1:40" not in ranks.text
    await client.select(settings, "Leaderboards and clock", ["named"])
    assert "best 1:40" in (await client.slash("stats")).text
    ranks = await client.slash("leaderboard", {"scope": "global", "private": True})
    assert "1:40" in ranks.text
