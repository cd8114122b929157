"""First answers to interactions, and whether Discord took ours or somebody else's.

Discord takes one first answer and refuses every other one with 40060. That happens to a bot whose
own answer arrived although Discord's word about it got lost, because the library sends it again;
and to the second of two bots on one token.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from enum import Enum, auto
from types import SimpleNamespace

import aiohttp
import discord

from bot.interaction_state import Interaction, state_of

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Acknowledgement(Enum):
    """Whose first answer Discord took."""

    OURS = auto()
    MAYBE_OURS = auto()
    """Ours was sent more than once; one that was sent before may have been taken."""
    ELSEWHERE = auto()
    """Ours was sent once and refused."""


class Callbacks:
    """Sends first answers, and counts how often the library sends each of them.

    `trace` watches the requests of the client that sends them.
    """

    def __init__(self, trace: aiohttp.TraceConfig) -> None:
        self._requests: dict[int, int] = {}
        trace.on_request_start.append(self._count)

    async def send(self, interaction: Interaction, answer: Awaitable[object]) -> Acknowledgement:
        """Send the first answer to an interaction; raises `discord.HTTPException`."""
        self._requests[interaction.id] = 0
        try:
            await answer
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
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
