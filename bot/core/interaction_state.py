"""The state that the bot attaches to an interaction while it answers it."""

from time import perf_counter
from typing import Any, TypeAlias

import discord
from msgspec import Struct, field

from i18n.localizer import Localizer
from service.running.interaction_claims import InteractionClaim
from service.running.readers import InteractionToken
from store.records import PendingReply, Player, Server

Interaction: TypeAlias = "discord.Interaction[Any]"
"""An interaction of a client of any type."""

_KEY = "state"


class InteractionState(Struct):
    """The progress of the answer to an interaction.

    - `claim`: its claim, with which all changes that it requests are stored;
    - `received_at`: when it was received, in seconds of `time.perf_counter`;
    - `localizer`: the localizer of its messages, once that is known;
    - `thinking`: whether "thinking…" is shown, which the answer replaces;
    - `apart`: whether the answer is a further message that only the user sees;
    - `already_acknowledged`: whether Discord reported that it was acknowledged before;
    - `pending_reply`: the pending reply that is stored for it;
    - `settings`: the settings of its user and server if they were read to acknowledge it.
    """

    claim: InteractionClaim
    received_at: float = field(default_factory=perf_counter)
    localizer: Localizer | None = None
    thinking: bool = False
    apart: bool = False
    already_acknowledged: bool = False
    pending_reply: PendingReply | None = None
    settings: tuple[Player | None, Server | None] | None = None


def state_of(interaction: Interaction) -> InteractionState:
    """The state of an interaction; the first call creates it."""
    state: InteractionState | None = interaction.extras.get(_KEY)
    if state is None:
        state = interaction.extras[_KEY] = InteractionState(InteractionClaim(interaction.id))
    return state


def token_of(interaction: Interaction) -> InteractionToken:
    """By which an interaction is answered later."""
    return InteractionToken(interaction.application_id, interaction.token)


def claim_of(interaction: Interaction) -> InteractionClaim:
    """The claim of an interaction by this bot, with which its changes are stored."""
    return state_of(interaction).claim
