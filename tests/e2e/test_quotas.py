"""Quotas of work in the chat: a refusal names the time when it ends, quotas survive a restart, and
playing a board is exempt."""

import re

from tests.support.chat.dailies import put_clock
from tests.support.chat.playing import press
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox

BLANK = "10x10:zzzv"
"""A puzzle with so many solutions that counting them takes a while."""
PUZZLE = "2x2:0b4"
USED, USED_JA = "You have used up your solving time for this hour", "使い切りました"


async def use_up(chat: Sandbox, told: str, user: int | None = None) -> str:
    """Solve until the quota is used up; returns the text of the refusal."""
    for _ in range(50):
        answer = await chat.client.slash("solve", {"puzzle": BLANK, "private": True}, user=user)
        if told in answer.text:
            return answer.text
    raise AssertionError("it is never used up")


async def test_with_a_used_quota_people_can_play_and_solve_an_hour_later(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    put_clock(sandbox, 10)
    haru = sandbox.world.add_user("Haru", locale="ja")
    async with run_bot(sandbox, person_seconds=0.2):
        board = await client.slash("play", {"puzzle": "3x3:3a3c3a3"})
        answer = await use_up(sandbox, USED)
        (until,) = re.findall(r"<t:(\d+):R>", answer)
        assert int(until) % 3600 == 0
        assert 0 < int(until) - sandbox.clock() <= 3600
        await press(sandbox, board, "right")
        assert "draws lines" in board.text
        assert "Dailies #" in (await client.slash("daily")).text
        assert until in await use_up(sandbox, USED_JA, haru)
    async with run_bot(sandbox, person_seconds=0.2):
        assert USED in (await client.slash("solve", {"puzzle": PUZZLE})).text
        sandbox.clock.advance(int(until) - sandbox.clock())
        assert "One solution" in (await client.slash("solve", {"puzzle": PUZZLE})).text


async def test_too_many_commands_in_a_row_are_refused(sandbox: Sandbox, run_bot: Runner) -> None:
    client = sandbox.client
    async with run_bot(sandbox, person_pace=0.75):
        for _ in range(2):
            answer = await client.slash("privacy")
            assert "too quick" not in answer.text
        answer = await client.slash("privacy")
        assert "too quick" in answer.text
        assert answer.ephemeral
        answer = await client.slash("privacy", user=client.member)
        assert "too quick" not in answer.text
