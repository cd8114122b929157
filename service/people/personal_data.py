"""Exports and deletes the data stored about a person."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

from msgspec import Struct

from service.errors import InputError, Problem
from service.playing.attempts import Attempts
from service.running.clock import Clock
from service.running.quotas import Quotas
from service.running.readers import Reader, begin_change
from store import outbox, privacy
from store.database import Database
from store.transaction import Connection


class Export(Struct, frozen=True):
    """An export file; `packed` if it is compressed with gzip, because the JSON was too long."""

    name: str
    data: bytes
    packed: bool = False


class PersonalData(Struct, eq=False):
    """Exports the data of people as files of at most `file_bytes` bytes, and deletes it.

    `now` gives the current time.
    """

    database: Database
    attempts: Attempts
    quotas: Quotas
    file_bytes: int
    now: Clock

    async def export(self, person: int) -> Export | None:
        """All data stored about a person, as a file; None if there is none.

        Raises `InputError` after too many exports in a short time, and if the file is too long.
        """
        if not await self.quotas.exports.allows(person):
            raise InputError(Problem.EXPORTED_LATELY)
        tables = await self.database.read(privacy.export, person)
        if not any(tables.values()):
            return None
        return await asyncio.to_thread(written, tables, self.file_bytes)

    async def delete(self, reader: Reader, *, published: bool = False) -> int:
        """Delete all data of a person; returns the number of results that stay without a name.

        With `published`, the puzzles that they published go too, else they stay without a name.

        Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """

        async def forget(connection: Connection) -> tuple[int, int]:
            await begin_change(connection, reader, self.now())
            puzzles = await self.quotas.puzzles(connection, reader.person)
            await outbox.change_named(connection, reader.person, self.now())
            kept = await privacy.forget(connection, reader.person, self.now(), published=published)
            return kept, puzzles

        kept, puzzles = await self.database.write(forget)
        self.quotas.forget(reader.person, puzzles)
        self.attempts.forget(reader.person)
        return kept


def written(tables: dict[str, Any], most: int) -> Export:
    """Tables as a JSON file of at most `most` bytes, compressed if it is longer.

    Raises `InputError` if the compressed file is too long as well.

    >>> written({"players": [{"id": 7}]}, 1000).data.decode().splitlines()[1]
    '  "players": ['
    """
    data = json.dumps(tables, ensure_ascii=False, indent=2).encode()
    if len(data) <= most:
        return Export("ouro.json", data)
    packed = gzip.compress(data, mtime=0)
    if len(packed) > most:
        raise InputError(Problem.EXPORT_TOO_LONG)
    return Export("ouro.json.gz", packed, packed=True)
