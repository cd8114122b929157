"""Checks whether the workers of a pool run jobs, for the readiness of the service."""

import asyncio
import time
from collections.abc import Callable

import structlog

from workers.codec import answer_probe
from workers.errors import Busy
from workers.pool import SYSTEM, LocalPool, Priority

PROBE_SECONDS = 3.0
"""Maximum seconds that a worker may take to run the job of a probe."""
CACHE_SECONDS = 5.0
"""Seconds for which the result of a probe is returned again."""

log = structlog.stdlib.get_logger(__name__)


class WorkerProbe:
    """Runs a job without effect in a pool, as a job of `SYSTEM`, which is charged to no user.

    One probe runs at a time; callers that come meanwhile get its result. A probe takes at most
    `seconds`, and its result is cached for `CACHE_SECONDS` by `clock`.
    """

    def __init__(
        self,
        pool: LocalPool,
        seconds: float = PROBE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pool = pool
        self._seconds = seconds
        self._clock = clock
        self._lock = asyncio.Lock()
        self._passed = False
        self._expires: float | None = None

    async def passes(self) -> bool:
        """Whether the workers run jobs, or are only busy with those of people.

        False when the pool closes, and when a worker does not finish the job in time.
        """
        if self._pool.closing:
            return False
        async with self._lock:
            if self._expires is None or self._clock() >= self._expires:
                self._passed = await self._probe()
                self._expires = self._clock() + CACHE_SECONDS
            return self._passed

    async def _probe(self) -> bool:
        released = self._pool.released_workers
        seconds_on_worker: list[float] = []
        try:
            async with asyncio.timeout(self._seconds):
                await self._pool.run(
                    answer_probe,
                    None,
                    person=SYSTEM,
                    priority=Priority.QUICK,
                    on_worker_released=seconds_on_worker.append,
                )
        except Busy:
            return not self._pool.closing
        except TimeoutError:
            passed = not seconds_on_worker and self._is_progressing(released)
        except Exception as error:
            log.warning("probe of the workers failed", reason=repr(error))
            return False
        else:
            return True
        if not passed:
            log.warning("workers run no jobs", seconds=self._seconds)
        return passed

    def _is_progressing(self, released: int) -> bool:
        """Whether a probe that got no worker only waited for jobs of people.

        A single worker may have a long job, which the pool kills when its time is over. With more
        workers, one is reserved for jobs of milliseconds, so that one becomes free all the time;
        `released` is how often one had before the probe.
        """
        return self._pool.load.workers == 1 or self._pool.released_workers > released
