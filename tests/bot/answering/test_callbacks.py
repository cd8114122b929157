"""Answers are held back while acknowledgements are late, and not longer; a press has one."""

import asyncio
from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answering import callbacks
from bot.answering.callbacks import LATE_SECONDS, FirstAnswer, LateAcknowledgements
from service.errors import AlreadyClaimed
from tests.support.waiting import until


class Hold:
    """Acknowledgements by a clock of the test, and an answer that may be held back."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.late = LateAcknowledgements(lambda: self.seconds)

    def answer(self) -> asyncio.Task[None]:
        return asyncio.create_task(self.late.until_none())


async def test_an_answer_waits_until_no_acknowledgement_is_late() -> None:
    hold = Hold()
    for number in (1, 2):
        hold.late.add(number, hold.seconds)
    hold.seconds += LATE_SECONDS + 0.01
    hold.late.add(3, hold.seconds)
    answers = [hold.answer(), hold.answer()]
    await asyncio.sleep(0)
    hold.late.remove(1)
    await asyncio.sleep(0)
    assert not any(answer.done() for answer in answers)
    hold.late.remove(2)  # the third is not late
    await asyncio.gather(*answers)


async def test_an_answer_does_not_wait_for_prompt_acknowledgements() -> None:
    hold = Hold()
    await hold.late.until_none()
    hold.late.add(1, hold.seconds)
    hold.seconds += LATE_SECONDS / 2
    await hold.late.until_none()
    hold.late.remove(1)
    hold.late.remove(1)  # it was sent, and then the block of its acknowledgement ended
    hold.seconds += 10
    assert not hold.late.any_late


async def test_an_answer_is_not_held_back_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callbacks, "MAX_HOLD_SECONDS", 0.01)
    hold = Hold()
    hold.late.add(1, hold.seconds)
    hold.seconds += LATE_SECONDS + 0.01
    answer = hold.answer()
    await until(answer.done)


class Press:
    """A press, and what is sent as its acknowledgement, each when the test lets it arrive.

    `accepts` is whether Discord takes the next one; `failure` is raised instead.
    """

    def __init__(self, seconds: float = 600.0) -> None:
        self.sent: list[str] = []
        self.arrive = asyncio.Event()
        self.accepts = True
        self.failure: Exception | None = None
        self.first = FirstAnswer(self._acknowledge, lambda: self._send("deferral"), seconds)

    async def _acknowledge(self, sending: Awaitable[object]) -> bool:
        await sending
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        return self.accepts

    async def _send(self, what: str) -> None:
        self.sent.append(what)
        await self.arrive.wait()

    def answer(self) -> asyncio.Task[bool]:
        return asyncio.create_task(self.first.send(lambda: self._send("answer")))

    async def has_sent(self, *expected: str) -> None:
        await until(lambda: self.sent == [*expected])


async def test_the_timer_that_fires_while_an_answer_is_sent_sends_nothing() -> None:
    press = Press()
    answer = press.answer()
    await press.has_sent("answer")
    press.first._begin_deferral()
    press.arrive.set()
    assert await answer
    await press.first.deferred()
    await press.first.close()
    assert press.sent == ["answer"]


async def test_an_answer_waits_for_the_deferral_that_is_sent_and_is_left_to_the_caller() -> None:
    press = Press(0.0)
    await press.has_sent("deferral")
    answer = press.answer()
    await asyncio.sleep(0)
    assert not answer.done()
    press.arrive.set()
    assert not await answer
    await press.first.close()
    assert press.sent == ["deferral"]


async def test_an_answer_that_discord_does_not_take_is_followed_by_a_deferral() -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    for failure in (discord.HTTPException(response, "too large"), ConnectionResetError()):
        press = Press()
        press.arrive.set()
        press.failure = failure
        assert not await press.answer()
        assert press.sent == ["answer", "deferral"]


async def test_an_answer_to_a_press_that_was_acknowledged_elsewhere_is_left_to_the_caller() -> None:
    press = Press()
    press.arrive.set()
    press.accepts = False
    assert not await press.answer()
    assert not await press.answer()
    assert press.sent == ["answer"]


async def test_a_failed_deferral_is_told_to_whoever_waits_for_it() -> None:
    press = Press(0.0)
    press.failure = AlreadyClaimed()
    await press.has_sent("deferral")
    answer = press.answer()
    press.arrive.set()
    with pytest.raises(AlreadyClaimed):
        await answer
    await press.first.close()


async def test_nothing_is_sent_for_a_press_whose_answer_has_ended() -> None:
    press = Press()
    await press.first.close()
    press.first._begin_deferral()
    await press.first.deferred()
    assert press.sent == []


async def test_an_answer_that_is_late_already_is_not_sent_first() -> None:
    press = Press(0.0)
    press.arrive.set()
    assert not await press.first.send(lambda: press._send("answer"))
    assert press.sent == ["deferral"]
