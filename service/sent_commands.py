"""Which command definitions a chat has, so that they are sent only when they have changed."""

from store import meta
from store.database import Database


class SentCommands:
    """Hashes of the definitions that were sent, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, place: str) -> str | None:
        """The hash of what was last sent to a place; None if nothing was."""
        async with self._database.reading() as connection:
            return await meta.read(connection, place)

    async def write(self, place: str, digest: str) -> None:
        """Store the hash of what was sent to a place."""
        async with self._database.writing() as connection:
            await meta.write(connection, place, digest)
