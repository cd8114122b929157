"""What a feature adds to the bot; each has a module `feature` that says it."""

from typing import Protocol

from msgspec import Struct

from bot.core.commands import AnyCommand
from bot.core.router import Router


class Handlers(Protocol):
    """What presses and submitted forms do."""

    def add_to(self, router: Router) -> None:
        """Register the handlers of components."""


class Feature(Struct, frozen=True):
    """The commands of a feature, in the order of /help, and the handlers of its components."""

    commands: tuple[AnyCommand, ...] = ()
    handlers: tuple[Handlers, ...] = ()
