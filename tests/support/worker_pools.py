"""The type of the fixture `open_pool`, and the processes of workers."""

import asyncio
import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from tests.support import sample_jobs as jobs
from workers.pool import LocalPool


class Opener(Protocol):
    """Opens a pool; the arguments are those of `LocalPool` and `WorkerLimits`."""

    def __call__(
        self,
        *,
        workers: int = 1,
        queue: int = 10,
        per_person: int = 10,
        seconds: float = 20.0,
        memory: int = 1024,
        answer: int = 1 << 20,
        max_jobs: int = 500,
        start: Callable[[], None] | None = None,
    ) -> AbstractAsyncContextManager[LocalPool]: ...


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
