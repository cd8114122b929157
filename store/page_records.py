"""The records of the board page: links, sessions and requests, and where marks are made."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag


class Surface(IntFlag):
    """Where marks of an attempt were made: with the pad in chat, or on the board page."""

    CHAT = 1
    PAGE = 2


@dataclass(frozen=True, slots=True)
class WebLink:
    """A link to the board page of an attempt, which one holder can redeem until an instant.

    `hash` is that of its secret. `holder` is the hash of a word of the page that redeemed it, None
    before.
    """

    hash: bytes
    player_id: int
    attempt_id: int
    until: datetime
    holder: bytes | None = None


@dataclass(frozen=True, slots=True)
class WebSession:
    """A page that may show and change one attempt until an instant; `hash` is that of its token."""

    hash: bytes
    player_id: int
    attempt_id: int
    until: datetime


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request of a page: the hash of its session's token, its stream, and its number there.

    `handler` is a random word that each handling of it has for itself.
    """

    session: bytes
    stream: str
    number: int
    handler: str
