"""What a feature adds to the bot."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct

from bot.answering.commands import AnyCommand
from bot.answering.router import Router
from bot.delivery.kinds import MessageKind


class Handlers(Protocol):
    """What presses and submitted forms do."""

    def add_to(self, router: Router) -> None:
        """Register the handlers of components."""


class Feature(Struct, frozen=True):
    """The commands of a feature, in the order of /help, the handlers of its components, and the
    kinds of its messages in the outbox, by the word that their keys begin with.
    """

    commands: tuple[AnyCommand, ...] = ()
    handlers: tuple[Handlers, ...] = ()
    kinds: Mapping[str, MessageKind] = MappingProxyType({})
