"""What the bot remembers, in SQLite or PostgreSQL: the only SQL of the house.

`database.open_database` gives a `Database`, whose `reading()` and `writing()` are transactions.
The functions of the other modules take such a connection, so several of them make one
transaction together. Records (`records`) come out and go in; see docs/architecture.md.
"""
