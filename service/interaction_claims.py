"""Interactions that change something, each of which is handled once.

Two programs with the same token receive every interaction twice, for example during a rolling
restart. Each change is stored together with the claim of the interaction that requests it; a change
for an interaction that another handler has claimed is not made.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.clock import Clock
from service.errors import AlreadyClaimed
from store import handled_interactions
from store.database import Database
from store.records import HandledInteraction
from store.transaction import Connection

CLAIM_RETENTION = timedelta(minutes=20)
"""Claims are deleted after this time; Discord delivers no interaction that late."""


@dataclass(frozen=True, slots=True)
class InteractionClaim:
    """The claim of one handler to an interaction that requests a change.

    `interaction` is its ID, `handler` a random word. Each bot that receives an interaction creates
    its own claim and passes it to all use cases that it calls for this interaction.
    """

    interaction: int
    handler: str = field(default_factory=lambda: secrets.token_hex(8))


async def store_claim(
    connection: Connection, claim: InteractionClaim | None, now: datetime
) -> None:
    """Claim an interaction in the transaction of the change that it requests.

    Nothing is claimed for None, a change without an interaction. Raises `AlreadyClaimed` if
    another handler has claimed the interaction.
    """
    if await store_claims(connection, [claim], now):
        raise AlreadyClaimed


async def store_claims(
    connection: Connection, claims: Iterable[InteractionClaim | None], now: datetime
) -> frozenset[InteractionClaim]:
    """Claim several interactions in one statement; returns those that another handler has."""
    present = {claim for claim in claims if claim is not None}
    elsewhere = await handled_interactions.claim(
        connection, *(HandledInteraction(one.interaction, one.handler, now) for one in present)
    )
    return frozenset(one for one in present if one.interaction in elsewhere)


class Claims:
    """The claims in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def take(self, claim: InteractionClaim) -> None:
        """Claim an interaction in a transaction of its own, without a change.

        Raises `AlreadyClaimed` if another handler has claimed it.
        """
        await self._database.write(lambda connection: store_claim(connection, claim, self._now()))
