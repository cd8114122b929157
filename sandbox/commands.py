"""The commands a bot has registered, and the rules Discord has for them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from sandbox.errors import ApiError, bad_length, invalid_form, required, unknown
from sandbox.permissions import Permission
from sandbox.snowflakes import Snowflakes
from sandbox.state import CommandsChanged, Json, State

MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_CHOICE = 6000
MAX_CHARACTERS = 8000
NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl "
    "pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW"
)
Path = Sequence[str | int]


class CommandType(IntEnum):
    """Where a command is found."""

    CHAT = 1
    USER = 2
    MESSAGE = 3


class OptionType(IntEnum):
    """What an option of a slash command takes."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


MOST_COMMANDS = {CommandType.CHAT: 100, CommandType.USER: 15, CommandType.MESSAGE: 15}
NESTED = frozenset({OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP})
WITH_CHOICES = frozenset({OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER})


@dataclass(frozen=True, slots=True)
class Command:
    """A registered command; `guild_id` is None for a global one. `json` is Discord's form."""

    id: int
    type: int
    name: str
    guild_id: int | None
    json: Json

    @property
    def contexts(self) -> list[int]:
        """Where it can be used: 0 servers, 1 direct messages with the bot, 2 other ones."""
        return [0, 1, 2] if self.json["contexts"] is None else list(self.json["contexts"])

    @property
    def integration_types(self) -> list[int]:
        """How it gets there: 0 with the server's installation, 1 with the person's."""
        return list(self.json["integration_types"])

    @property
    def needs(self) -> Permission | None:
        """What a member has to be allowed to do; None for nothing, no bits for "owners only"."""
        needed = self.json["default_member_permissions"]
        return None if needed is None else Permission(int(needed))


