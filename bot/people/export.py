"""Everything that is stored of a person, as a file."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.errors import InputError
from store import privacy
from texts import privacy as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


@dataclass(frozen=True, slots=True)
class Export:
    """A file with its name; `packed` when it was too long as plain JSON."""

    name: str
    data: bytes
    packed: bool = False


async def export_of(client: OuroClient, person: int) -> Export | None:
    """All that is stored of a person; None if nothing is."""
    async with client.database.reading() as connection:
        tables = await privacy.export(connection, person)
    if not any(tables.values()):
        return None
    return await asyncio.to_thread(written, tables, client.settings.file_bytes)


def written(tables: dict[str, Any], most: int) -> Export:
    """Tables as a file of at most `most` bytes; raises `InputError` where that is too little even
    when it is packed.

    >>> written({"players": [{"id": 7}]}, 1000).data.decode().splitlines()[1]
    '  "players": ['
    """
    data = json.dumps(tables, ensure_ascii=False, indent=2).encode()
    if len(data) <= most:
        return Export("ouro.json", data)
    packed = gzip.compress(data, mtime=0)
    if len(packed) > most:
        raise InputError(texts.EXPORT_TOO_LONG)
    return Export("ouro.json.gz", packed, packed=True)
