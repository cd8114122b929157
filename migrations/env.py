"""Runs one migration for Alembic, in the transaction of the connection it is given.

`store.migrate` opens that transaction and holds the lock, so that each step is applied as a whole
or not at all, and by one process only.
"""

from alembic import context

from store.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Databases are migrated with `ouro db upgrade`, or when the bot starts.")
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
