"""How the pending messages of a kind look: what a feature tells `bot.delivery`."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec import Struct

from bot.answering.layouts import OutgoingMessage
from store.records import PendingMessage

Edit: TypeAlias = Callable[[OutgoingMessage], Awaitable[object]]
"""Edits a message that was sent."""


class Post(Struct, frozen=True):
    """What a message shows now; after the `last`, the outbox does not keep it up to date.

    It pings `roles`, and opens a thread with a name when it is sent. In a forum it is a post with a
    `title` and `tags`. `follow` is called with the ID of the message and what edits it, once that
    is stored.
    """

    message: OutgoingMessage
    last: bool = False
    roles: tuple[int, ...] = ()
    thread: str | None = None
    title: str = ""
    tags: tuple[str, ...] = ()
    follow: Callable[[int, Edit], None] | None = None


class MessageKind(ABC):
    """A kind of pending messages; `seconds` is how often one that is shown is rendered again, None
    for one that only changes when that is stored."""

    seconds: float | None = None

    @abstractmethod
    async def render(self, pending: PendingMessage) -> Post | None:
        """What a message shows now; None if nobody needs it any more."""

    def place(self, pending: PendingMessage) -> int | None:
        """The channel or the person that a message goes to; None if that is unknown."""
        return pending.place

    def marks(self, pending: PendingMessage) -> frozenset[str]:  # noqa: ARG002 - of no kind
        """Custom IDs of which a message has one, and no other in its place has any."""
        return frozenset()
