"""Boards in chat follow the board page, with short times instead of the real ones."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.boards import following
from bot.boards.following import BoardFollower, FollowTimes
from service.playing.loaded_attempt import LoadedAttempt
from service.running.watching import Watchers
from tests.support.waiting import until
from workers.errors import TimedOut

LONG = 1000.0
SHORT = FollowTimes(pause=0.02, interval=0.02, solved=LONG, token=LONG)


def board(revision: int, *, attempt: int = 7, solved: bool = False) -> LoadedAttempt:
    state = SimpleNamespace(id=attempt, revision=revision, revealed=False)
    return cast("LoadedAttempt", SimpleNamespace(attempt=state, solved=solved))


class Message:
    """A message in chat: the revisions that it was edited to show."""

    def __init__(self, times: FollowTimes = SHORT) -> None:
        self.watchers = Watchers[LoadedAttempt]()
        self.follower = BoardFollower(self.watchers, times)
        self.shown: list[int] = []

    def follow(self, revision: int, **more: Any) -> None:
        self.follower.follow(board(revision, **more), self.redraw)

    def change(self, revision: int, **more: Any) -> None:
        self.watchers.publish(7, revision, board(revision, **more))

    async def redraw(self, newer: LoadedAttempt) -> None:
        self.shown.append(newer.attempt.revision)


async def test_many_strokes_are_one_edit_after_a_pause() -> None:
    message = Message()
    message.follow(1)
    for revision in range(2, 20):
        message.change(revision)
    await until(lambda: message.shown)
    message.change(20)
    await until(lambda: message.shown[-1] == 20)
    assert message.shown == [19, 20]
    await message.follower.close()
    assert message.watchers.watched == {}


async def test_what_the_chat_shows_itself_is_not_drawn_again() -> None:
    message = Message()
    message.follow(1)
    message.change(2)
    message.follow(2)
    await until(lambda: len(asyncio.all_tasks()) == 1)
    assert message.shown == []
    message.change(3)
    await until(lambda: message.shown == [3])
    await message.follower.close()


async def test_a_solved_board_is_drawn_without_a_pause() -> None:
    message = Message(FollowTimes(pause=LONG, interval=LONG, solved=0, token=LONG))
    message.follow(1)
    message.change(2)
    await asyncio.sleep(0)
    message.change(3, solved=True)
    await until(lambda: message.shown == [3])
    await until(lambda: message.watchers.watched == {})
    message.follow(3, solved=True)
    assert message.watchers.watched == {}


async def test_a_solved_board_does_not_wait_for_the_interval() -> None:
    message = Message(FollowTimes(pause=0, interval=LONG, solved=0, token=LONG))
    message.follow(1)
    message.change(2)
    await until(lambda: message.shown == [2])
    message.change(3, solved=True)
    await until(lambda: message.shown == [2, 3])


async def test_a_message_that_cannot_be_edited_any_more_is_left() -> None:
    message = Message(FollowTimes(token=0.01))
    message.follow(1)
    await until(lambda: message.watchers.watched == {})
    message = Message()

    async def fail(_: LoadedAttempt) -> None:
        raise TimedOut(1)

    message.follower.follow(board(1), fail)
    message.change(2)
    await until(lambda: message.watchers.watched == {})
    message = Message()
    message.follow(1)
    message.follower.end(7)
    message.follower.end(7)
    assert message.watchers.watched == {}


async def test_a_removed_board_is_left() -> None:
    message = Message()
    message.follow(1)
    message.change(2)
    message.watchers.end(7)
    assert message.watchers.watched == {}
    await message.follower.close()
    assert message.shown == []


async def test_the_board_shown_first_is_left_beyond_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "MAX_FOLLOWING", 2)
    message = Message()
    for attempt in (7, 8, 9):
        message.follow(1, attempt=attempt)
    assert set(message.watchers.watched) == {8, 9}
    await message.follower.close()
