"""The jobs of the workers of a pool, the files that they may use, and their limits."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from workers.codec import Registry

MEBIBYTE = 1 << 20
"""Bytes in a MiB."""


class WorkerLimits(Struct, frozen=True):
    """Limits of one job (`seconds`, `memory` in MiB, `answer` in bytes) and of one worker.

    `memory` limits address space, which is at least as large as resident memory. A worker is
    replaced after `jobs` jobs, which bounds leaks, and when its resident memory once exceeded
    `resident` MiB, as large boards leave much memory allocated; a fresh worker has about 55 MiB.
    """

    seconds: float
    memory: int = 1024
    answer: int = 32 * MEBIBYTE
    jobs: int = 10_000
    resident: int = 150


class WorkerSetup(Struct, frozen=True):
    """The jobs of workers, and the files that these jobs may use.

    - `registry`: a function that returns the jobs; called in the bot and in every worker.
    - `modules`: imported before a worker confines itself. Afterwards it can read no other package,
      so these modules and that of `registry` must import every package that jobs need.
    - `readable`, `writable`: files and folders that jobs may use besides those of the program.

    `registry` is a function of a module: workers receive its name.
    """

    registry: Callable[[], Registry] = Registry
    modules: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()

    @property
    def imports(self) -> tuple[str, ...]:
        """The names of all modules that a worker imports before its first job."""
        return (self.registry.__module__, *self.modules)


class WorkerTask(NamedTuple):
    """What a worker gets first.

    It starts no thread while all programs of its user have `max_tasks` processes and threads.
    """

    setup: WorkerSetup
    limits: WorkerLimits
    max_tasks: int
