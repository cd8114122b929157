"""Holds back answers while acknowledgements are late.

Discord drops an interaction that is not acknowledged within three seconds, while its answer has
fifteen minutes. A machine that is too busy for both therefore sends the acknowledgements first.
"""

import asyncio
import contextlib
from collections.abc import Callable
from time import perf_counter

LATE_SECONDS = 0.3
"""Seconds after which an interaction counts as late while its acknowledgement is not sent."""
MAX_HOLD_SECONDS = 2.5
"""Maximum seconds that an answer is held back: later acknowledgements would come too late."""


class LateAcknowledgements:
    """The interactions that are not acknowledged yet, with the times when they were received.

    `clock` returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._received: dict[int, float] = {}
        self._none_late = asyncio.Event()

    @property
    def any_late(self) -> bool:
        """Whether the interaction that waits longest is late."""
        oldest = next(iter(self._received.values()), None)
        return oldest is not None and self._clock() - oldest > LATE_SECONDS

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
