"""The state that the bot attaches to an interaction while it answers it."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

import discord

from i18n.localizer import Localizer
from service.origin import ChangeOrigin
from store.records import PendingReply, Player, Server

Interaction: TypeAlias = "discord.Interaction[Any]"
"""An interaction of a client of any type."""

_KEY = "state"


@dataclass(slots=True)
class InteractionState:
    """The progress of the answer to an interaction.

    - `origin`: the origin of all changes that it requests;
    - `received_at`: when it was received, in seconds of `time.perf_counter`;
    - `localizer`: the localizer of its messages, once that is known;
    - `thinking`: whether "thinking…" is shown, which the answer replaces;
    - `already_acknowledged`: whether Discord reported that it was acknowledged before;
    - `pending_reply`: the pending reply that is stored for it;
    - `settings`: the settings of its user and server if they were read to acknowledge it.
    """

    origin: ChangeOrigin
    received_at: float = field(default_factory=perf_counter)
    localizer: Localizer | None = None
    thinking: bool = False
    already_acknowledged: bool = False
    pending_reply: PendingReply | None = None
    settings: tuple[Player | None, Server | None] | None = None


def state_of(interaction: Interaction) -> InteractionState:
    """The state of an interaction; the first call creates it."""
    state: InteractionState | None = interaction.extras.get(_KEY)
    if state is None:
        state = interaction.extras[_KEY] = InteractionState(ChangeOrigin(interaction.id))
    return state


def origin_of(interaction: Interaction) -> ChangeOrigin:
    """The origin of all changes that an interaction requests, as this bot received it."""
    return state_of(interaction).origin
