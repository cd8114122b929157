"""Leaderboards as people meet them."""

import json
import re

import pytest

from play.tracks import Track
from store import pars, players
from store.database import Database
from store.records import StoredPar, Visibility
from tests.support.chat.messages import buttons, labels, lines
from tests.support.chat.players import appear, days_ago, solve
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox


def enabled(reply: Reply) -> list[str]:
    return [one["label"] for one in buttons(reply.message) if not one.get("disabled")]


@pytest.mark.both_databases
async def test_who_has_left_a_server_is_not_on_its_board(chat: Sandbox, database: Database) -> None:
    client = chat.client
    gone, other = (chat.add_user(name) for name in "AB")
    async with database.writing() as connection:
        for player, seconds in ((client.me, 100), (gone, 80), (other, 90)):
            await solve(connection, player, seconds)
            await players.join(connection, player, client.guild)
    chat.world.leave(gone, client.guild)
    reply = await client.slash("leaderboard")
    assert "This server · 2 players" in reply.text
    assert lines(reply) == [
        f"**1.** <@{other}> · **1:30**",
        f"**2.** <@{client.me}> · **1:40** ← you",
    ]
    everybody = await client.press(reply, "Show everybody")
    assert f"**1.** <@{gone}> · **1:20**" in lines(everybody)


@pytest.mark.both_databases
async def test_the_board_of_a_day(chat: Sandbox, database: Database) -> None:
    client = chat.client
    other, nameless, unseen, away = (chat.add_user(name) for name in "ABCD")
    async with database.writing() as connection:
        for player, seconds in ((client.me, 100), (client.member, 90), (other, 100)):
            await solve(connection, player, seconds)
        await solve(connection, nameless, 95)
        await solve(connection, unseen, 10)
        await solve(connection, away, 50, mistakes=1, hints=2)
        await appear(connection, nameless, Visibility.ANONYMOUS)
        await appear(connection, unseen, Visibility.HIDDEN)
        for player in (client.me, client.member, other, nameless, unseen):
            await players.join(connection, player, client.guild)
    reply = await client.slash("leaderboard")
    assert not reply.ephemeral
    assert "Leaderboard: Normal" in reply.text
    assert re.search(r"#123, 2027-03-03, as of <t:\d+:f>", reply.text)
    assert "This server · 4 players" in reply.text
    first, last = sorted((client.me, other))
    you = " ← you"
    assert lines(reply) == [
        f"**1.** <@{client.member}> · **1:30**",
        "**2.** Anonymous · **1:35**",
        f"**3.** <@{first}> · **1:40**{you if first == client.me else ''}",
        f"**3.** <@{last}> · **1:40**{you if last == client.me else ''}",
    ]
    assert str(nameless) not in reply.text + json.dumps(reply.message["components"])
    everybody = await client.press(reply, "Show everybody")
    assert everybody.message["id"] == reply.message["id"]
    assert "Everybody · 5 players" in everybody.text
    assert f"**5.** <@{away}> · **2:20** · 1 mistake · 2 hints and checks" in lines(everybody)
    assert str(unseen) not in everybody.text
    # Somebody else gets a board of their own, and the public one stays as it is.
    before = reply.text
    own = await client.press(reply, "Only this server", user=other)
    assert own.ephemeral
    assert own.message["id"] != reply.message["id"]
    assert f"<@{other}> · **1:40** ← you" in own.text
    assert reply.text == before
    # Those who are not named are not given away in public, and are told in private.
    for user, told in (
        (nameless, "Anonymous · **1:35** ← you"),
        (unseen, "You have chosen to"),
    ):
        public = await client.slash("leaderboard", user=user)
        assert "you" not in public.text.replace("of your", "").lower()
        private = await client.slash("leaderboard", {"private": True}, user=user)
        assert private.ephemeral
        assert told in private.text
    # The button under a daily leads to its board, today's board to the daily.
    post = await client.slash("daily", {"track": "normal"}, user=other)
    opened = await client.press(post, "Leaderboard", user=other)
    assert opened.ephemeral
    assert "This server · 4 players" in opened.text
    assert "Play" in labels(opened.message)
    direct = await client.slash("leaderboard", {"scope": "server"}, channel=client.direct)
    assert "Each server has its own leaderboard" in direct.text
    assert "5 players" in (await client.slash("leaderboard", channel=client.direct)).text


async def test_pages_periods_and_tracks(chat: Sandbox, database: Database) -> None:
    client = chat.client
    crowd = [chat.add_user(f"Player {number}") for number in range(23)]
    async with database.writing() as connection:
        for place, player in enumerate(crowd):
            await solve(connection, player, 60 + place)
        await solve(connection, client.me, 500)
        for ago in (1, 2, 3, 9):
            await solve(connection, client.me, 100, days_ago(ago))
        await solve(connection, client.member, 40, days_ago(1), Track.HARD)
    reply = await client.slash("leaderboard", {"scope": "global"})
    assert len(lines(reply)) == 10
    assert f"You: **24.** <@{client.me}> · **8:20**" in reply.text
    assert "Page 1 of 3" in reply.text
    assert "Previous page" not in enabled(reply)
    reply = await client.press(reply, "Next page")
    assert lines(reply)[0] == f"**11.** <@{crowd[10]}> · **1:10**"
    reply = await client.press(reply, "Next page")
    assert lines(reply)[-1] == f"**24.** <@{client.me}> · **8:20** ← you"
    assert "Next page" not in enabled(reply)
    assert "Later →" not in enabled(reply)
    reply = await client.press(reply, "← Earlier")
    assert "#122, 2027-03-02" in reply.text
    assert lines(reply) == [f"**1.** <@{client.me}> · **1:40** ← you"]
    reply = await client.select(reply, "Track", ["hard"])
    assert lines(reply) == [f"**1.** <@{client.member}> · **0:40**"]
    assert "You are not on this leaderboard." in reply.text
    reply = await client.select(reply, "Track", ["normal"])
    reply = await client.select(reply, "Period", ["week"])
    assert "Week from 2027-03-01 to 2027-03-07" in reply.text
    assert lines(reply)[0] == f"**1.** <@{client.me}> · 3 solved · **11:40** ← you"
    reply = await client.press(reply, "← Earlier")
    assert "Week from 2027-02-22 to 2027-02-28" in reply.text
    reply = await client.press(reply, "Later →")
    assert "Week from 2027-03-01" in reply.text
    reply = await client.select(reply, "Period", ["all"])
    assert "All time" in reply.text
    assert "← Earlier" not in labels(reply.message)
    empty = await client.slash("leaderboard", {"period": "day", "track": "easy"})
    assert "Nobody is on this leaderboard." in empty.text


async def test_only_managers_see_in_private_whose_times_are_far_under_par(
    chat: Sandbox, database: Database
) -> None:
    client = chat.client
    async with database.writing() as connection:
        for ago in range(1, 12):
            solved = await solve(connection, client.member, 60, days_ago(ago))
            await pars.add(connection, [StoredPar(solved.id, 300, 0.0, 0.1)])
        await players.join(connection, client.member, client.guild)
    told = f"**1.** <@{client.member}>: 80% under par on average of 10 boards"
    for user, private in ((client.manager, True), (client.manager, False), (client.member, True)):
        reply = await client.slash(
            "leaderboard", {"period": "par", "track": "normal", "private": private}, user=user
        )
        reply = await client.press(reply, "← Earlier", user=user)
        assert f"**1.** <@{client.member}> · **80% under par**" in reply.text
        assert (told in reply.text) is (user == client.manager and private)
