"""What was told to a chat about the bot's commands last, so that it is told only what changed."""

from store import meta
from store.database import Database


class SentCommands:
    """Hashes of what was sent, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, place: str) -> str | None:
        """The hash of what was sent to a place last; None where nothing was."""
        async with self._database.reading() as connection:
            return await meta.read(connection, place)

    async def write(self, place: str, digest: str) -> None:
        """Remember what was sent to a place."""
        async with self._database.writing() as connection:
            await meta.write(connection, place, digest)
