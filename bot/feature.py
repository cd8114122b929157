"""What a feature adds to the bot."""

from typing import Protocol

from msgspec import Struct

from bot.answering.commands import AnyCommand
from bot.answering.router import Router
from bot.connection.sending import Sending
from service.running.scheduler import PeriodicTask


class Handlers(Protocol):
    """What presses and submitted forms do."""

    def add_to(self, router: Router) -> None:
        """Register the handlers of components."""


class Feature(Struct, frozen=True):
    """The commands of a feature, in the order of /help, the handlers of its components, its
    periodic tasks, and what sends its messages that nobody has asked for.
    """

    commands: tuple[AnyCommand, ...] = ()
    handlers: tuple[Handlers, ...] = ()
    tasks: tuple[PeriodicTask, ...] = ()
    sendings: tuple[Sending, ...] = ()
