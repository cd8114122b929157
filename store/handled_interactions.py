"""Handled interactions: which handler does what an interaction requests.

Several programs, or one program twice, may receive the same interaction. The first to claim it
handles it. A claim is made in the transaction of the change, so it is stored if the change is.
"""

from datetime import datetime
from functools import cache

from sqlalchemy import Insert, delete

from store.records import HandledInteraction
from store.schema import handled_interactions
from store.statements import affected_rows, insert_in, values_of
from store.transaction import Connection


async def claim(connection: Connection, *claims: HandledInteraction) -> frozenset[int]:
    """Store claims; returns the IDs of the interactions that another handler has claimed.

    An earlier claim is kept. Another transaction that claims one of these interactions waits until
    this transaction ends. Of claims of the same interaction, all with the handler of the first
    succeed.
    """
    first = {one.interaction_id: one for one in reversed(claims)}
    if not first:
        return frozenset()
    rows = [values_of(first[number]) for number in sorted(first)]  # a fixed order of locks
    claiming = _claiming(connection.dialect)
    handlers = {row[0]: row[1] for row in await connection.execute(claiming, rows)}
    return frozenset(
        one.interaction_id for one in claims if handlers[one.interaction_id] != one.handler
    )


@cache
def _claiming(dialect: str) -> Insert:
    """Inserts claims, and returns the claims that are stored then."""
    columns = handled_interactions.c
    return (
        insert_in(dialect, handled_interactions)
        .on_conflict_do_update(  # an update that changes nothing returns the old row
            index_elements=["interaction_id"], set_={"handler": columns.handler}
        )
        .returning(columns.interaction_id, columns.handler)
    )


async def forget_before(connection: Connection, instant: datetime) -> int:
    """Delete claims that were made before an instant; returns their number."""
    return await affected_rows(
        connection, delete(handled_interactions).where(handled_interactions.c.at < instant)
    )
