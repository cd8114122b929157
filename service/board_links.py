"""Links from chat to the board page, and the sessions of pages.

A link is for one person and attempt. It is redeemed by a page that keeps a random word, its holder:
the same page may redeem it again while the link is valid, for example if the answer was lost, and
nobody else can. The database has hashes of secrets only.
"""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from msgspec.structs import replace

from service.errors import NotYours
from service.running.clock import Clock
from service.running.interaction_claims import Claim, store_claim
from store import attempts, web_links
from store.database import Database
from store.records import WebLink, WebSession
from store.transaction import Connection

LINK_LIFETIME = timedelta(minutes=10)
"""How long a link can be redeemed."""
SESSION_LIFETIME = timedelta(days=7)
"""How long a page can be used."""
SECRET_BYTES, TOKEN_BYTES = 16, 32
"""Random bytes of the secret of a link, and of the token of a session."""
MAX_SESSIONS = 8
"""Maximum number of sessions of a person, and of links; a new one ends the oldest."""


class BoardLinks:
    """The links and sessions in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def make_link(self, person: int, attempt: int, *, claim: Claim | None = None) -> str:
        """The secret of a new link to an attempt of a person.

        Raises `NotYours` if it does not exist or is another person's.
        """
        secret = secrets.token_urlsafe(SECRET_BYTES)
        link = WebLink(hash_of(secret), person, attempt, self._now() + LINK_LIFETIME)

        async def store(connection: Connection) -> None:
            await store_claim(connection, claim, self._now())
            await _require_own(connection, person, attempt)
            await web_links.add_link(connection, link, MAX_SESSIONS)

        await self._database.write(store)
        return secret

    async def redeem(self, secret: str, holder: str) -> str | None:
        """The token of a new session; None for a link that is unknown, over or another page's."""
        session, token = self._new_session()

        async def store(connection: Connection) -> str | None:
            link = await web_links.redeem(connection, hash_of(secret), hash_of(holder), self._now())
            if link is None:
                return None
            theirs = replace(session, player_id=link.player_id, attempt_id=link.attempt_id)
            await web_links.add_session(connection, theirs, MAX_SESSIONS)
            return token

        return await self._database.write(store)

    async def session(self, token: str) -> WebSession | None:
        """The session of a token; None if there is none or it is over."""
        async with self._database.reading() as connection:
            return await web_links.session(connection, hash_of(token), self._now())

    async def begin(self, person: int, attempt: int) -> str:
        """The token of a new session for another attempt of the person of a session.

        Raises `NotYours` if it does not exist or is another person's.
        """
        session, token = self._new_session()

        async def store(connection: Connection) -> str:
            await _require_own(connection, person, attempt)
            theirs = replace(session, player_id=person, attempt_id=attempt)
            await web_links.add_session(connection, theirs, MAX_SESSIONS)
            return token

        return await self._database.write(store)

    async def over(self, hashes: Collection[bytes]) -> frozenset[bytes]:
        """Those of some hashes of tokens whose session is over."""
        if not hashes:
            return frozenset()
        async with self._database.reading() as connection:
            return await web_links.over(connection, hashes, self._now())

    async def end_all(self, person: int, *, claim: Claim | None = None) -> None:
        """End all links and sessions of a person."""

        async def store(connection: Connection) -> None:
            await store_claim(connection, claim, self._now())
            await web_links.end_sessions(connection, person)

        await self._database.write(store)

    def _new_session(self) -> tuple[WebSession, str]:
        """A session of nobody yet, and its token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return WebSession(hash_of(token), 0, 0, self._now() + SESSION_LIFETIME), token


def hash_of(secret: str) -> bytes:
    """The hash of a secret, which has so many random bits that no salt is needed.

    >>> hash_of("a")[:2]
    b'\xca\x97'
    """
    return hashlib.sha256(secret.encode(errors="replace")).digest()


async def _require_own(connection: Connection, person: int, attempt: int) -> None:
    found = await attempts.get(connection, attempt)
    if found is None or found.player_id != person:
        raise NotYours
