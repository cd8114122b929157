"""Requests for suggestions: one per person, the newest, and only while Discord waits."""

import asyncio

from bot.core.command_tree import LatestRequests
from tests.support.waiting import until

ADA, BOB = 7, 8


class Typing:
    """People who type; each request takes as long as `gate` is closed, in steps of a database."""

    def __init__(self, requests: LatestRequests) -> None:
        self.requests = requests
        self.gate = asyncio.Event()
        self.running = 0
        self.most = 0
        self.answered: list[str] = []

    async def ask(self, person: int, text: str) -> None:
        await self.requests.begin(person)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)  # a statement that is finished first
            raise
        finally:
            self.running -= 1
        self.answered.append(text)


async def test_only_the_newest_request_of_a_person_is_answered() -> None:
    typing = Typing(LatestRequests())
    tasks = []
    for text in ("a", "ab", "abc", "abcd"):
        tasks.append(asyncio.create_task(typing.ask(ADA, text)))
        await asyncio.sleep(0)
    await until(lambda: tasks[2].done() and typing.running == 1)
    typing.gate.set()
    await asyncio.wait(tasks)
    assert typing.answered == ["abcd"]
    assert typing.most == 1
    assert [task.cancelled() for task in tasks] == [True, True, True, False]
    assert len(typing.requests) == 0


async def test_people_do_not_wait_for_each_other() -> None:
    typing = Typing(LatestRequests())
    tasks = [asyncio.create_task(typing.ask(person, "a")) for person in (ADA, BOB)]
    await until(lambda: (typing.running, len(typing.requests)) == (2, 2))
    typing.gate.set()
    await asyncio.gather(*tasks)
    assert typing.answered == ["a", "a"]


async def test_a_request_ends_when_nobody_waits_for_it() -> None:
    typing = Typing(LatestRequests(seconds=0.01))
    task = asyncio.create_task(typing.ask(ADA, "a"))
    await asyncio.wait([task])
    assert task.cancelled()
    assert (typing.answered, typing.running, len(typing.requests)) == ([], 0, 0)
