"""The order of waiting jobs: fair among users, who never fill all workers of a priority."""

import asyncio
from typing import Any

import pytest

from tests.support.waiting import until
from workers.job_queue import SYSTEM, JobQueue, Priority

QUICK, SLOW, LONG = Priority.QUICK, Priority.SLOW, Priority.LONG


class Idle:
    """A worker that does nothing."""

    replacing: asyncio.Future[None] | None = None


class Scene:
    """A queue in front of workers that do nothing; `begun` has the users of jobs in order."""

    def __init__(self, workers: int, *, fair: bool = True) -> None:
        self.workers: list[Any] = [Idle() for _ in range(workers)]
        self.queue, self.begun = JobQueue(self.workers, fair=fair), list[int]()
        for worker in self.workers:
            self.queue.add_free(worker)

    async def hold(self, *jobs: tuple[int, Priority], work: float = 1.0) -> list[asyncio.Event]:
        """Begin jobs of users; those that get a worker keep it until their event is set."""
        ends = [asyncio.Event() for _ in jobs]
        for (person, priority), end in zip(jobs, ends, strict=True):
            asyncio.create_task(self._hold(person, priority, work, end))  # noqa: RUF006
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        return ends

    async def _hold(self, person: int, priority: Priority, work: float, end: asyncio.Event) -> None:
        async with self.queue.worker(priority, person, work):
            self.begun.append(person)
            await end.wait()


@pytest.mark.parametrize(
    ("workers", "priority", "places"),
    [(1, QUICK, 1), (2, QUICK, 2), (3, QUICK, 3), (2, SLOW, 1), (3, SLOW, 2), (4, LONG, 2)],
)
async def test_one_user_leaves_a_worker_of_each_priority_to_others(
    workers: int, priority: Priority, places: int
) -> None:
    scene = Scene(workers)
    await scene.hold(*[(1, priority)] * 9)
    assert scene.begun == [1]
    await scene.hold(*[(user, priority) for user in (2, 3, 4)])
    assert scene.begun == [1, 2, 3][:places]


async def test_long_jobs_of_a_user_count_with_their_slow_ones_but_not_with_quick_ones() -> None:
    scene = Scene(3)
    await scene.hold((1, LONG), (1, SLOW), (2, SLOW), (1, QUICK))
    assert scene.begun == [1, 2, 1]


async def test_the_service_and_an_unfair_queue_have_no_such_limit() -> None:
    for scene, person in ((Scene(3), SYSTEM), (Scene(3, fair=False), 1)):
        await scene.hold(*[(person, QUICK)] * 3)
        assert len(scene.begun) == 3


async def test_whoever_had_least_work_is_next() -> None:
    scene = Scene(2)
    (end,) = await scene.hold((1, SLOW))
    ends = await scene.hold((1, SLOW), (1, SLOW), (2, SLOW), (2, SLOW), (3, SLOW))
    for done in (end, *ends):
        done.set()
    await until(lambda: len(scene.begun) == 6)
    assert scene.begun == [1, 2, 3, 1, 2, 1]


async def test_small_jobs_use_less_of_the_turn_of_their_user() -> None:
    scene = Scene(1)
    (end,) = await scene.hold((9, SLOW))
    ends = await scene.hold((1, SLOW), (1, SLOW))
    ends += await scene.hold(*[(2, SLOW)] * 3, work=0.25)
    assert scene.queue.is_full(SLOW, 2.75)
    assert not scene.queue.is_full(SLOW, 2.76)
    for done in (end, *ends):
        done.set()
    await until(lambda: len(scene.begun) == 6)
    assert scene.begun == [9, 1, 2, 2, 2, 1]


async def test_a_worker_that_starts_again_counts_for_its_job_until_then() -> None:
    scene = Scene(3)
    (end,) = await scene.hold((1, LONG))
    (worker,) = {*scene.workers} - {*scene.queue._free}
    worker.replacing = asyncio.get_running_loop().create_future()
    end.set()
    await asyncio.sleep(0)
    await scene.hold((2, LONG), (3, SLOW))
    assert (scene.begun, scene.queue.running) == ([1, 3], 2)
    worker.replacing.set_result(None)
    await until(lambda: scene.begun == [1, 3, 2])
