"""The engine on a Dask cluster.

Dask distributes chunks. Each of its workers has a pool of worker processes of ours, because Dask
cannot stop a running task, and these can be killed. The results come back as bytes, so the machines
need no common folder. Dask's scheduler runs what anyone sends who can reach it: it has to be on a
private network, with mutual TLS.
"""

import asyncio
import logging
import secrets
import threading
import time
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit

from distributed import Client, KilledWorker, WorkerPlugin, get_worker
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError
from distributed.worker import Worker as DaskWorker

from batch.chunks import Chunk, FinishedChunk, batch_pool, finish_chunk
from batch.engine import Engine
from batch.errors import BatchError, ClusterLostError
from batch.rows import ItemWork
from workers.pool import LocalPool

CONNECT_SECONDS = 30
"""Maximum seconds to reach the scheduler and a first worker."""
CHUNKS_PER_THREAD = 2
"""Number of chunks that are given to the cluster for each of its threads."""
RETRIES = 3
"""How often a chunk is tried again when its worker is lost."""
UPDATE_SECONDS = 2.0
"""Minimum seconds between two requests for the number of threads."""
LOST = (CommClosedError, TimeoutError)
"""Errors of a client whose scheduler is gone."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def require_private(address: str) -> None:
    """Raise `BatchError` unless an address is one with TLS, or on this machine.

    >>> require_private("tls://10.0.0.5:8786"), require_private("tcp://127.0.0.1:8786")
    (None, None)
    >>> require_private("tcp://10.0.0.5:8786")
    Traceback (most recent call last):
    ...
    batch.errors.BatchError: The cluster tcp://10.0.0.5:8786 has no TLS, and whoever reaches it \
can run programs there; start it with TLS (docs/batches.md) and give tls://HOST:PORT.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme != "tls" and parts.hostname not in LOOPBACK:
        raise BatchError(
            f"The cluster {address} has no TLS, and whoever reaches it can run programs there; "
            "start it with TLS (docs/batches.md) and give tls://HOST:PORT."
        )


class ChunkPool(WorkerPlugin):  # type: ignore[misc] # mypy does not read Dask, as it is an extra
    """Worker processes of ours in each worker of Dask: one for each of its threads."""

    def __init__(self, kill_after: float) -> None:
        self._kill_after = kill_after
        self._pool: LocalPool | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def setup(self, worker: DaskWorker) -> None:
        """Open the pool, in an event loop of its own."""
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._pool = self._run(_opened(worker.state.nthreads, self._kill_after))

    def teardown(self, worker: DaskWorker) -> None:
        """Kill the worker processes."""
        del worker
        if self._pool is not None and self._loop is not None:
            self._run(self._pool.close())
            self._loop.call_soon_threadsafe(self._loop.stop)

    def finish(self, work: ItemWork, chunk: Chunk) -> FinishedChunk:
        """Do the work of a chunk, while a thread of Dask waits."""
        assert self._pool is not None  # noqa: S101 - for the type checker: `setup` has run
        done: FinishedChunk = self._run(finish_chunk(self._pool, work, chunk))
        return done

    def _run(self, coroutine: Any) -> Any:
        assert self._loop is not None  # noqa: S101 - for the type checker
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()


async def _opened(workers: int, kill_after: float) -> LocalPool:
    return await batch_pool(workers, kill_after).__aenter__()


def run_chunk(plugin: str, work: ItemWork, chunk: Chunk) -> FinishedChunk:
    """The task of Dask: do the work of a chunk in the pool of the plugin with a name."""
    pool: ChunkPool = get_worker().plugins[plugin]
    return pool.finish(work, chunk)


class ClusterEngine(Engine):
    """Works on chunks in a Dask cluster with a scheduler at an address."""

    def __init__(self, work: ItemWork, address: str, kill_after: float) -> None:
        require_private(address)
        self._work = work
        self._address = address
        self._kill_after = kill_after
        self._plugin = f"ouro-{kill_after:g}"
        self._run = secrets.token_hex(4)
        self._client: Client | None = None
        self._next_update = 0.0
        self.window = 1

    async def __aenter__(self) -> Self:
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # it is raised
        try:
            client = await Client(self._address, asynchronous=True, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise BatchError(f"The cluster {self._address} cannot be used: {error}.") from None
        self._client = client
        try:
            await client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            await client.register_plugin(ChunkPool(self._kill_after), name=self._plugin)
        except TimeoutError:
            await client.close()
            raise BatchError(f"The cluster {self._address} has no worker.") from None
        await self._update_window()
        return self

    async def close(self) -> None:
        """Leave the cluster, which drops what it has not finished."""
        if self._client is not None:
            with suppress(*LOST):
                await self._client.close()

    async def finish(self, chunk: Chunk) -> FinishedChunk:
        """See `Engine.finish`.

        Raises `ClusterLostError` when the scheduler does not answer any more, and `BatchError` when
        a chunk ends the workers that try it.
        """
        client = self._connected()
        future = client.submit(
            run_chunk,
            self._plugin,
            self._work,
            chunk,
            key=f"ouro-{self._run}-{chunk.number}",
            retries=RETRIES,
            pure=False,
        )
        try:
            done: FinishedChunk = await future.result()
        except (FutureCancelledError, *LOST):
            raise ClusterLostError(self._address) from None
        except KilledWorker:
            problem = f"The workers of {self._address} died {RETRIES} times doing part"
            raise BatchError(f"{problem} {chunk.number}; their logs may tell why.") from None
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
