"""Translates the commands, and registers them with Discord only when they have changed.

Discord allows few command updates per day, so the store has a hash of the last registration for
each API base URL and each application.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.app_commands import ContextMenu, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Place
from discord.http import Route

from i18n.catalogues import catalogue
from service.running.sent_commands import SentCommands

log = structlog.stdlib.get_logger(__name__)


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions, choices and context menu names of `texts.commands`.

    The names of slash commands and options, which users type, are not translated.
    """

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The text in a locale of Discord's; None for no translation."""
        if _is_typed(context):
            return None
        text = catalogue(locale.value).gettext(string.message)
        return None if text == string.message else text


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is the name of a slash command or option, which users type."""
    if context.location is Place.command_name:
        return not isinstance(context.data, ContextMenu)
    return context.location in (Place.parameter_name, Place.group_name)


async def payload_hash(tree: app_commands.CommandTree[Any]) -> str:
    """The SHA-256 hash of the payload of all commands, with every translation."""
    translator = tree.translator
    payload = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    payload.sort(key=lambda command: str(command["name"]))
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


async def sync_commands(
    tree: app_commands.CommandTree[Any], sent_before: SentCommands
) -> dict[str, int]:
    """Register the commands if they changed since the last time or Discord has lost them.

    Of several processes one at a time does so, and none while one of a newer version is alive.
    Returns the numbers of the registered commands by name.
    """
    key = f"commands {Route.BASE} {tree.client.application_id}"
    digest = await payload_hash(tree)
    async with sent_before.turn(key) as may_send:
        if not may_send:
            log.info("commands left to a newer version")
            return _ids(await tree.fetch_commands())
        return _ids(await _send_changed(tree, sent_before, key, digest))


def _ids(registered: Sequence[app_commands.AppCommand]) -> dict[str, int]:
    return {command.name: command.id for command in registered}


async def _send_changed(
    tree: app_commands.CommandTree[Any], sent_before: SentCommands, key: str, digest: str
) -> Sequence[app_commands.AppCommand]:
    if await sent_before.read(key) == digest:
        known = await tree.fetch_commands()
        if {command.name for command in known} == {command.name for command in tree.get_commands()}:
            return known
    sent = await tree.sync()
    await sent_before.write(key, digest)
    log.info("commands sent", count=len(sent))
    return sent
