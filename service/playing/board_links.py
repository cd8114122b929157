"""Links from chat to the board page, and the sessions of pages.

A link is for one person and one attempt, draft, drill or board of several people, which has one
for them at a time: that of its newest picture in chat. Further pictures have the same while no page
has redeemed it, and for half its time. It is redeemed by a page that keeps a random word, its
holder: the same page may redeem it again while the link is valid, for example if the answer was
lost, and nobody else can. The database has hashes of secrets only.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Any

from cachetools import LRUCache
from msgspec import Struct, field

from service.errors import AlreadyClaimed, NotYours
from service.playing.loaded_attempt import require_owner
from service.running.clock import Clock
from service.running.interaction_claims import RequestClaim, store_claim
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import Reader
from store import activity_boards, attempts, players, together, web_links
from store.database import Database
from store.records import PageSession, WebLink, shown_by
from store.transaction import Connection

LINK_LIFETIME = timedelta(hours=1)
"""How long a link can be redeemed."""
SESSION_LIFETIME = timedelta(days=7)
"""How long a page can be used."""
SECRET_BYTES, TOKEN_BYTES = 16, 32
"""Random bytes of the secret of a link, and of the token of a session."""
MAX_KEPT = 1000
"""Maximum number of links whose secrets are in memory."""
MAX_SESSIONS = 8
"""Maximum number of sessions of a person; a new one ends the oldest."""
IN_ACTIVITY = ("attempt_id", "together_id")
"""What an instance of the Activity can show, of `PAGES`."""


class BoardLinks(Struct, eq=False):
    """The links and sessions in a database; `now` gives the current time."""

    database: Database
    now: Clock
    _openings: OrderedTasks = field(default_factory=OrderedTasks)
    _kept: LRUCache[Any, tuple[str, WebLink]] = field(default_factory=lambda: LRUCache(MAX_KEPT))
    """The links that this process made, with their secrets, by person and what they lead to."""

    async def make_link(
        self, person: int, number: int, page: str = "attempt_id", *, unused: bytes | None = None
    ) -> str:
        """The secret of a link to an attempt of a person, or to another of `PAGES`.

        A new one ends their earlier link there. `unused` is the hash of the link there, if it was
        read just now that no page has redeemed it. Raises `NotYours` if what it leads to does not
        exist or is another person's.
        """
        place, late = (person, page, number), self.now() + LINK_LIFETIME / 2
        kept, link = self._kept.get(place, ("", None))
        if link is not None and link.until > late:
            if link.hash == unused:
                return kept
            async with self.database.reading(single=True) as connection:
                if await web_links.is_unused(connection, link.hash):
                    return kept
        secret = secrets.token_urlsafe(SECRET_BYTES)
        shown: dict[str, Any] = {page: number}
        link = WebLink(hash_of(secret), person, self.now() + LINK_LIFETIME, **shown)

        async def store(connection: Connection) -> bool:
            await players.lock(connection, person)
            return await web_links.put_link(connection, link)

        if not await self.database.write(store):
            raise NotYours
        self._kept[place] = secret, link
        return secret

    async def redeem(self, secret: str, holder: str) -> str | None:
        """The token of a session; None for a link that is unknown, over or another page's.

        The page that redeems it again gets the same.
        """
        held = hash_of(secret), hash_of(holder)
        async with self.database.reading() as connection:  # wrong links write nothing
            if await web_links.redeemable(connection, *held, self.now()) is None:
                return None
        token = _derived(secret, holder)

        async def store(connection: Connection) -> str | None:
            link = await web_links.redeem(connection, *held, self.now())
            if link is None:
                return None
            session = self.session(token, link.player_id, *shown_by(link))
            if await web_links.over(connection, [session.hash], self.now()):
                await web_links.add_session(connection, session, MAX_SESSIONS)
            return token

        return await self.database.write(store)

    async def page_session(self, token: str) -> PageSession | None:
        """The session of a token; None if there is none or it is over."""
        return await self.database.read(web_links.page_session, hash_of(token), self.now())

    async def follow(
        self,
        reader: Reader,
        token: str,
        open_next: Callable[[], Awaitable[int]],
        page: str = "attempt_id",
    ) -> str:
        """The token of a session for the next board of a person, which `open_next` opens: an
        attempt, or another of what may be `IN_ACTIVITY`.

        A page with `token` asks for it by a numbered request. When it asks again, it gets the same
        token, and nothing more is opened: one request of a person is done after the other. Raises
        what `open_next` raises, `NotYours` if the session is over by now, and `TypeError` unless
        the reader's claim is that of such a request, which is a programming error.
        """
        if not isinstance(reader.claim, RequestClaim):
            raise TypeError("only a request of a page has a number")
        following = _derived(token, f"{reader.claim.stream}:{reader.claim.number}")
        return await self._openings.run(
            reader.person, partial(self._follow, reader, hash_of(token), following, open_next, page)
        )

    async def _follow(
        self,
        reader: Reader,
        before: bytes,
        token: str,
        open_next: Callable[[], Awaitable[int]],
        page: str,
    ) -> str:
        if await self.page_session(token) is not None:
            return token
        number = await open_next()
        session = self.session(token, reader.person, page, number)

        async def store(connection: Connection) -> None:
            await store_claim(connection, reader.claim, self.now())
            await require_shown(connection, reader.person, page, number)
            await web_links.add_session(connection, session, MAX_SESSIONS)
            await activity_boards.follow(connection, before, session)

        try:
            await self.database.write(store)
        except AlreadyClaimed:  # by another process, meanwhile
            if await self.page_session(token) is None:
                raise
        return token

    async def over(self, hashes: Collection[bytes]) -> frozenset[bytes]:
        """Those of some hashes of tokens whose session is over."""
        if not hashes:
            return frozenset()
        return await self.database.read(web_links.over, hashes, self.now())

    async def end_all(self, reader: Reader) -> None:
        """End all links and sessions of a person."""

        async def store(connection: Connection) -> None:
            await store_claim(connection, reader.claim, self.now())
            await web_links.end_sessions(connection, reader.person)

        await self.database.write(store)

    def session(self, token: str, person: int, page: str, number: int) -> PageSession:
        """A session that begins now, of a person for one of `PAGES`."""
        until = self.now() + SESSION_LIFETIME
        return PageSession(hash_of(token), person, until, **{page: number})


def _derived(secret: str, word: str) -> str:
    """The token that follows from a secret by a word, which only those who have both can know."""
    digest = hmac.digest(secret.encode(errors="replace"), word.encode(errors="replace"), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hash_of(secret: str) -> bytes:
    """The hash of a secret, which has so many random bits that no salt is needed.

    >>> hash_of("a")[:2]
    b'\xca\x97'
    """
    return hashlib.sha256(secret.encode(errors="replace")).digest()


async def require_shown(connection: Connection, person: int, page: str, number: int) -> None:
    """Lock an attempt, or find a board of several people: what may be `IN_ACTIVITY`.

    Raises `NotYours` if it does not exist, or is another person's attempt.
    """
    if page == "attempt_id":
        require_owner(await attempts.get(connection, number, lock=True), person)
    elif await together.get(connection, number) is None:
        raise NotYours
