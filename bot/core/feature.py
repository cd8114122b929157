"""What a feature adds to the bot; each has a module `feature` that says it."""

from dataclasses import dataclass
from typing import Protocol

from bot.core.commands import AnyCommand
from bot.core.router import Router


class Handlers(Protocol):
    """What presses and submitted forms do."""

    def add_to(self, router: Router) -> None:
        """Register the handlers of components."""


@dataclass(frozen=True, slots=True)
class Feature:
    """The commands of a feature, in the order of /help, and the handlers of its components."""

    commands: tuple[AnyCommand, ...] = ()
    handlers: tuple[Handlers, ...] = ()
