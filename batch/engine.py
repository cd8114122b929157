"""Engines: what works on several chunks at once, on this machine or on others."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Self

from batch.chunks import Chunk, FinishedChunk, batch_pool, finish_chunk
from batch.rows import ItemWork


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

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
