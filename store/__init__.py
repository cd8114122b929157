"""The database of the bot, in SQLite or PostgreSQL; the only package with SQL.

`database.open_database` opens a `Database`, whose `reading()` and `writing()` are transactions. The
functions of the other modules take such a connection, so several of them can share one transaction.
They take and return records (`records`); see docs/architecture.md.
"""
