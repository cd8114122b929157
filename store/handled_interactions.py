"""Handled interactions: which handler does what an interaction requests.

Several programs, or one program twice, may receive the same interaction. The first to claim it
handles it. A claim is made in the transaction of the change, so it is stored if the change is.
"""

from functools import cache

from msgspec.structs import asdict
from sqlalchemy import Insert

from store.records import HandledInteraction
from store.schema import handled_interactions
from store.statements import insert_in
from store.transaction import Connection


async def claim(connection: Connection, wanted: HandledInteraction) -> bool:
    """Store a claim; False if another handler has claimed the interaction.

    An earlier claim is kept. Another transaction that claims the interaction waits until this
    transaction ends.
    """
    rows = await connection.execute(_claiming(connection.dialect), asdict(wanted))
    return bool(rows.scalar_one() == wanted.handler)


@cache
def _claiming(dialect: str) -> Insert:
    """Inserts a claim, and returns the handler of the claim that is stored then."""
    columns = handled_interactions.c
    return (
        insert_in(dialect, handled_interactions)
        .on_conflict_do_update(  # an update that changes nothing returns the old row
            index_elements=["interaction_id"], set_={"handler": columns.handler}
        )
        .returning(columns.handler)
    )
