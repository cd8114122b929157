"""Filling the options of a slash command with the values that a person typed.

Names and mentions of users, channels, roles and files are resolved to ids and objects.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from sandbox.chat.attachments import Attachments
from sandbox.chat.commands import Command
from sandbox.model.errors import ActionError
from sandbox.model.records import ChatMessage, Guild, Json, User
from sandbox.model.state import State
from sandbox.model.uploads import Upload
from sandbox.payloads.messages import (
    attachment_json,
    message_json,
    resolved_channel_json,
    resolved_member_json,
)
from sandbox.payloads.places import role_json, user_json
from sandbox.requests.commands import NESTED, OptionType

WHOLE = re.compile(r"[-+]?\d{1,16}")
DECIMAL = re.compile(r"[-+]?(\d{1,16}(\.\d{0,16})?|\.\d{1,16})(e[-+]?\d{1,2})?", re.IGNORECASE)
Value = str | int | float | bool | Upload


class Leaf(Struct, frozen=True):
    """A command without sub-commands, or one sub-command.

    `path` is the type and name of each group and sub-command that leads to it; `options` are its
    options.
    """

    path: tuple[tuple[int, str], ...]
    options: tuple[Json, ...]

    def wrap(self, options: list[Json]) -> list[Json]:
        """The filled options nested in the groups and sub-commands of `path`."""
        for kind, name in reversed(self.path):
            options = [{"type": kind, "name": name, "options": options}]
        return options


Resolve = Callable[[OptionType, Value], str]


def find_leaf(command: Command, words: Sequence[str]) -> Leaf:
    """The sub-command that the words after the command's name lead to.

    Raises `ActionError` when there is none, or when a sub-command is missing.
    """
    path: list[tuple[int, str]] = []
    options: list[Json] = command.json["options"]
    for word in words:
        found = next((o for o in options if o["type"] in NESTED and o["name"] == word), None)
        if found is None:
            raise ActionError(f"/{command.name} has no sub-command {word}.")
        path.append((found["type"], word))
        options = found.get("options", [])
    if any(option["type"] in NESTED for option in options):
        names = ", ".join(option["name"] for option in options)
        raise ActionError(f"/{command.name} needs a sub-command: {names}.")
    return Leaf(tuple(path), tuple(options))


def fill_options(leaf: Leaf, values: Mapping[str, Value], resolve: Resolve) -> list[Json]:
    """The given options with converted values, in the order of the command.

    `resolve` converts the value of a user, channel, role, mentionable or attachment option to
    the id that is sent. Raises `ActionError` for unknown, missing or invalid options.
    """
    known = {option["name"] for option in leaf.options}
    for name in values:
        if name not in known:
            raise ActionError(f"There is no option {name}.")
    filled = []
    for option in leaf.options:
        value = values.get(option["name"])
        if value is None or value == "":
            if option.get("required"):
                raise ActionError(f"The option {option['name']} is required.")
            continue
        converted = convert(option, value, resolve)
        filled.append({"name": option["name"], "type": option["type"], "value": converted})
    return filled


def convert(option: Json, value: Value, resolve: Resolve) -> str | int | float | bool:
    """One value converted to the type of its option; raises `ActionError` if that is impossible."""
    kind = option["type"]
    if kind == OptionType.BOOLEAN:
        return _boolean(option, value)
    if kind == OptionType.STRING:
        return _string(option, value)
    if kind in (OptionType.INTEGER, OptionType.NUMBER):
        return _number(option, value)
    return resolve(OptionType(kind), value)


def _boolean(option: Json, value: Value) -> bool:
    words = {"true": True, "false": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() not in words:
        raise ActionError(f"{option['name']} must be true or false.")
    return words[str(value).lower()]


def _string(option: Json, value: Value) -> str:
    text = str(value)
    low, high = option.get("min_length", 0), option.get("max_length", 6000)
    if not low <= len(text) <= high:
        raise ActionError(f"{option['name']} must have {low} to {high} characters.")
    return str(_chosen(option, text))


def _number(option: Json, value: Value) -> int | float:
    whole = option["type"] == OptionType.INTEGER
    text = str(value).strip()
    chosen = next((c for c in option.get("choices", ()) if c["name"] == text), None)
    if chosen is not None:
        text = str(chosen["value"])
    if not (WHOLE if whole else DECIMAL).fullmatch(text):
        kind = "a whole number" if whole else "a number"
        raise ActionError(f"{option['name']} must be {kind}, not {text[:40]!r}.")
    number = int(text) if whole else float(text)
    low, high = option.get("min_value"), option.get("max_value")
    if low is not None and number < low:
        raise ActionError(f"{option['name']} must be at least {low}.")
    if high is not None and number > high:
        raise ActionError(f"{option['name']} must be at most {high}.")
    _chosen(option, number)
    return number


def _chosen(option: Json, value: str | int | float) -> str | int | float:
    """The value, or the value of the choice with that name, if the option has choices."""
    choices = option.get("choices") or ()
    for choice in choices:
        if value in (choice["value"], choice["name"]):
            found: str | int | float = choice["value"]
            return found
    if choices:
        names = ", ".join(choice["name"] for choice in choices)
        raise ActionError(f"{option['name']} must be one of: {names}.")
    return value


class Resolver(Struct, eq=False):
    """Collects the `resolved` data of one interaction of a user in a channel."""

    state: State
    attachments: Attachments
    channel_id: int
    user_id: int
    _found: dict[str, Json] = field(default_factory=dict)

    def resolve(self, kind: OptionType, value: Value) -> str:
        """The id of a user, channel, role, mentionable or file; its object joins the resolved data.

        Raises `ActionError` when there is none.
        """
        if kind is OptionType.ATTACHMENT:
            return self.add_file(value)
        if isinstance(value, Upload):
            raise ActionError("A file can only be given where a file is asked for.")
        if kind is OptionType.USER:
            return self.add_user(self._user(value))
        if kind is OptionType.CHANNEL:
            return self._add_channel(value)
        if kind is OptionType.ROLE:
            return self._add_role(value)
        user = self._find_user(value)
        return self._add_role(value) if user is None else self.add_user(user)

    def to_json(self) -> Json:
        """The resolved objects so far, by kind and id."""
        return dict(self._found)

    def add_user(self, user: User) -> str:
        """Add a user, with the membership when the channel is in a server; returns the id."""
        channel = self.state.channel(self.channel_id)
        if channel.guild_id is not None and self.state.member(channel.guild_id, user.id):
            member = resolved_member_json(self.state, channel, user)
            self._add("members", user.id, member)
        return self._add("users", user.id, user_json(user))

    def add_message(self, message: ChatMessage) -> str:
        """Add the target message of a context menu command; returns the id."""
        return self._add("messages", message.id, message_json(self.state, message))

    def add_file(self, value: Value) -> str:
        """Store and add a file that a person chose; returns the id.

        Raises `ActionError` when `value` is not a file.
        """
        if not isinstance(value, Upload):
            raise ActionError("Choose a file here.")
        attachment = self.attachments.store(value, self.channel_id, ephemeral=True)
        return self._add("attachments", attachment.id, attachment_json(attachment))

    def _add(self, kind: str, snowflake: int, found: Json) -> str:
        self._found.setdefault(kind, {})[str(snowflake)] = found
        return str(snowflake)

    def _user(self, value: Value) -> User:
        user = self._find_user(value)
        if user is None:
            raise ActionError(f"There is nobody called {str(value)[:40]!r} here.")
        return user

    def _find_user(self, value: Value) -> User | None:
        wanted = _strip_mention(value)
        people = self.state.users.values()
        return next((u for u in people if wanted in (str(u.id), u.username, u.name)), None)

    def _guild(self) -> Guild:
        guild = self.state.guild_of(self.channel_id)
        if guild is None:
            raise ActionError("There are no channels and roles to choose in direct messages.")
        return guild

    def _add_channel(self, value: Value) -> str:
        guild, wanted = self._guild(), _strip_mention(value)
        for channel in self.state.channels.values():
            here = channel.guild_id == guild.id and self.state.can_see(self.user_id, channel)
            if here and wanted in (str(channel.id), channel.name):
                found = resolved_channel_json(self.state, channel, self.user_id)
                return self._add("channels", channel.id, found)
        raise ActionError(f"There is no channel {str(value)[:40]!r} here.")

    def _add_role(self, value: Value) -> str:
        wanted = _strip_mention(value)
        for role in self.state.roles_of(self._guild()):
            if wanted in (str(role.id), role.name, role.name.removeprefix("@")):
                return self._add("roles", role.id, role_json(role))
        raise ActionError(f"There is no role {str(value)[:40]!r} here.")


def _strip_mention(value: Value) -> str:
    """An id or name without the characters that mark a mention.

    >>> _strip_mention("<@!123>"), _strip_mention("#general")
    ('123', 'general')
    """
    return re.sub(r"^(?:<[@#][!&]?(\d+)>|[@#](.+))$", r"\1\2", str(value).strip())
