"""Answers are held back while acknowledgements are late, and not longer."""

import asyncio

import pytest

from bot.answering import callbacks
from bot.answering.callbacks import LATE_SECONDS, LateAcknowledgements
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
