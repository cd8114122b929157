"""Requests that change something, each of which is handled once.

Two programs with the same token receive every interaction twice, for example during a rolling
restart, and a page sends a request again if it got no answer. Each change is stored together with
the claim of the request; a change for a request that was claimed before is not made, but a page is
told again what it asked for.
"""

import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import TypeAlias, TypeVar

from msgspec import Struct, field

from service.errors import AlreadyClaimed, MarksChanged, NotYours, ServiceError
from service.running.clock import Clock
from store import handled_interactions, web_links
from store.database import Database
from store.records import HandledInteraction, PageRequest
from store.transaction import Connection

T = TypeVar("T")


class InteractionClaim(Struct, frozen=True):
    """The claim of one handler to an interaction that requests a change.

    `interaction` is its ID, `handler` a random word. Each bot that receives an interaction creates
    its own claim and passes it to all use cases that it calls for this interaction.
    """

    interaction: int
    handler: str = field(default_factory=lambda: secrets.token_hex(8))


class RequestClaim(PageRequest, frozen=True):
    """The claim to a request of a page, each time that it arrives.

    Of the requests of a stream, whose numbers rise, each is done once, however late it is repeated.
    One that is refused is the last of its stream, so that its repetition is refused as well.
    """

    handler: str = field(default_factory=lambda: secrets.token_hex(8))


Claim: TypeAlias = InteractionClaim | RequestClaim
"""The claim to what a front end was asked for."""


async def store_claim(connection: Connection, claim: Claim | None, now: datetime) -> None:
    """Claim a request in the transaction of the change.

    Nothing is claimed for None, a change without a request. Raises `AlreadyClaimed` if another
    handler has claimed the interaction, or the request was done before, `MarksChanged` if the
    request was refused before, and `NotYours` if the session of its page is over.
    """
    match claim:
        case InteractionClaim():
            take = partial(_take, HandledInteraction(claim.interaction, claim.handler, now))
            await take(connection)
            connection.kept.append(take)  # a refusal is told by one handler too
        case RequestClaim():
            if not await web_links.claim(connection, claim, now):
                if await web_links.is_refused(connection, claim):
                    raise MarksChanged
                if await web_links.over(connection, [claim.session], now):
                    raise NotYours
                raise AlreadyClaimed


async def _take(wanted: HandledInteraction, connection: Connection) -> None:
    if not await handled_interactions.claim(connection, wanted):
        raise AlreadyClaimed


async def unless_repeated(claim: Claim | None, change: Awaitable[T]) -> T | None:
    """The result of a change that takes a claim; None if a page sends its request again, since the
    answer was lost.

    Raises `AlreadyClaimed` if another handler has claimed the interaction.
    """
    try:
        return await change
    except AlreadyClaimed:
        if isinstance(claim, RequestClaim):
            return None
        raise


async def claimed(
    database: Database,
    claim: Claim | None,
    now: datetime,
    change: Callable[[Connection], Awaitable[T]],
) -> T:
    """The result of a change in a transaction that claims its request.

    If it raises an error of use cases or puzzles, before it stores anything, the request of a page
    is refused however often it comes.
    """

    async def locked(connection: Connection) -> T | Exception:
        await store_claim(connection, claim, now)
        try:
            return await change(connection)
        except (ServiceError, ValueError) as error:
            if isinstance(claim, RequestClaim):
                await web_links.refuse(connection, claim)
            return error

    result = await database.write(locked)
    if isinstance(result, Exception):
        raise result
    return result


class Claims(Struct, eq=False):
    """The claims in a database; `now` gives the current time."""

    database: Database
    now: Clock

    async def take(self, claim: InteractionClaim) -> None:
        """Claim an interaction in a transaction of its own, without a change.

        Raises `AlreadyClaimed` if another handler has claimed it.
        """
        await self.database.write(lambda connection: store_claim(connection, claim, self.now()))
