"""Statistics and streaks as people meet them."""

from collections.abc import Mapping
from datetime import timedelta

from play.calendar import closes
from play.tracks import Track
from sandbox.chat.options import Value
from store import outages
from store.database import Database
from store.records import Outage, Visibility
from tests.support.chat.messages import labels, picture_text
from tests.support.chat.players import DAY, NOON, appear, days_ago, solve, solve_days
from tests.support.sandbox.server import Sandbox


async def test_numbers(chat: Sandbox, database: Database) -> None:
    client = chat.client
    assert "You have not played here" in (await client.slash("stats")).text
    async with database.writing() as connection:
        await solve_days(connection, client.member, (5, 4, 3))
        await solve(connection, client.member, 61, days_ago(3), Track.EASY, mistakes=1, hints=1)
    reply = await client.slash("stats", {"person": client.member})
    assert not reply.ephemeral
    assert f"<@{client.member}> in numbers" in reply.text
    assert "**Easy** · 1 daily · best 2:01 · median 2:01" in reply.text
    assert "**Normal** · 3 dailies · best 1:40 · median 1:40" in reply.text
    assert "Without any help: 3 of 4 (75\N{NO-BREAK SPACE}%)" in reply.text
    assert "Wrong submissions: 1" in reply.text
    assert "No streak\nLongest: 3" in reply.text
    assert "(a daily counts from the next day on): 7x7. Hard: it takes patterns" in reply.text
    assert picture_text(reply.message) == (
        "Calendar from 2027-02-26 to 2027-03-03. A daily was solved on 3 days. "
        "None on 2027-03-01 and 2027-03-02."
    )
    for visibility in (Visibility.HIDDEN, Visibility.ANONYMOUS):
        async with database.writing() as connection:
            await appear(connection, client.member, visibility)
        refused = await client.slash("stats", {"person": client.member})
        unknown = await client.slash("stats", {"person": client.newcomer})
        assert "keeps their numbers to themselves" in refused.text
        assert refused.text == unknown.text.replace(str(client.newcomer), str(client.member))
        own = await client.slash("stats", {"private": True}, user=client.member)
        assert own.ephemeral
        assert "3 dailies" in own.text


async def test_a_streak_with_freezes_and_outages(chat: Sandbox, database: Database) -> None:
    client = chat.client
    private: Mapping[str, Value] = {"private": True}
    end = int(closes(DAY).timestamp())
    await client.press(await client.slash("play"), "Play")
    nothing = await client.slash("stats", private)
    assert nothing.ephemeral
    assert "No streak" in nothing.text
    assert f"#123 counts until <t:{end}:t>, <t:{end}:R>" in nothing.text
    assert labels(nothing.message) == ["Play Easy", "Play Normal", "Play Hard", "Play Mini"]
    async with database.writing() as connection:
        # Nine days, one missed, one with an outage, and yesterday; today is open.
        await solve_days(connection, client.me, [*range(12, 3, -1), 1])
        noon = NOON - timedelta(days=2)
        await outages.add(connection, Outage(noon, noon + timedelta(hours=2)))
    reply = await client.slash("stats", private)
    assert "10 days in a row" in reply.text
    assert "Solve one of the three larger ones by then and it goes on." in reply.text
    assert "Longest: 10 · Since 2027-02-19" in reply.text
    assert "Freezes kept: 0 of 2 · 4 more days solved earn one" in reply.text
    assert "bridged by a freeze: 2027-02-28" in reply.text
    assert "I was offline: 2027-03-01" in reply.text
    async with database.writing() as connection:
        await solve(connection, client.me, 100)
    reply = await client.slash("stats", private)
    assert "11 days in a row" in reply.text
    assert "#123 counts already." in reply.text
    assert labels(reply.message) == ["Play Mini"]
    async with database.writing() as connection:
        await solve(connection, client.me, 100, track=Track.MINI)
    assert "Minis: 1 day in a row" in (await client.slash("stats", private)).text
