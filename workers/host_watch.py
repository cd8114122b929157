"""Polls the readiness of worker hosts while jobs are sent to them or run there."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp
import structlog

from workers import host_protocol

POLL_SECONDS = 1.0
"""Seconds between two requests."""
RESPONSE_SECONDS = 2.0
"""Maximum seconds until a response has arrived."""

log = structlog.stdlib.get_logger(__name__)


class HostWatch:
    """Counts the workers behind a URL, and gives up jobs when no host there is ready.

    A balancer lets a job wait without a heartbeat until a host is free. Without a balancer, a
    host answers within `HEARTBEAT_SECONDS`, so that a job waits for at most `silence` seconds. In
    both cases jobs are given up when no host was ready for `silence` seconds.
    """

    def __init__(self, url: str, silence: float) -> None:
        self._url = url + host_protocol.READY_PATH
        self._silence = silence
        self._deadlines: set[asyncio.Timeout] = set()
        self._queueing = True  # unknown as yet
        self._task: asyncio.Task[None] | None = None
        self.workers = 0
        """The number of workers behind the URL in its last response."""
        self.reason = "not polled yet"
        """Why no host was ready at the last request; empty when one was."""

    def start(self, session: aiohttp.ClientSession) -> None:
        """Start watching."""
        self._session = session
        self._task = asyncio.create_task(self._watch(), name="watch the worker hosts")

    async def stop(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def give_up(self) -> None:
        """Let all watched blocks raise `TimeoutError` now."""
        now = asyncio.get_running_loop().time()
        for deadline in [*self._deadlines]:
            deadline.reschedule(now)

    @contextlib.asynccontextmanager
    async def watched(self) -> AsyncIterator[asyncio.Timeout]:
        """A block that raises `TimeoutError` when the hosts are gone or its deadline passes."""
        seconds = None if self._queueing else self._silence
        async with asyncio.timeout(seconds) as deadline:
            self._deadlines.add(deadline)
            try:
                yield deadline
            finally:
                self._deadlines.discard(deadline)

    async def wait_until_ready(self) -> None:
        """Return when a host is ready; logs each new reason why none is."""
        logged = ""
        while not await self.poll():
            if self.reason != logged:
                log.warning("no worker host is ready", reason=self.reason)
                logged = self.reason
            await asyncio.sleep(POLL_SECONDS / 4)

    async def poll(self) -> bool:
        """Whether a host is ready now; if not, sets `reason`."""
        try:
            async with asyncio.timeout(RESPONSE_SECONDS), self._session.get(self._url) as response:
                text = (await response.content.read(1000)).decode(errors="replace").strip()
                if response.status != 200:
                    self.reason = f"status {response.status}: {text}"
                    return False
                self._queueing = host_protocol.QUEUE_HEADER in response.headers
                with contextlib.suppress(ValueError):
                    self.workers = int(response.headers.get(host_protocol.WORKERS_HEADER, ""))
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            self.reason = f"{type(error).__name__}: {error}"
            return False
        self.reason = ""
        return True

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        last_ready = loop.time()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self._deadlines or await self.poll():
                last_ready = loop.time()
            elif loop.time() - last_ready >= self._silence - POLL_SECONDS:
                log.error("worker hosts do not answer", reason=self.reason)
                self.give_up()
