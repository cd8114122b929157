"""Resolves names and mentions of users, channels, roles and files to ids and objects."""

import re

from sandbox.api.payloads import (
    attachment_json,
    message_json,
    resolved_channel_json,
    resolved_member_json,
)
from sandbox.api.place_payloads import role_json, user_json
from sandbox.model.attachments import Attachments
from sandbox.model.errors import ActionError
from sandbox.model.options import Value
from sandbox.model.records import ChatMessage, Guild, Json, User
from sandbox.model.state import State
from sandbox.model.uploads import Upload
from sandbox.validation.command_rules import OptionType


class Resolver:
    """Collects the `resolved` data of one interaction of a user in a channel."""

    def __init__(
        self, state: State, attachments: Attachments, channel_id: int, user_id: int
    ) -> None:
        self._state = state
        self._attachments = attachments
        self._channel_id = channel_id
        self._user_id = user_id
        self._found: dict[str, Json] = {}

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
        channel = self._state.channel(self._channel_id)
        if channel.guild_id is not None and self._state.member(channel.guild_id, user.id):
            member = resolved_member_json(self._state, channel, user)
            self._add("members", user.id, member)
        return self._add("users", user.id, user_json(user))

    def add_message(self, message: ChatMessage) -> str:
        """Add the target message of a context menu command; returns the id."""
        return self._add("messages", message.id, message_json(self._state, message))

    def add_file(self, value: Value) -> str:
        """Store and add a file that a person chose; returns the id.

        Raises `ActionError` when `value` is not a file.
        """
        if not isinstance(value, Upload):
            raise ActionError("Choose a file here.")
        attachment = self._attachments.store(value, self._channel_id, ephemeral=True)
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
        people = self._state.users.values()
        return next((u for u in people if wanted in (str(u.id), u.username, u.name)), None)

    def _guild(self) -> Guild:
        guild = self._state.guild_of(self._channel_id)
        if guild is None:
            raise ActionError("There are no channels and roles to choose in direct messages.")
        return guild

    def _add_channel(self, value: Value) -> str:
        guild, wanted = self._guild(), _strip_mention(value)
        for channel in self._state.channels.values():
            here = channel.guild_id == guild.id and self._state.can_see(self._user_id, channel)
            if here and wanted in (str(channel.id), channel.name):
                found = resolved_channel_json(self._state, channel, self._user_id)
                return self._add("channels", channel.id, found)
        raise ActionError(f"There is no channel {str(value)[:40]!r} here.")

    def _add_role(self, value: Value) -> str:
        wanted = _strip_mention(value)
        for role in self._state.roles_of(self._guild()):
            if wanted in (str(role.id), role.name, role.name.removeprefix("@")):
                return self._add("roles", role.id, role_json(role))
        raise ActionError(f"There is no role {str(value)[:40]!r} here.")


def _strip_mention(value: Value) -> str:
    """An id or name without the characters that mark a mention.

    >>> _strip_mention("<@!123>"), _strip_mention("#general")
    ('123', 'general')
    """
    return re.sub(r"^(?:<[@#][!&]?(\d+)>|[@#](.+))$", r"\1\2", str(value).strip())
