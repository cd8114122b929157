"""Export and deletion of personal data, and old buttons, as people meet them."""

import json

import pytest

from store import players, rankings
from store.database import Database
from store.records import LeaderboardScope
from tests.support.chat.messages import lines
from tests.support.chat.players import DAY, days_ago, solve
from tests.support.sandbox.server import Sandbox
from texts import privacy


@pytest.mark.both_databases
async def test_export_and_delete(chat: Sandbox, database: Database) -> None:
    client = chat.client
    nothing = await client.press(await client.slash("privacy"), "Export")
    assert "Nothing is stored about you." in nothing.text
    async with database.writing() as connection:
        for player, seconds in ((client.me, 100), (client.member, 200)):
            await solve(connection, player, seconds)
            await solve(connection, player, seconds, days_ago(1))
            await players.join(connection, player, client.guild)
    await client.select(await client.slash("settings"), "Colours of pictures", ["paper"])
    reply = await client.slash("privacy")
    assert reply.ephemeral
    exported = await client.press(reply, "Export")
    assert exported.ephemeral
    assert exported.message["id"] != reply.message["id"]
    tables = json.loads(await exported.attachment_bytes())
    [player] = tables["players"]
    assert (player["id"], player["settings"]) == (client.me, {"theme": "paper"})
    assert [
        (attempt["day"], attempt["seconds"], attempt["ranked"]) for attempt in tables["attempts"]
    ] == [("2027-03-03", 100, True), ("2027-03-02", 100, True)]
    assert tables["deletions"] == []
    assert [row["server_id"] for row in tables["members"]] == [client.guild]
    asked = await client.press(reply, "Delete me…")
    assert "What remains" in asked.text
    kept = await client.press(asked, "Keep everything")
    assert "Nothing was deleted." in kept.text
    asked = await client.press(await client.slash("privacy"), "Delete me…")
    gone = await client.press(asked, "Delete everything")
    assert "Everything stored about you has been deleted. 1 solved daily stays" in gone.text
    assert privacy.TODAY_REMAINS.text in gone.text
    async with database.reading() as connection:
        assert await players.find(connection, client.me) is None
        for day, ranks in ((DAY, [1]), (days_ago(1), [1, 2])):
            board = LeaderboardScope("normal", day, day, client.guild)
            assert [line.rank for line in await rankings.standings(connection, board)] == ranks
    shown = await client.slash("leaderboard", user=client.member)
    assert lines(shown) == [f"**1.** <@{client.member}> · **3:20** ← you"]
    shown = await client.press(shown, "← Earlier", user=client.member)
    assert lines(shown) == [
        "**1.** Anonymous · **1:40**",
        f"**2.** <@{client.member}> · **3:20** ← you",
    ]
    again = await client.press(await client.slash("privacy"), "Export")
    tables = json.loads(await again.attachment_bytes())
    assert [name for name, rows in tables.items() if rows] == ["deletions"]
