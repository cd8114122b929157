"""Engines: what works on several chunks at once, on this machine or on others; and the work on one.

Worker processes that can be killed do the items of a chunk, and the rows are a part.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Self

from msgspec import Struct

from batch.errors import BatchError
from batch.rows import (
    BatchItem,
    ItemFailure,
    ItemResult,
    ItemWork,
    PuzzleRow,
    RowsAnswer,
    RowsRequest,
    answer_items,
    batch_registry,
)
from workers.errors import (
    AnswerTooLarge,
    CodeChanged,
    JobFailed,
    OutOfMemory,
    TimedOut,
    WorkerLost,
    WorkError,
)
from workers.pool import LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

GROUP_SECONDS = 0.1
"""About how long a worker process works on items that it gets at once.

To hand over a group takes about 0.001 s.
"""
MAX_GROUP = 64
"""Maximum number of items that a worker process gets at once."""
MEMORY = 4096
"""Maximum address space of a worker process, in MiB."""
RESIDENT = 1024
"""Resident memory, in MiB, beyond which a worker process is replaced."""
ITEM_JOBS = 5_000
"""Number of groups after which a worker process is replaced."""
PERSON = 1
"""The user ID of all jobs: a pool of a batch has no other users."""
CHUNK_SETUP = WorkerSetup(registry=batch_registry)
"""What the worker processes run."""


class Chunk(Struct, frozen=True):
    """The items of one part."""

    number: int
    items: tuple[BatchItem, ...]


class FinishedChunk(Struct, frozen=True):
    """A part as the bytes of its file, and its number of items."""

    number: int
    data: bytes
    items: int


def chunk_limits(kill_after: float) -> WorkerLimits:
    """The limits of a worker process, which is killed after some seconds with an item."""
    return WorkerLimits(kill_after, MEMORY, jobs=ITEM_JOBS, resident=RESIDENT)


def batch_pool(workers: int, kill_after: float) -> LocalPool:
    """A pool of worker processes, each of which is killed with an item that takes too long.

    `kill_after` is in seconds.
    """
    return LocalPool(
        workers=workers,
        queue=workers,
        per_person=workers,
        fair=False,
        limits=chunk_limits(kill_after),
        worker_setup=CHUNK_SETUP,
    )


async def finish_chunk(pool: LocalPool, work: ItemWork, chunk: Chunk) -> FinishedChunk:
    """Do the work of a chunk, one group of items after another.

    Cancelling the call kills the process that works on it. Raises `ModuleNotFoundError` without
    pyarrow, which a cluster of bots does without: what it unpickles imports this module.
    """
    from batch.schema import part_of  # noqa: PLC0415 - see above

    results, seconds = await item_results(pool, work, chunk.items)
    rows = [result for result in results if isinstance(result, PuzzleRow)]
    failures = [result for result in results if isinstance(result, ItemFailure)]
    data = part_of(rows, failures, seconds)
    return FinishedChunk(chunk.number, data, len(chunk.items))


async def item_results(
    pool: LocalPool, work: ItemWork, items: Sequence[BatchItem]
) -> tuple[list[ItemResult], float]:
    """The result of each item, in order, and the seconds of processor time for all.

    Items are handed over in groups. When the process of a group ends, its items are done again one
    by one, so that only the one to blame fails.
    """
    results: list[ItemResult] = []
    seconds = 0.0
    size = 1
    while len(results) < len(items):
        group = tuple(items[len(results) : len(results) + size])
        answer = await _group_results(pool, work, group)
        results += answer.results
        seconds += answer.seconds
        each = max(answer.seconds / len(group), 1e-6)
        size = max(1, min(MAX_GROUP, 2 * size, int(GROUP_SECONDS / each)))
    return results, seconds


async def _group_results(
    pool: LocalPool, work: ItemWork, group: tuple[BatchItem, ...]
) -> RowsAnswer:
    try:
        request = RowsRequest(work, group)
        return await pool.run(answer_items, request, person=PERSON, priority=Priority.QUICK)
    except WorkError as error:
        if len(group) == 1:
            return RowsAnswer((ItemFailure(group[0].number, _reason(error)),), 0.0)
    alone = [await _group_results(pool, work, (item,)) for item in group]
    results = tuple(result for answer in alone for result in answer.results)
    return RowsAnswer(results, sum(answer.seconds for answer in alone))


def _reason(error: WorkError) -> str:
    match error:
        case TimedOut():
            return f"Its process was killed after {error.seconds:g} s."
        case OutOfMemory():
            return f"Its process needed more than {error.mebibytes} MiB."
        case WorkerLost():
            return "Its process was killed twice."
        case AnswerTooLarge():
            return "Its row is too large."
        case CodeChanged():
            raise BatchError(str(error)) from error
        case JobFailed():
            return f"It failed by a mistake in Ouro: {error.report.strip().splitlines()[-1]}."
        case _:
            raise error


class Engine(ABC):
    """Works on chunks; an async context manager."""

    window: int
    """Maximum number of chunks that it gets at once; it may change."""

    @abstractmethod
    async def finish(self, chunk: Chunk) -> FinishedChunk:
        """Do the work of a chunk; raises `BatchError` when the engine itself is lost."""

    @abstractmethod
    async def close(self) -> None:
        """End the running work, and release everything that the engine uses."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class LocalEngine(Engine):
    """Works on chunks in `jobs` processes of this machine."""

    def __init__(self, work: ItemWork, jobs: int, kill_after: float) -> None:
        self._work = work
        self._pool = batch_pool(jobs, kill_after)
        self.window = jobs

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        return self

    async def close(self) -> None:
        """Kill the processes."""
        await self._pool.close()

    async def finish(self, chunk: Chunk) -> FinishedChunk:
        """See `Engine.finish`."""
        return await finish_chunk(self._pool, self._work, chunk)


async def finished(engine: Engine, chunks: Iterable[Chunk]) -> AsyncIterator[FinishedChunk]:
    """The results of chunks as they come, in any order; chunks are taken as they are needed.

    When the caller stops, or a chunk raises, the others are cancelled.
    """
    left = iter(chunks)
    running: set[asyncio.Task[FinishedChunk]] = set()
    done: set[asyncio.Task[FinishedChunk]] = set()
    try:
        while True:
            while len(running) < engine.window and (chunk := next(left, None)) is not None:
                running.add(asyncio.create_task(engine.finish(chunk)))
            if not running:
                return
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, *done, return_exceptions=True)
