"""Translates the commands, and registers them with Discord only when they have changed.

Discord allows few command updates per day, so the store has a hash of the last registration for
each API base URL and each application.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import discord
import structlog
from discord import app_commands
from discord.app_commands import ContextMenu, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Place
from discord.http import Route
from msgspec import Struct

from i18n.catalogues import localizer_for
from service.running.sent_commands import SentCommands
from texts.board_page import LAUNCH_COMMAND

Payload: TypeAlias = dict[str, Any]
"""A command in Discord's JSON."""

COMMANDS = "/applications/{application_id}/commands"
ENTRY_POINT = 4
"""The type of the command that launches the Activity of an application, which has one at most."""
HANDLED_BY_APP = 1
"""Who answers that command: the bot, and not Discord, which would launch whatever the bot says."""
LAUNCH_NAME = "launch"
KEPT = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "nsfw",
    "handler",
)
"""What a registered command has and Discord takes."""

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
        return _translated(string.message, locale)


def _translated(text: str, locale: discord.Locale) -> str | None:
    """A text in a locale of Discord's; None where it is English."""
    translated = localizer_for(locale.value).catalogue.gettext(text)
    return None if translated in ("", text) else translated


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is the name of a slash command or option, which users type."""
    if context.location is Place.command_name:
        return not isinstance(context.data, ContextMenu)
    return context.location in (Place.parameter_name, Place.group_name)


async def payload_of(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """All commands as Discord takes them, with every translation, in the order of /help."""
    translator = tree.translator
    return [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]


def entry_point() -> Payload:
    """The command that launches the Activity without a board."""
    text = LAUNCH_COMMAND.text
    translated = {locale.value: _translated(text, locale) for locale in discord.Locale}
    return {
        "type": ENTRY_POINT,
        "name": LAUNCH_NAME,
        "description": text,
        "description_localizations": {code: text for code, text in translated.items() if text},
        "contexts": [0, 1, 2],
        "integration_types": [0, 1],
        "handler": HANDLED_BY_APP,
    }


class Registered(Struct, frozen=True):
    """What Discord has registered: the numbers of commands by name, and whether there is an entry
    point."""

    numbers: Mapping[str, int]
    has_entry_point: bool


async def sync_commands(
    tree: app_commands.CommandTree[Any], sent_before: SentCommands, *, launches: bool = False
) -> Registered:
    """Register the commands if they changed since the last time or Discord has lost them.

    An application that is an Activity has an entry point command besides, which Discord refuses to
    lose: the one that it has is kept, and answered by the bot from now on. With `launches` one is
    added, unless Discord refuses it. Of several processes one at a time registers, and none while
    one of a newer version is alive.
    """
    key = f"commands {Route.BASE} {tree.client.application_id}"
    payload = await payload_of(tree)
    digest = _hash_of(payload)
    async with sent_before.turn(key) as may_send:
        known = await _registered(tree)
        found = [_sendable(each) for each in known if each["type"] == ENTRY_POINT]
        entries = [{**each, "handler": HANDLED_BY_APP} for each in found]
        if not may_send:
            log.info("commands left to a newer version")
        elif (
            found != entries
            or await sent_before.read(key) != digest
            or _keys(known) != _keys([*payload, *entries])
        ):
            known = await _send(tree, [*payload, *entries])
            await sent_before.write(key, digest)
            log.info("commands sent", count=len(known))
        if may_send and launches and not entries:
            known = [*known, *await _add_entry_point(tree)]
    numbers = {each["name"]: int(each["id"]) for each in known if each["type"] != ENTRY_POINT}
    return Registered(numbers, len(numbers) < len(known))


async def _add_entry_point(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """Register an entry point; none if Discord refuses it, as where it knows no Activity."""
    route = Route("POST", COMMANDS, application_id=tree.client.application_id)
    try:
        return [await tree.client.http.request(route, json=entry_point())]
    except discord.HTTPException as error:
        log.warning("entry point refused", status=error.status, code=error.code)
        return []


def _hash_of(payload: Sequence[Payload]) -> str:
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _keys(commands: Sequence[Payload]) -> set[tuple[int, str]]:
    """What tells commands apart: their types and names."""
    return {(int(each.get("type") or 1), str(each["name"])) for each in commands}


def _sendable(command: Payload) -> Payload:
    """A registered command as Discord takes it, unchanged."""
    kept = {name: command[name] for name in KEPT if command.get(name) is not None}
    if "default_member_permissions" in kept:
        kept["default_member_permissions"] = int(kept["default_member_permissions"])
    return kept


async def _registered(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """The registered commands; the library knows no entry points."""
    route = Route("GET", COMMANDS, application_id=tree.client.application_id)
    found: list[Payload] = await tree.client.http.request(
        route, params={"with_localizations": "true"}
    )
    return found


async def _send(tree: app_commands.CommandTree[Any], payload: list[Payload]) -> list[Payload]:
    """Replace all registered commands; returns them."""
    route = Route("PUT", COMMANDS, application_id=tree.client.application_id)
    sent: list[Payload] = await tree.client.http.request(route, json=payload)
    return sent
