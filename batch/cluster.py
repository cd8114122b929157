"""The engine on a Dask cluster: Dask distributes chunks, and their parts come back as bytes.

The machines therefore need no common folder.
"""

import secrets
import time
from typing import Any, Self

from distributed import Client, KilledWorker

from batch.dask_workers import (
    LOST,
    PoolSetup,
    connect,
    failure,
    leave,
    own_version,
    pools_here,
    require_private,
    require_version,
)
from batch.engine import CHUNK_SETUP, Chunk, Engine, FinishedChunk, chunk_limits, finish_chunk
from batch.errors import BatchError, ClusterLostError, ClusterPackageError
from batch.rows import ItemWork

CHUNKS_PER_THREAD = 2
"""Number of chunks that are given to the cluster for each of its threads."""
RETRIES = 3
"""How often a chunk is tried again when its worker is lost."""
UPDATE_SECONDS = 2.0
"""Minimum seconds between two requests for the number of threads."""


async def run_chunk(
    key: str, version: str, setup: PoolSetup, work: ItemWork, chunk: Chunk
) -> FinishedChunk:
    """The task of Dask: do the work of a chunk; raises `BatchError` for another version of Ouro."""
    require_version(version)
    pools = await pools_here()
    return await pools.run(key, setup, lambda pool: finish_chunk(pool, work, chunk))


class ClusterEngine(Engine):
    """Works on chunks in a Dask cluster with a scheduler at an address."""

    def __init__(self, work: ItemWork, address: str, kill_after: float) -> None:
        require_private(address)
        self._work = work
        self._address = address
        self._setup = PoolSetup(CHUNK_SETUP, chunk_limits(kill_after))
        self._run = secrets.token_hex(4)
        self._client: Client | None = None
        self._next_update = 0.0
        self.window = 1

    async def __aenter__(self) -> Self:
        self._client = await connect(self._address)
        await self._update_window()
        return self

    async def close(self) -> None:
        """Leave the cluster, which drops what it has not finished."""
        if self._client is not None:
            await leave(self._client)

    async def finish(self, chunk: Chunk) -> FinishedChunk:
        """See `Engine.finish`.

        Raises `ClusterLostError` when the scheduler does not answer any more, `ClusterPackageError`
        when a worker lacks pyarrow, and `BatchError` when a chunk ends the workers that try it, or
        their version is another one.
        """
        key = f"ouro-{self._run}-{chunk.number}"
        future = self._connected().submit(
            run_chunk,
            key,
            own_version(),
            self._setup,
            self._work,
            chunk,
            key=key,
            retries=RETRIES,
            pure=False,
        )
        try:
            done: FinishedChunk = await future.result()
        except LOST:
            raise ClusterLostError(self._address) from None
        except KilledWorker:
            problem = f"The workers of {self._address} died {RETRIES} times doing part"
            raise BatchError(f"{problem} {chunk.number}; their logs may tell why.") from None
        except BatchError:
            raise
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and error.name == "pyarrow":
                raise ClusterPackageError(self._address, error.name) from error
            raise BatchError(failure(self._address, error)) from error
        finally:
            future.release()
        await self._update_window()
        return done

    async def _update_window(self) -> None:
        """Adapt the window to the number of threads, which changes as workers come and go."""
        if time.monotonic() >= self._next_update:
            self._next_update = time.monotonic() + UPDATE_SECONDS
            try:
                threads: dict[str, int] = await self._connected().nthreads()
            except LOST:
                raise ClusterLostError(self._address) from None
            self.window = CHUNKS_PER_THREAD * max(1, sum(threads.values()))

    def _connected(self) -> Any:
        """The client, which has no types."""
        if self._client is None:
            raise ClusterLostError(self._address)
        return self._client
