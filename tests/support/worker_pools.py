"""The type of the fixture `open_pool`, and the processes of workers."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from signal import SIGCONT, SIGSTOP, pidfd_send_signal
from typing import Protocol

from msgspec.structs import replace

from tests.support import sample_jobs as jobs
from tests.support.waiting import until
from workers.codec import Registry
from workers.pool import Load, LocalPool

PATIENT = 600.0
"""Seconds that no job of a test takes, however busy the machine is."""


class Opener(Protocol):
    """Opens a pool; the arguments are those of `LocalPool` and `WorkerLimits`."""

    def __call__(
        self,
        *,
        workers: int = 1,
        queue: int = 10,
        per_person: int = 10,
        seconds: float = PATIENT,
        memory: int = 1024,
        answer: int = 1 << 20,
        max_jobs: int = 500,
        registry: Callable[[], Registry] = jobs.registry,
    ) -> AbstractAsyncContextManager[LocalPool]: ...


async def until_jobs(pool: LocalPool, *, running: int, waiting: int) -> None:
    """Wait until that many jobs run and wait where the workers are."""
    wanted = Load(pool.load.workers, running, waiting)
    await until(lambda: pool.load == wanted)


def limit_jobs(pool: LocalPool, seconds: float) -> None:
    """Give the jobs that begin from now on another time limit."""
    for worker in pool._workers:
        worker.limits = replace(worker.limits, seconds=seconds)


@contextmanager
def stopped(processes: Sequence[int]) -> Iterator[None]:
    """Stop processes while the block runs; those that still exist then continue."""
    with contextlib.ExitStack() as stack:
        descriptors = [os.pidfd_open(process) for process in processes]
        for descriptor in descriptors:
            stack.callback(os.close, descriptor)
            pidfd_send_signal(descriptor, SIGSTOP)
        try:
            yield
        finally:
            for descriptor in descriptors:
                with contextlib.suppress(ProcessLookupError):
                    pidfd_send_signal(descriptor, SIGCONT)


def status_of(process: int) -> list[str]:
    """The fields of `/proc/PID/stat` after the name of the process."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def is_running(process: int) -> bool:
    try:
        return status_of(process)[0] != "Z"
    except FileNotFoundError:
        return False


def start_of(process: int) -> float:
    """Seconds from the start of the machine to that of the process."""
    return int(status_of(process)[19]) / os.sysconf("SC_CLK_TCK")


async def process_id_from(path: Path) -> int:
    """The ID of the process whose job writes it to this path."""
    return await asyncio.to_thread(jobs.wait_for_id, path)


def children_of(process: int) -> set[int]:
    """The IDs of the running child processes."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = status_of(int(entry.name))
            if int(fields[1]) == process and fields[0] != "Z":
                found.add(int(entry.name))
    return found


def helpers_of(process: int) -> set[int]:
    """The IDs of all running processes that a process started, and that those started."""
    children = children_of(process)
    return children.union(*map(helpers_of, children))


def has_in_memory(process: int, text: str) -> bool:
    """Whether the writable memory of a process contains a text as ASCII."""
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{process}/maps").read_text().splitlines():
            addresses, rights = line.split()[:2]
            if rights.startswith("rw"):
                start, end = (int(address, 16) for address in addresses.split("-"))
                with contextlib.suppress(OSError):  # a part that the kernel keeps to itself
                    if text.encode() in os.pread(memory.fileno(), end - start, start):
                        return True
    return False
