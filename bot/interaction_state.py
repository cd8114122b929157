"""What the bot notes on an interaction while it answers it."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

import discord

from i18n.localizer import Localizer
from service.origin import ChangeOrigin
from store.records import PendingReply

Interaction: TypeAlias = "discord.Interaction[Any]"
"""An interaction of whatever client."""

_KEY = "state"


@dataclass(slots=True)
class InteractionState:
    """How far the answer to an interaction has come.

    - `origin`: what its changes are made for;
    - `arrived`: when it arrived, in seconds of `time.perf_counter`;
    - `localizer`: the language of what is told about it, once that is known;
    - `thinking`: whether "thinking…" is shown, in whose place the answer comes;
    - `acknowledged`: whether Discord had an acknowledgement before ours;
    - `promised`: the pending reply that is stored for it.
    """

    origin: ChangeOrigin
    arrived: float = field(default_factory=perf_counter)
    localizer: Localizer | None = None
    thinking: bool = False
    acknowledged: bool = False
    promised: PendingReply | None = None


def state_of(interaction: Interaction) -> InteractionState:
    """The state of an interaction; a fresh one the first time."""
    state: InteractionState | None = interaction.extras.get(_KEY)
    if state is None:
        state = interaction.extras[_KEY] = InteractionState(ChangeOrigin(interaction.id))
    return state


def origin_of(interaction: Interaction) -> ChangeOrigin:
    """The origin of all changes that an interaction requests, as this bot received it."""
    return state_of(interaction).origin
