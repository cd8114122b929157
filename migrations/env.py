"""Runs one migration for Alembic, in the transaction of the connection it is given.

`store.migration_steps` opens that transaction and holds the lock, so that each step is applied as a
whole or not at all, and by one process only.
"""

import sqlalchemy as sa
from alembic import context

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""The names of indexes and constraints, by which a later step finds them."""

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Databases are migrated with `ouro db upgrade`, or when the bot starts.")
context.configure(
    connection=connection,
    target_metadata=sa.MetaData(naming_convention=NAMES),
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
