"""Tell Discord about the commands, only when that is needed.

Discord allows few command updates a day, so what was sent last is remembered as a hash, for
each address of the API and each application.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import structlog
from discord import app_commands
from discord.http import Route

log = structlog.stdlib.get_logger(__name__)


class SyncMemory:
    """The hashes of what was sent, in a small JSON file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get(self, place: str) -> str | None:
        """The hash last sent to that place, if that is known."""
        found = self._load().get(place)
        return found if isinstance(found, str) else None

    def put(self, place: str, digest: str) -> None:
        """Remember what was sent."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps({**self._load(), place: digest}, indent=1))
        fresh.replace(self._file)

    def _load(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self._file.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return loaded if isinstance(loaded, dict) else {}


async def payload_hash(tree: app_commands.CommandTree[Any]) -> str:
    """A hash of all the tree would send, in every language."""
    translator = tree.translator
    payload = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    payload.sort(key=lambda one: str(one["name"]))
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


async def sync_commands(tree: app_commands.CommandTree[Any], memory: SyncMemory) -> bool:
    """Send the commands if they changed since the last time or Discord lacks them; True if so."""
    place = f"{Route.BASE} {tree.client.application_id}"
    digest = await payload_hash(tree)
    if memory.get(place) == digest:
        known = {command.name for command in await tree.fetch_commands()}
        if known == {command.name for command in tree.get_commands()}:
            return False
    sent = await tree.sync()
    memory.put(place, digest)
    log.info("commands sent", count=len(sent))
    return True
