"""Sends acknowledgements, finds out which Discord accepted, and holds back answers meanwhile.

Discord accepts one initial response and refuses all further ones with error 40060. A bot meets this
error when Discord's response to the first request is lost and it is repeated, and when another bot
with the same token was faster.

Discord drops an interaction that is not acknowledged within three seconds, while its answer has
fifteen minutes. A machine that is too busy for both therefore sends the acknowledgements first.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Coroutine
from enum import Enum, auto
from time import perf_counter
from typing import Any

import aiohttp
import discord
import yarl
from msgspec import Struct, field

from bot.connection.outgoing import OutgoingRequests

LATE_SECONDS = 0.3
"""Seconds after which an interaction counts as late while its acknowledgement is not sent."""
MAX_HOLD_SECONDS = 2.5
"""Maximum seconds that an answer is held back: later acknowledgements would come too late."""

ALREADY_ACKNOWLEDGED = 40060
"""Discord's error code for an interaction that was acknowledged before."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class LateAcknowledgements(Struct, eq=False):
    """The interactions that are not acknowledged yet, with the times when they were received.

    `clock` returns seconds.
    """

    clock: Callable[[], float] = perf_counter
    _received: dict[int, float] = field(default_factory=dict)
    _none_late: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def any_late(self) -> bool:
        """Whether the interaction that waits longest is late."""
        oldest = next(iter(self._received.values()), None)
        return oldest is not None and self.clock() - oldest > LATE_SECONDS

    def add(self, interaction: int, received_at: float) -> None:
        """Add an interaction, by its ID, that was received at a time of the clock."""
        self._received[interaction] = received_at

    def remove(self, interaction: int) -> None:
        """Remove an interaction whose acknowledgement is being sent, or will not be sent."""
        if self._received.pop(interaction, None) is not None and not self.any_late:
            self._none_late.set()

    async def until_none(self) -> None:
        """Wait while an acknowledgement is late, at most `MAX_HOLD_SECONDS`."""
        if not self.any_late:
            return
        self._none_late.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAX_HOLD_SECONDS):
                await self._none_late.wait()


class Acknowledgement(Enum):
    """Whose acknowledgement Discord accepted."""

    OURS = auto()
    MAYBE_OURS = auto()
    """Ours was sent more than once; an earlier request may have been accepted."""
    ELSEWHERE = auto()
    """Ours was sent once and refused."""


class Callbacks:
    """Sends acknowledgements, and counts how often each of them is sent.

    `requests` are those of the client that sends them. `late` contains those that are not sent yet.
    """

    def __init__(self, requests: OutgoingRequests) -> None:
        self.late = LateAcknowledgements()
        self._tries: dict[int, int] = {}
        requests.on_try.append(self._count)

    async def send(
        self, interaction: discord.Interaction[Any], answer: Awaitable[object]
    ) -> Acknowledgement:
        """Send the initial response to an interaction; raises `discord.HTTPException`."""
        self._tries[interaction.id] = 0
        try:
            await answer
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            repeated = self._tries.get(interaction.id, 0) > 1
            return Acknowledgement.MAYBE_OURS if repeated else Acknowledgement.ELSEWHERE
        else:
            return Acknowledgement.OURS
        finally:
            self._tries.pop(interaction.id, None)

    def _count(self, url: yarl.URL) -> None:
        found = _CALLBACK.search(url.path)
        if found and int(found[1]) in self._tries:
            self._tries[int(found[1])] += 1
            self.late.remove(int(found[1]))


class FirstAnswer:
    """The acknowledgement of a press: its answer, or a deferral if none begins in `seconds`.

    Only one of them is sent, whichever begins first; what Discord does not take as an answer is
    followed by a deferral. `acknowledge` sends an initial response and returns whether Discord
    accepted it; it raises an error if another bot handles the press.
    """

    def __init__(
        self,
        acknowledge: Callable[[Awaitable[object]], Coroutine[Any, Any, bool]],
        defer: Callable[[], Awaitable[object]],
        seconds: float,
    ) -> None:
        self._acknowledge = acknowledge
        self._defer = defer
        self._begun = False
        self._deferral: asyncio.Task[bool] | None = None
        self._timer = asyncio.get_running_loop().call_later(seconds, self._begin_deferral)
        if seconds <= 0:
            self._begin_deferral()

    async def send(self, answer: Callable[[], Awaitable[object]]) -> bool:
        """Send an answer as the acknowledgement; whether Discord accepted it.

        If not, the press is acknowledged in another way when this returns.
        """
        if not self._begun:
            self._begun = True
            with contextlib.suppress(discord.HTTPException, OSError, aiohttp.ClientError):
                return await self._acknowledge(answer())
            self._begun = False
        await self.deferred()
        return False

    async def deferred(self) -> None:
        """Return when the press is acknowledged, now by a deferral if nothing was sent."""
        self._begin_deferral()
        if self._deferral is not None:
            await self._deferral

    async def close(self) -> None:
        """Send nothing any more; return when a deferral that has begun is sent."""
        self._begun = True
        self._timer.cancel()
        if self._deferral is not None:
            await asyncio.gather(self._deferral, return_exceptions=True)

    def _begin_deferral(self) -> None:
        if not self._begun:
            self._begun = True
            self._deferral = asyncio.create_task(self._acknowledge(self._defer()))
