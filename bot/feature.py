"""What a feature adds to the bot."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from bot.answering.commands import AnyCommand
from bot.delivery.kinds import MessageKind


class Feature(Struct, frozen=True):
    """The commands of a feature, in the order of /help, the objects with the handlers of its
    components (`Router.add_all`), and the kinds of its messages in the outbox, by the word that
    their keys begin with.
    """

    commands: tuple[AnyCommand, ...] = ()
    handlers: tuple[object, ...] = ()
    kinds: Mapping[str, MessageKind] = MappingProxyType({})
