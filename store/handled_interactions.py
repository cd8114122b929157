"""Handled interactions: which handler does what an interaction requests.

Several programs, or one program twice, may receive the same interaction. The first to claim it
handles it. A claim is made in the transaction of the change, so it is stored if the change is.
"""

from msgspec.structs import asdict

from store.records import HandledInteraction
from store.sql import query
from store.transaction import Connection

_CLAIM = query(  # an update that changes nothing returns the old row
    """INSERT INTO handled_interactions (interaction_id, handler, at)
    VALUES (:interaction_id, :handler, :at)
    ON CONFLICT (interaction_id) DO UPDATE SET handler = handled_interactions.handler
    RETURNING handler""",
    str,
)


async def claim(connection: Connection, wanted: HandledInteraction) -> bool:
    """Store a claim; False if another handler has claimed the interaction.

    An earlier claim is kept. Another transaction that claims the interaction waits until this
    transaction ends.
    """
    return await _CLAIM.one(connection, **asdict(wanted)) == wanted.handler
