"""Sends to many targets at once, so that one that hangs or fails delays no other one."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

import aiohttp
import discord
import structlog

SEND_SECONDS = 40.0
"""Maximum seconds of one message, with the retries and pauses of the Discord library."""

log = structlog.stdlib.get_logger(__name__)


class Sending:
    """At most `most` tasks at once, one for each target, of at most `seconds` each.

    `what` names in the log what is sent. An error ends only the task of its target.

    >>> async def main():
    ...     sending = Sending("greetings", most=2)
    ...     for name in ("Ann", "Bob"):
    ...         await sending.start(name, lambda name=name: asyncio.to_thread(print, "Hello", name))
    ...     await sending.finish()
    >>> asyncio.run(main())
    Hello Ann
    Hello Bob
    """

    def __init__(self, what: str, *, most: int, seconds: float = SEND_SECONDS) -> None:
        self._what = what
        self._seconds = seconds
        self._room = asyncio.Semaphore(most)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self.stopped = False

    async def start(self, target: Hashable, send: Callable[[], Awaitable[None]]) -> None:
        """Start to send to a target, once fewer than `most` others are sent to.

        Does nothing while something is being sent to this target, and after `stop`.
        """
        if target in self._tasks:
            return
        await self._room.acquire()
        if self.stopped or target in self._tasks:
            self._room.release()
            return
        task = self._tasks[target] = asyncio.create_task(self._run(target, send))

        def ended(_: asyncio.Task[None]) -> None:
            del self._tasks[target]
            self._room.release()

        task.add_done_callback(ended)

    async def finish(self) -> None:
        """Wait until nothing is being sent."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def stop(self) -> None:
        """Start nothing more, and cancel what is being sent."""
        self.stopped = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, target: Hashable, send: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await send()
        except (OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException) as error:
            reason = repr(error)[:200]
            log.warning("not sent", what=self._what, target=str(target), reason=reason)
        except Exception as error:
            log.error("sending failed", what=self._what, target=str(target), exc_info=error)
