"""The commands that a bot has registered, and who may use them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from sandbox.model.errors import ApiError, invalid_form, unknown
from sandbox.model.events import CommandsChanged
from sandbox.model.permissions import Permission
from sandbox.model.records import Json
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State
from sandbox.requests.commands import CommandRequest, CommandType, Handler, check_command_counts
from sandbox.requests.forms import Path, read

ENTRY_POINT_REMOVED = (
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include "
    "the Entry Point command in your update request or delete it separately."
)


class Command(Struct, frozen=True):
    """A registered command; `guild_id` is None for a global one. `json` is Discord's JSON."""

    id: int
    type: int
    name: str
    guild_id: int | None
    json: Json

    @property
    def contexts(self) -> list[int]:
        """Contexts of use: 0 servers, 1 direct messages with the bot, 2 other direct messages."""
        return [0, 1, 2] if self.json["contexts"] is None else list(self.json["contexts"])

    @property
    def integration_types(self) -> list[int]:
        """Installation contexts: 0 installed to a server, 1 installed to a user."""
        return list(self.json["integration_types"])

    @property
    def needs(self) -> Permission | None:
        """Permissions that a member needs: None for none; zero bits for administrators only."""
        needed = self.json["default_member_permissions"]
        return None if needed is None else Permission(int(needed))


class CommandBook(Struct, eq=False):
    """All registered commands: global (`guild_id` None) or of one server."""

    state: State
    snowflakes: Snowflakes
    _commands: dict[int, Command] = field(default_factory=dict)

    def listed(self, guild_id: int | None) -> list[Command]:
        """The global commands (None), or those of one server."""
        return [c for c in self._commands.values() if c.guild_id == guild_id]

    def all(self) -> list[Command]:
        """All commands, global and of servers."""
        return list(self._commands.values())

    def restore(self, commands: Iterable[Command]) -> None:
        """Restore the commands of an earlier run."""
        self._commands = {command.id: command for command in commands}

    def get(self, command_id: int, guild_id: int | None) -> Command:
        """One command; raises `ApiError` 10063 if it does not exist."""
        command = self._commands.get(command_id)
        if command is None or command.guild_id != guild_id:
            raise unknown(10063)
        return command

    def overwrite(self, payload: object, guild_id: int | None) -> list[Command]:
        """Replace all commands of one scope. Commands that keep type and name keep their id.

        Raises `ApiError` 50035 for a command that Discord would refuse, 30032 for too many, and
        50240 if the entry point command is missing.
        """
        if not isinstance(payload, list):
            raise invalid_form([], "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        before = {(c.type, c.name): c for c in self.listed(guild_id)}
        new = [self._build(entry, [index], guild_id, before) for index, entry in enumerate(payload)]
        _check_unique_names(new)
        if any(
            c.type == CommandType.ENTRY_POINT and c.id not in {n.id for n in new}
            for c in before.values()
        ):
            raise ApiError(400, 50240, ENTRY_POINT_REMOVED)
        for command in before.values():
            del self._commands[command.id]
        self._commands |= {command.id: command for command in new}
        self.state.publish(CommandsChanged())
        return new

    def upsert(self, payload: object, guild_id: int | None) -> tuple[Command, bool]:
        """Add a command, or replace the one with that type and name; True if it is new.

        Raises `ApiError` as `overwrite` does.
        """
        before = {(c.type, c.name): c for c in self.listed(guild_id)}
        command = self._build(payload, [], guild_id, before)
        created = command.id not in self._commands
        _check_unique_names([*(c for c in before.values() if c.id != command.id), command])
        self._put(command)
        return command, created

    def edit(self, command_id: int, payload: object, guild_id: int | None) -> Command:
        """Change the given fields of a command.

        Raises `ApiError` 10063 if it does not exist, and otherwise as `overwrite` does.
        """
        before = self.get(command_id, guild_id)
        if not isinstance(payload, dict):
            raise invalid_form([], "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        merged = {**before.json, **payload, "type": before.type}
        command = self._build(
            merged, [], guild_id, {(before.type, str(merged.get("name"))): before}
        )
        _check_unique_names([*(c for c in self.listed(guild_id) if c.id != before.id), command])
        self._put(command)
        return command

    def delete(self, command_id: int, guild_id: int | None) -> None:
        """Delete a command; raises `ApiError` 10063 if it does not exist."""
        del self._commands[self.get(command_id, guild_id).id]
        self.state.publish(CommandsChanged())

    def available(self, channel_id: int, user_id: int) -> list[Command]:
        """The commands that a person may use in a channel, by type, as the bot has listed them."""
        return [c for c in self.found(channel_id, user_id) if self.may_use(user_id, channel_id, c)]

    def found(self, channel_id: int, user_id: int) -> list[Command]:
        """The commands that exist for a person in a channel, without a check of permissions.

        A forum, where nobody can write beside its posts, has none.
        """
        if self.state.channel(channel_id).forum:
            return []
        guild = self.state.guild_of(channel_id)
        installed = {0} if guild is None or guild.has_bot else set()
        if self.state.users[user_id].installed:
            installed.add(1)
        context = 0 if guild is not None else 1
        places = {None} if guild is None or not guild.has_bot else {None, guild.id}
        return [
            command
            for command in sorted(self._commands.values(), key=lambda each: each.type)
            if command.guild_id in places
            and context in command.contexts
            and installed & set(command.integration_types)
        ]

    def may_use(self, user_id: int, channel_id: int, command: Command) -> bool:
        """Whether a person's permissions allow a command in a channel; True in direct messages."""
        channel = self.state.channel(channel_id)
        if channel.guild_id is None:
            return True
        allowed = self.state.permissions(user_id, channel)
        if Permission.ADMINISTRATOR in allowed:
            return True
        if Permission.USE_APPLICATION_COMMANDS not in allowed:
            return False
        return command.needs is None or (command.needs != 0 and command.needs in allowed)

    def _put(self, command: Command) -> None:
        self._commands[command.id] = command
        self.state.publish(CommandsChanged())

    def _build(
        self,
        payload: Any,
        path: Path,
        guild_id: int | None,
        before: dict[tuple[int, str], Command],
    ) -> Command:
        request = read(payload, CommandRequest, path)
        kind, name = int(request.type or CommandType.CHAT), request.name
        old = before.get((kind, name))
        command_id = old.id if old else self.snowflakes.make()
        permissions = request.default_member_permissions
        json: Json = {
            "id": str(command_id),
            "application_id": str(self.state.application_id),
            "version": str(self.snowflakes.make()),
            "type": kind,
            "name": name,
            "name_localizations": payload.get("name_localizations"),
            "description": request.description or "",
            "description_localizations": payload.get("description_localizations"),
            "default_member_permissions": None if permissions is None else str(permissions),
            "dm_permission": payload.get("dm_permission") is not False,
            "contexts": _contexts(payload),
            "integration_types": payload.get("integration_types") or [0],
            "nsfw": bool(payload.get("nsfw")),
        }
        if guild_id is not None:
            json["guild_id"] = str(guild_id)
        if kind == CommandType.ENTRY_POINT:
            json["handler"] = int(request.handler or Handler.APP)
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


def _check_unique_names(commands: Sequence[Command]) -> None:
    keys = [(command.type, command.name) for command in commands]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise invalid_form(
                [index, "name"],
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
    check_command_counts(Counter(command.type for command in commands))
