"""Rates of requests of people, where several bot processes on PostgreSQL share the limits.

A row is a token bucket, kept as the time when it is full again; see
`service.running.rate_limiter`. All times are those of the database's clock.
"""

from datetime import timedelta

from msgspec import Struct
from msgspec.structs import asdict

from store.sql import query
from store.transaction import Connection

LONGEST = timedelta(minutes=10)
"""Longer than any bucket takes to become full; a later time was stored by a wrong clock."""

_TAKE = query(
    """INSERT INTO request_rates (scope, person_id, full_at)
    VALUES (:scope, :person, clock_timestamp() + make_interval(secs => :cost))
    ON CONFLICT (scope, person_id) DO UPDATE
    SET full_at = greatest(request_rates.full_at, clock_timestamp()) + make_interval(secs => :cost)
    WHERE request_rates.full_at <= clock_timestamp() + make_interval(secs => :burst)
    RETURNING TRUE""",
    bool,
    only="postgresql",
)


class TokenRequest(Struct, frozen=True):
    """A request of a person for tokens.

    `cost` is how many seconds the tokens take to be refilled, and `burst` how many seconds a bucket
    may lack when a request is permitted.
    """

    scope: str
    person: int
    cost: float
    burst: float


async def take(connection: Connection, request: TokenRequest) -> bool:
    """Take tokens for a request; whether it is permitted. Needs PostgreSQL."""
    return bool(await _TAKE.one(connection, **asdict(request)))
