"""Tell Discord about the commands, only when that is needed.

Discord allows few command updates a day, so the store keeps a hash of what was sent last, for
each address of the API and each application.
"""

import hashlib
import json
from typing import Any

import structlog
from discord import app_commands
from discord.http import Route

from service.sent_commands import SentCommands

log = structlog.stdlib.get_logger(__name__)


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


async def sync_commands(tree: app_commands.CommandTree[Any], sent_before: SentCommands) -> bool:
    """Send the commands if they changed since the last time or Discord lacks them; True if so."""
    place = f"commands {Route.BASE} {tree.client.application_id}"
    digest = await payload_hash(tree)
    if await sent_before.read(place) == digest:
        known = {command.name for command in await tree.fetch_commands()}
        if known == {command.name for command in tree.get_commands()}:
            return False
    sent = await tree.sync()
    await sent_before.write(place, digest)
    log.info("commands sent", count=len(sent))
    return True
