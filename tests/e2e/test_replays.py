"""Somebody deletes their data to play a live daily again: it is unranked, and said so."""

import json

import pytest

from tests.support.chat.dailies import daily_puzzle, put_clock
from tests.support.chat.messages import lines
from tests.support.chat.playing import moves_of, press
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import boards, privacy


async def delete(chat: Sandbox) -> Reply:
    asked = await chat.client.press(await chat.client.slash("privacy"), "Delete me…")
    return await chat.client.press(asked, "Delete everything")


@pytest.mark.both_databases
async def test_a_daily_that_was_revealed_and_deleted_is_unranked(own_chat: Sandbox) -> None:
    client = own_chat.client
    put_clock(own_chat, 12)
    shown = await client.slash("daily", {"track": "easy"})
    moves = {"moves": moves_of(await daily_puzzle(own_chat, "easy"))}
    theirs = await client.slash("daily", {"track": "easy"}, user=client.member)
    await client.press(theirs, "Play", user=client.member)
    own_chat.clock.advance(300)
    await client.slash("submit", moves, user=client.member)
    for _ in range(2):
        board = await client.press(shown, "Play")
        asked = await press(own_chat, board, "give-up")
        assert len((await client.press(asked, "Show the solution")).files) == 1
        assert privacy.TODAY_REMAINS.text in (await delete(own_chat)).text
        board = await client.press(shown, "Play")
        assert boards.REPLAYED.text in board.text
        own_chat.clock.advance(2)
        solved = await client.slash("submit", moves)
        assert boards.SOLVED.text in solved.text
        assert boards.REPLAYED.text in solved.text
        assert "unranked" in solved.text
        ranks = await client.press(shown, "Leaderboard")
        assert [line.split(" · ")[0] for line in lines(ranks)] == [f"**1.** <@{client.member}>"]
        await delete(own_chat)
    exported = await client.press(await client.slash("privacy"), "Export")
    tables = json.loads(await exported.attachment_bytes())
    assert {name: len(rows) for name, rows in tables.items() if rows} == {"deletions": 1}