class CommandBook:
    """All registered commands, by where they are registered (a server's id, or None)."""

    def __init__(self, state: State, snowflakes: Snowflakes) -> None:
        self._state = state
        self._snowflakes = snowflakes
        self._commands: dict[int, Command] = {}

    def listed(self, guild_id: int | None) -> list[Command]:
        """The commands registered in one place."""
        return [c for c in self._commands.values() if c.guild_id == guild_id]

    def get(self, command_id: int, guild_id: int | None) -> Command:
        """One command, or `ApiError` 10063."""
        command = self._commands.get(command_id)
        if command is None or command.guild_id != guild_id:
            raise unknown(10063)
        return command

    def overwrite(self, payload: object, guild_id: int | None) -> list[Command]:
        """Replace all commands of one place. Those that keep type and name keep their id."""
        if not isinstance(payload, list):
            raise invalid_form([], "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        before = {(c.type, c.name): c for c in self.listed(guild_id)}
        new = [self._build(entry, [index], guild_id, before) for index, entry in enumerate(payload)]
        _check_set(new)
        for command in before.values():
            del self._commands[command.id]
        self._commands |= {command.id: command for command in new}
        self._state.publish(CommandsChanged())
        return new

    def upsert(self, payload: object, guild_id: int | None) -> tuple[Command, bool]:
        """Add a command, or replace the one of that type and name; True when it is new."""
        before = {(c.type, c.name): c for c in self.listed(guild_id)}
        command = self._build(payload, [], guild_id, before)
        created = command.id not in self._commands
        _check_set([*(c for c in before.values() if c.id != command.id), command])
        self._put(command)
        return command, created

    def edit(self, command_id: int, payload: object, guild_id: int | None) -> Command:
        """Change some fields of a command."""
        before = self.get(command_id, guild_id)
        if not isinstance(payload, dict):
            raise invalid_form([], "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        merged = {**before.json, **payload, "type": before.type}
        command = self._build(
            merged, [], guild_id, {(before.type, str(merged.get("name"))): before}
        )
        _check_set([*(c for c in self.listed(guild_id) if c.id != before.id), command])
        self._put(command)
        return command

    def delete(self, command_id: int, guild_id: int | None) -> None:
        """Forget a command."""
        del self._commands[self.get(command_id, guild_id).id]
        self._state.publish(CommandsChanged())

    def available(self, channel_id: int, user_id: int) -> list[Command]:
        """The commands a person is shown in a channel, by kind and name."""
        return [c for c in self.found(channel_id, user_id) if self.may_use(user_id, channel_id, c)]

    def found(self, channel_id: int, user_id: int) -> list[Command]:
        """The commands of a channel, whether or not that person is allowed to use them."""
        guild = self._state.guild_of(channel_id)
        installed = {0} if guild is None or guild.has_bot else set()
        if self._state.users[user_id].installed:
            installed.add(1)
        context = 0 if guild is not None else 1
        places = {None} if guild is None or not guild.has_bot else {None, guild.id}
        found = [
            command
            for command in self._commands.values()
            if command.guild_id in places
            and context in command.contexts
            and installed & set(command.integration_types)
        ]
        return sorted(found, key=lambda command: (command.type, command.name))

    def may_use(self, user_id: int, channel_id: int, command: Command) -> bool:
        """Whether permissions let a person use a command there; they count in servers alone."""
        channel = self._state.channel(channel_id)
        if channel.guild_id is None:
            return True
        allowed = self._state.permissions(user_id, channel)
        if Permission.ADMINISTRATOR in allowed:
            return True
        if Permission.USE_APPLICATION_COMMANDS not in allowed:
            return False
        return command.needs is None or (command.needs != 0 and command.needs in allowed)

    def _put(self, command: Command) -> None:
        self._commands[command.id] = command
        self._state.publish(CommandsChanged())

    def _build(
        self,
        payload: object,
        path: Path,
        guild_id: int | None,
        before: dict[tuple[int, str], Command],
    ) -> Command:
        if not isinstance(payload, dict):
            raise invalid_form(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        check_command(payload, path)
        kind, name = int(payload.get("type") or CommandType.CHAT), str(payload["name"])
        old = before.get((kind, name))
        command_id = old.id if old else self._snowflakes.make()
        permissions = payload.get("default_member_permissions")
        json: Json = {
            "id": str(command_id),
            "application_id": str(self._state.application_id),
            "version": str(self._snowflakes.make()),
            "type": kind,
            "name": name,
            "name_localizations": payload.get("name_localizations"),
            "description": payload.get("description") or "",
            "description_localizations": payload.get("description_localizations"),
            "default_member_permissions": None if permissions is None else str(permissions),
            "dm_permission": payload.get("dm_permission") is not False,
            "contexts": _contexts(payload),
            "integration_types": payload.get("integration_types") or [0],
            "nsfw": bool(payload.get("nsfw")),
        }
        if guild_id is not None:
            json["guild_id"] = str(guild_id)
        if kind == CommandType.CHAT:
            json["options"] = [_option(option) for option in payload.get("options") or ()]
        return Command(command_id, kind, name, guild_id, json)


def _contexts(payload: Json) -> list[int] | None:
    if payload.get("contexts") is None and payload.get("dm_permission") is False:
        return [0]
    return payload.get("contexts")


def _option(option: Json) -> Json:
    given = {key: value for key, value in option.items() if value is not None}
    if "options" in given:
        given["options"] = [_option(inner) for inner in given["options"]]
    return given


def check_command(payload: Json, path: Path) -> None:
    """Raise `ApiError` 50035 when Discord would refuse to register this command."""
    kind = payload.get("type") or CommandType.CHAT
    if kind not in set(CommandType):
        raise invalid_form([*path, "type"], "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.")
    name = payload.get("name")
    if not isinstance(name, str):
        raise required([*path, "name"])
    if kind == CommandType.CHAT:
        _check_name(name, [*path, "name"])
        _check_text(payload, "description", 100, path)
        _check_options(payload.get("options"), [*path, "options"], depth=0)
        if _characters(payload) > MAX_CHARACTERS:
            raise invalid_form(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({MAX_CHARACTERS})",
            )
    else:
        _check_context_menu(payload, name, path)
    for key in ("name_localizations", "description_localizations"):
        _check_locales(payload.get(key), [*path, key])
    for key in ("contexts", "integration_types"):
        if payload.get(key) is not None and not payload[key]:
            raise bad_length([*path, key], 1, 3)


def _check_context_menu(payload: Json, name: str, path: Path) -> None:
    if not 1 <= len(name) <= 32:
        raise bad_length([*path, "name"], 1, 32)
    if payload.get("description"):
        raise invalid_form(
            [*path, "description"],
            "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
            "Context menu commands cannot have description",
        )
    if payload.get("options"):
        raise invalid_form(
            [*path, "options"],
            "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
            "Context menu commands cannot have options",
        )


def _check_name(name: str, path: Path) -> None:
    if not NAME.fullmatch(name) or name != name.lower():
        raise invalid_form(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid: 1-32 lower-case letters, digits, - or _.",
        )


def _check_text(payload: Json, key: str, longest: int, path: Path) -> None:
    text = payload.get(key)
    if not isinstance(text, str):
        raise required([*path, key])
    if not 1 <= len(text) <= longest:
        raise bad_length([*path, key], 1, longest)


def _check_locales(names: object, path: Path) -> None:
    for locale in names if isinstance(names, dict) else ():
        if locale not in LOCALES.split():
            raise invalid_form([*path, locale], "ENUM_TYPE_COERCE", f"{locale!r} is not a locale.")


def _check_options(options: object, path: Path, depth: int) -> None:
    if not options:
        return
    if not isinstance(options, list) or not all(isinstance(option, dict) for option in options):
        raise invalid_form(path, "LIST_TYPE_CONVERT", "Must be a list of objects.")
    if len(options) > MAX_OPTIONS:
        raise bad_length(path, 0, MAX_OPTIONS)
    names: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        at = [*path, index]
        _check_option(option, at, depth)
        if option["name"] in names:
            raise invalid_form(
                [*at, "name"],
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option name already exists",
            )
        names.add(option["name"])
        if option.get("required") and optional:
            raise invalid_form(
                at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")


def _check_option(option: Json, path: Path, depth: int) -> None:
    kind = option.get("type")
    if kind not in set(OptionType):
        raise invalid_form([*path, "type"], "UNION_TYPE_CHOICES", "This type is unknown.")
    if not isinstance(option.get("name"), str):
        raise required([*path, "name"])
    _check_name(option["name"], [*path, "name"])
    _check_text(option, "description", 100, path)
    for key in ("name_localizations", "description_localizations"):
        _check_locales(option.get(key), [*path, key])
    if kind in NESTED:
        deepest = 0 if kind == OptionType.SUB_COMMAND_GROUP else 1
        if depth > deepest:
            raise invalid_form(
                [*path, "type"],
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command option types can only be set for top-level options or groups",
            )
        _check_options(option.get("options"), [*path, "options"], depth + 1)
    _check_choices(option, path)


def _check_choices(option: Json, path: Path) -> None:
    choices = option.get("choices") or []
    if not choices:
        return
    at = [*path, "choices"]
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        raise invalid_form(at, "LIST_TYPE_CONVERT", "Must be a list of objects.")
    if len(choices) > MAX_CHOICES:
        raise bad_length(at, 0, MAX_CHOICES)
    if option["type"] not in WITH_CHOICES or option.get("autocomplete"):
        raise invalid_form(
            at,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Choices are not allowed for this option.",
        )
    check_choices(choices, at)


def check_choices(choices: list[Json], path: Path) -> None:
    """Raise `ApiError` 50035 for choices (of an option, or an autocompletion) out of bounds."""
    if len(choices) > MAX_CHOICES:
        raise bad_length(path, 0, MAX_CHOICES)
    for index, choice in enumerate(choices):
        _check_text(choice, "name", 100, [*path, index])
        value = choice.get("value")
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise required([*path, index, "value"])
        if isinstance(value, str) and len(value) > MAX_CHOICE:
            raise bad_length([*path, index, "value"], 0, MAX_CHOICE)


def _characters(payload: Json) -> int:
    """Characters that count towards the limit: names, descriptions and choices, all the way in."""
    own = len(payload.get("name") or "") + len(payload.get("description") or "")
    choices = sum(
        len(str(choice.get("name") or "")) + len(str(choice.get("value") or ""))
        for choice in payload.get("choices") or ()
    )
    return own + choices + sum(_characters(option) for option in payload.get("options") or ())


def _check_set(commands: Sequence[Command]) -> None:
    keys = [(command.type, command.name) for command in commands]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise invalid_form(
                [index, "name"],
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
    counts = Counter(command.type for command in commands)
    if any(number > MOST_COMMANDS[CommandType(kind)] for kind, number in counts.items()):
        raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
