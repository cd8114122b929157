"""Pools of worker processes of ours in the workers of a Dask cluster.

Dask cannot stop a running task, and these processes can be killed. Batches (`batch.cluster`) and
the bot (`batch.cluster_pool`) use the same pools. Dask's scheduler runs what anyone sends who can
reach it: it has to be on a private network, with mutual TLS.
"""

import asyncio
import logging
import os
import socket
import ssl
import time
import warnings
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import urlsplit

from distributed import Client, WorkerPlugin, get_worker
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError
from distributed.security import Security
from distributed.versions import VersionMismatchWarning
from distributed.worker import Worker as DaskWorker
from msgspec import Struct

from batch.errors import BatchError
from service.version import VERSION
from workers.code import own_code
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup

PLUGIN = "ouro"
"""The name of `DaskPools` in the workers of Dask."""
CONNECT_SECONDS = 30
"""Maximum seconds to reach the scheduler and a first worker."""
LINK_SECONDS = 5.0
"""Maximum seconds to see whether a scheduler listens, and which certificate it shows."""
LISTEN_SECONDS = 0.2
"""Seconds between two looks whether a scheduler listens."""
DEFAULT_PORT = 8786
"""The port of a scheduler whose address has none."""
LEAVE_SECONDS = 1.0
"""Maximum seconds to leave a cluster, which may not answer."""
LOST = (FutureCancelledError, CommClosedError, TimeoutError)
"""Errors of a client whose scheduler is gone."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

Result = TypeVar("Result")


class PoolSetup(Struct, frozen=True):
    """What the processes of a pool run, and within which limits."""

    worker: WorkerSetup
    limits: WorkerLimits


class DaskPools(WorkerPlugin):  # type: ignore[misc] # mypy does not read Dask, as it is an extra
    """The pools of a worker of Dask, opened when they are first needed.

    Each has a process for each thread of the worker, which is the number of its tasks at once.
    """

    def setup(self, worker: DaskWorker) -> None:
        """Note the number of threads."""
        self._threads = worker.state.nthreads
        self._pools: dict[PoolSetup, LocalPool] = {}
        self._running: dict[str, asyncio.Task[Any]] = {}

    async def teardown(self, worker: DaskWorker) -> None:
        """Kill the processes."""
        del worker
        # Dask, when it ends, cancels what waits for the end of the processes.
        closings = (pool.close() for pool in self._pools.values())
        await asyncio.gather(*closings, return_exceptions=True)

    def transition(self, key: str, start: str, finish: str, **_: object) -> None:
        """Kill what runs for a task that is not wanted any more."""
        del start
        if finish in {"cancelled", "released"} and (task := self._running.get(key)) is not None:
            task.cancel()

    async def run(
        self,
        key: str,
        setup: PoolSetup,
        work: Callable[[LocalPool], Coroutine[Any, Any, Result]],
    ) -> Result:
        """The result of the task with a key, which is work with the pool of a setup."""
        pool = self._pools.get(setup)
        if pool is None:
            pool = self._pools[setup] = LocalPool(
                workers=self._threads,
                queue=self._threads,
                per_person=2 * self._threads,  # a cancelled task leaves when its process has ended
                limits=setup.limits,
                worker_setup=setup.worker,
                fair=False,
            )
            await pool.__aenter__()
        task = self._running[key] = asyncio.create_task(work(pool))
        try:
            result: Result = await task
        finally:
            del self._running[key]
        return result


async def pools_here() -> DaskPools:
    """The pools of the worker of Dask in which a task runs."""
    worker = get_worker()
    if PLUGIN not in worker.plugins:
        await worker.plugin_add(DaskPools(), name=PLUGIN)
    pools: DaskPools = worker.plugins[PLUGIN]
    return pools


async def connect(address: str, wait: float = CONNECT_SECONDS) -> Client:
    """A client of the scheduler at an address, which has a worker.

    Raises `BatchError` when nothing usable answers there, or it has no worker. `wait` is how many
    seconds the scheduler may take to start.
    """
    require_private(address)
    await _until_it_listens(address, wait)
    for name in ("batched", "client", "core"):  # what they log is raised too
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    # It is given for packages that no task uses, too, such as the pandas of those who read banks.
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
    client = Client(address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False)
    try:
        await client
        await client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except BaseException as error:
        await leave(client)
        if isinstance(error, TimeoutError):
            raise BatchError(f"The cluster {address} has no worker.") from None
        if isinstance(error, OSError | ValueError | RuntimeError | ImportError):
            raise BatchError(f"The cluster {address} cannot be used: {error}.") from None
        raise
    return client


async def leave(client: Client) -> None:
    """Close a client within `LEAVE_SECONDS`, whose scheduler may be gone.

    A cancellation is put off until it is closed, as Dask would leave it half closed; then it raises
    `CancelledError`.
    """
    closing = asyncio.ensure_future(client.close(LEAVE_SECONDS))
    cancelled = False
    while not closing.done():
        try:
            await asyncio.wait([closing])
        except asyncio.CancelledError:
            cancelled = True
    closing.cancelled() or closing.exception()  # whatever Dask raised: it is left
    if cancelled:
        raise asyncio.CancelledError


async def _until_it_listens(address: str, seconds: float) -> None:
    """Wait until something listens at an address; raises `BatchError` after some seconds.

    Dask waits too, but cannot always be cancelled meanwhile.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            async with asyncio.timeout(LINK_SECONDS):
                _, writer = await asyncio.open_connection(*_place(address))
        except OSError as error:
            if time.monotonic() >= end:
                number = error.errno or 0
                known = os.strerror(number) if number > 0 else error.strerror  # negative for names
                reason = known or "no answer in time"
                raise BatchError(f"The cluster {address} cannot be used: {reason}.") from None
            await asyncio.sleep(LISTEN_SECONDS)
        else:
            return writer.close()


def _place(address: str) -> tuple[str, int]:
    """The host and the port of an address.

    >>> _place("tls://scheduler:8786"), _place("127.0.0.1")
    (('scheduler', 8786), ('127.0.0.1', 8786))
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    return parts.hostname or "", parts.port or DEFAULT_PORT


def certificate_end(address: str) -> datetime | None:
    """When the certificate of a scheduler with TLS ends; None if it shows none that is accepted."""
    try:
        context = Security().get_connection_args("client")["ssl_context"]
        with (
            socket.create_connection(_place(address), LINK_SECONDS) as connection,
            context.wrap_socket(connection) as secured,
        ):
            seconds = ssl.cert_time_to_seconds(secured.getpeercert()["notAfter"])
    except (OSError, AttributeError, TypeError, KeyError):
        return None
    return datetime.fromtimestamp(seconds, UTC)


def failure(address: str, error: Exception) -> str:
    """The sentence for a task that failed before it began, as where it is not known."""
    return (
        f"The cluster {address} cannot be used ({error}); its scheduler and workers need Ouro "
        f"{VERSION} and the packages of requirements-image.lock."
    )


def own_version() -> str:
    """The version of Ouro, and the digest of the code of this process."""
    return f"{VERSION}-{own_code()}"


def require_version(version: str) -> None:
    """Raise `BatchError` unless a task comes from this version of Ouro.

    Only equal versions make the same puzzles and list solutions in the same order.

    >>> require_version(own_version())
    >>> require_version("0.1.0")
    Traceback (most recent call last):
    ...
    batch.errors.BatchError: A worker of the cluster has another version of Ouro than 0.1.0, which \
sent the work: all machines need the same one.
    """
    if version != own_version():
        raise BatchError(
            f"A worker of the cluster has another version of Ouro than {version}, which sent the "
            "work: all machines need the same one."
        )


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
