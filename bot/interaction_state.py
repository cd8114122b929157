"""The state that the bot attaches to an interaction while it answers it."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

import discord

from i18n.localizer import Localizer
from store.records import PendingReply

Interaction: TypeAlias = "discord.Interaction[Any]"
"""An interaction of a client of any type."""

_KEY = "state"


@dataclass(slots=True)
class InteractionState:
    """The progress of the answer to an interaction.

    - `received_at`: when it was received, in seconds of `time.perf_counter`;
    - `localizer`: the localizer of its messages, once that is known;
    - `thinking`: whether "thinking…" is shown, which the answer replaces;
    - `already_acknowledged`: whether Discord reported that it was acknowledged before;
    - `pending_reply`: the pending reply that is stored for it.
    """

    received_at: float = field(default_factory=perf_counter)
    localizer: Localizer | None = None
    thinking: bool = False
    already_acknowledged: bool = False
    pending_reply: PendingReply | None = None


def state_of(interaction: Interaction) -> InteractionState:
    """The state of an interaction; the first call creates it."""
    state: InteractionState = interaction.extras.setdefault(_KEY, InteractionState())
    return state
