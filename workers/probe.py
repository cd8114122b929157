"""Checks whether the workers of a pool run jobs, for the readiness of the service."""

import asyncio
import time
from collections.abc import Callable

import structlog
from msgspec import Struct, field

from workers.codec import answer_probe
from workers.errors import Busy
from workers.pool import SYSTEM, LocalPool, Priority

PROBE_SECONDS = 3.0
"""Maximum seconds that a worker may take to run the job of a probe."""
CACHE_SECONDS = 5.0
"""Seconds for which the result of a probe is returned again."""

log = structlog.stdlib.get_logger(__name__)


class WorkerProbe(Struct, eq=False):
    """Runs a job without effect in a pool, as a job of `SYSTEM`, which is charged to no user.

    One probe runs at a time; callers that come meanwhile get its result. A probe takes at most
    `seconds`, and its result is cached for `CACHE_SECONDS` by `clock`.
    """

    pool: LocalPool
    seconds: float = PROBE_SECONDS
    clock: Callable[[], float] = time.monotonic
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _passed: bool = False
    _expires: float | None = None

    async def passes(self) -> bool:
        """Whether the workers run jobs, or are only busy with those of people.

        False when the pool closes, and when a worker does not finish the job in time.
        """
        if self.pool.closing:
            return False
        async with self._lock:
            if self._expires is None or self.clock() >= self._expires:
                self._passed = await self._probe()
                self._expires = self.clock() + CACHE_SECONDS
            return self._passed

    async def _probe(self) -> bool:
        released = self.pool.released_workers
        seconds_on_worker: list[float] = []
        try:
            async with asyncio.timeout(self.seconds):
                await self.pool.run(
                    answer_probe,
                    None,
                    person=SYSTEM,
                    priority=Priority.QUICK,
                    on_worker_released=seconds_on_worker.append,
                )
        except Busy:
            return not self.pool.closing
        except TimeoutError:
            passed = not seconds_on_worker and self._is_progressing(released)
        except Exception as error:
            log.warning("probe of the workers failed", reason=repr(error))
            return False
        else:
            return True
        if not passed:
            log.warning("workers run no jobs", seconds=self.seconds)
        return passed

    def _is_progressing(self, released: int) -> bool:
        """Whether a probe that got no worker only waited for jobs of people.

        A single worker may have a long job, which the pool kills when its time is over. With more
        workers, one is reserved for jobs of milliseconds, so that one becomes free all the time;
        `released` is how often one had before the probe.
        """
        return self.pool.load.workers == 1 or self.pool.released_workers > released
