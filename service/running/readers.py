"""Who asks for something, how they read the answer, and the claim of what they ask for."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer
from jobs.appearance import PLAIN, Appearance
from service.running.interaction_claims import Claim, store_claim
from store import players
from store.transaction import Connection


class Reader(Struct, frozen=True):
    """A person where they ask, and how they read the answer: every front end makes one.

    - `localizer`, `appearance`: the language of texts, and how pictures are drawn;
    - `server`, `channel`: where they are; no server outside of servers, no channel if unknown;
    - `private`: whether only they see the answer;
    - `claim`: that of what they ask for, with which a change is stored; None for a request that
      is not claimed.
    """

    person: int
    localizer: Localizer = ENGLISH
    appearance: Appearance = PLAIN
    server: int | None = None
    private: bool = False
    claim: Claim | None = None
    channel: int | None = None

    @property
    def language(self) -> str:
        """The code of their language."""
        return self.localizer.language

    @property
    def labelled(self) -> Appearance:
        """How pictures are drawn whose text names cells."""
        return replace(self.appearance, labels=True)

    def with_look(self, theme: str | None, labels: bool | None) -> Reader:
        """The same reader with these options for pictures; None keeps what they have chosen."""
        look = self.appearance
        look = look if theme is None else replace(look, theme=theme)
        look = look if labels is None else replace(look, labels=labels)
        return replace(self, appearance=look)


async def begin_change(connection: Connection, reader: Reader, now: datetime) -> None:
    """Lock a person, stored or not, and claim what they ask for: what a change begins with that
    adds rows of theirs, see `players.lock`. Raises what `store_claim` raises.
    """
    await players.lock(connection, reader.person)
    await store_claim(connection, reader.claim, now)


class Place(Struct, frozen=True):
    """A channel of a server from which a person asks, as a front end learns of it from Discord.

    - `joined`: whether the bot is in the server;
    - `shows`: whether the bot can show a message there, and change it later;
    - `speaks`: whether the person can send messages there;
    - `manages`: whether the person can manage the server.
    """

    server: int
    channel: int
    joined: bool = False
    shows: bool = False
    speaks: bool = False
    manages: bool = False


class InteractionToken(Struct, frozen=True):
    """By which an interaction is answered later, without another one: Discord's token for it."""

    application_id: int
    token: str


NO_TOKEN = InteractionToken(0, "")
"""That of a request of a page."""
