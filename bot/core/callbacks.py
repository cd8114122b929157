"""Sends acknowledgements, and finds out whose acknowledgement Discord accepted.

Discord accepts one initial response and refuses all further ones with error 40060. A bot meets this
error when Discord's response to the first request is lost and the library retries, and when another
bot with the same token was faster.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from enum import Enum, auto
from types import SimpleNamespace

import aiohttp
import discord

from bot.core.interaction_state import Interaction, state_of
from bot.core.late_acknowledgements import LateAcknowledgements

ALREADY_ACKNOWLEDGED = 40060
"""Discord's error code for an interaction that was acknowledged before."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Acknowledgement(Enum):
    """Whose acknowledgement Discord accepted."""

    OURS = auto()
    MAYBE_OURS = auto()
    """Ours was sent more than once; an earlier request may have been accepted."""
    ELSEWHERE = auto()
    """Ours was sent once and refused."""


class Callbacks:
    """Sends acknowledgements, and counts how often the library sends each of them.

    `trace` is the trace configuration of the client that sends them. `late` contains those that
    are not sent yet.
    """

    def __init__(self, trace: aiohttp.TraceConfig) -> None:
        self.late = LateAcknowledgements()
        self._requests: dict[int, int] = {}
        trace.on_request_start.append(self._count)

    async def send(self, interaction: Interaction, answer: Awaitable[object]) -> Acknowledgement:
        """Send the initial response to an interaction; raises `discord.HTTPException`."""
        self._requests[interaction.id] = 0
        try:
            await answer
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            state_of(interaction).already_acknowledged = True
            repeated = self._requests.get(interaction.id, 0) > 1
            return Acknowledgement.MAYBE_OURS if repeated else Acknowledgement.ELSEWHERE
        else:
            return Acknowledgement.OURS
        finally:
            self._requests.pop(interaction.id, None)

    async def _count(
        self,
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        start: aiohttp.TraceRequestStartParams,
    ) -> None:
        found = _CALLBACK.search(start.url.path)
        if found and int(found[1]) in self._requests:
            self._requests[int(found[1])] += 1
            self.late.remove(int(found[1]))
