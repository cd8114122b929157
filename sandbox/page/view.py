"""The chat as one user sees it, as JSON for the page."""

from collections.abc import Callable

from msgspec import Struct

from sandbox.chat.commands import CommandBook
from sandbox.model.activities import Instances
from sandbox.model.clock import Clock
from sandbox.model.events import (
    ActivityLaunched,
    ClockAdvanced,
    CommandsChanged,
    Event,
    InteractionCreated,
    InteractionUpdated,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
    ParticipantsChanged,
    PresenceChanged,
    TypingStarted,
)
from sandbox.model.permissions import Permission
from sandbox.model.records import (
    AnswerStage,
    Channel,
    ChatMessage,
    Interaction,
    InteractionType,
    Json,
    MessageType,
    User,
)
from sandbox.model.settings import SandboxSettings
from sandbox.model.state import State, send_permission
from sandbox.payloads.messages import message_json
from sandbox.payloads.places import user_json

COMMAND_ANSWERS = (MessageType.CHAT_INPUT_COMMAND, MessageType.CONTEXT_MENU_COMMAND)


class PageView(Struct, eq=False):
    """The part of the state that one user can see."""

    state: State
    commands: CommandBook
    settings: SandboxSettings
    clock: Clock
    activities: Instances
    activity_origin: Callable[[], str]
    user_id: int

    def whole(self) -> Json:
        """The complete visible state, for a page that was just opened."""
        channels = [c for c in self.state.channels.values() if self._can_see(c)]
        return {
            "you": self._user_json(self.user_id),
            "bot": self._user_json(self.state.bot.id),
            "online": self.state.online,
            "now": self.clock(),
            "token_seconds": self.settings.token,
            "channels": [self._channel_json(channel) for channel in channels],
            "members": [self._user_json(user_id) for user_id in self.state.users],
            "roles": self._roles_json(channels),
            "personas": [self._persona_json(u) for u in self.state.users.values() if not u.bot],
            "messages": [
                self._message_json(message)
                for channel in channels
                for message in self.state.timeline(channel.id)
                if self._can_read(message)
            ],
            "interactions": [
                _interaction_json(interaction)
                for interaction in self.state.interactions.values()
                if interaction.user_id == self.user_id and _is_notice(interaction)
            ],
            "commands": self._commands_json(),
        }

    def _can_see(self, channel: Channel) -> bool:
        return self.state.can_see(self.user_id, channel)

    def _can_read(self, message: ChatMessage) -> bool:
        channel = self.state.channels.get(message.channel_id)
        mine = message.visible_to in (None, self.user_id)
        return mine and not message.dismissed and channel is not None and self._can_see(channel)

    def _user_json(self, user_id: int) -> Json:
        user = self.state.users[user_id]
        return user_json(user) | {"name": user.name}

    def _persona_json(self, user: User) -> Json:
        """A user that the page can act for, and whether they manage a server with the bot."""
        manages = False
        for channel in self.state.channels.values():
            guild = self.state.guild_of(channel.id)
            if guild is not None and guild.has_bot:
                manages |= Permission.MANAGE_GUILD in self.state.permissions(user.id, channel)
        return {
            "id": str(user.id),
            "name": user.name,
            "manages": manages,
            "installed": user.installed,
        }

    def _channel_json(self, channel: Channel) -> Json:
        guild = self.state.guild_of(channel.id)
        allowed = self.state.permissions(self.user_id, channel)
        return {
            "id": str(channel.id),
            "name": self.state.bot.name if guild is None else channel.name,
            "type": int(channel.type),
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "guild": None if guild is None else guild.name,
            "guild_id": None if guild is None else str(guild.id),
            "owner": None if channel.owner_id is None else self._user_json(channel.owner_id),
            "archived": channel.archived,
            "locked": channel.locked,
            "has_bot": guild is None or guild.has_bot,
            "can_send": send_permission(channel) in allowed
            and not (channel.locked or channel.forum),
            "tags": [tag.name for tag in self.state.tags_of(channel)],
            "can_attach": Permission.ATTACH_FILES in allowed,
        }

    def _roles_json(self, channels: list[Channel]) -> list[Json]:
        guilds = dict.fromkeys(c.guild_id for c in channels if c.guild_id is not None)
        return [
            {"id": str(role.id), "name": role.name, "guild_id": str(role.guild_id)}
            for guild_id in guilds
            for role in self.state.roles_of(self.state.guilds[guild_id])
        ]

    def _message_json(self, message: ChatMessage) -> Json:
        interaction = self.state.interactions.get(message.interaction_id or 0)
        used = None
        if interaction is not None and message.type in COMMAND_ANSWERS:
            used = {
                "title": interaction.title,
                "user": self._user_json(interaction.user_id),
            }
        author = self._user_json(message.author_id)
        return message_json(self.state, message) | {"author": author, "used": used}

    def _commands_json(self) -> Json:
        locale = self.state.users[self.user_id].locale
        return {
            str(channel.id): [
                _translated(command.json, locale)
                for command in self.commands.available(channel.id, self.user_id)
            ]
            for channel in self.state.channels.values()
            if self._can_see(channel)
        }

    def event(self, event: Event) -> Json | None:
        """The JSON that the page receives for an event; None when it concerns nothing visible."""
        if isinstance(event, ParticipantsChanged):
            return self._participants_json(event.instance_id)
        if isinstance(event, ActivityLaunched):
            return self._launch_json(event) if event.user_id == self.user_id else None
        return self._chat_event(event)

    def _chat_event(self, event: Event) -> Json | None:
        data: Json | None = None
        match event:
            case MessageCreated(message) | MessageUpdated(message) if self._can_read(message):
                data = {"type": "message", "message": self._message_json(message)}
            case MessageDeleted(message) | MessageUpdated(message):
                data = {"type": "delete", "id": str(message.id)}
            case InteractionCreated(interaction) | InteractionUpdated(interaction) if (
                interaction.user_id == self.user_id
                and interaction.type is not InteractionType.AUTOCOMPLETE
            ):
                data = {"type": "interaction", "interaction": _interaction_json(interaction)}
            case CommandsChanged():
                data = {"type": "commands", "commands": self._commands_json()}
            case PresenceChanged(online):
                data = {"type": "presence", "online": online}
            case TypingStarted(channel_id, user_id):
                if self._can_see(self.state.channel(channel_id)):
                    person = self._user_json(user_id)
                    data = {"type": "typing", "channel_id": str(channel_id), "user": person}
            case ClockAdvanced(now):
                data = {"type": "clock", "now": now}
            case InteractionCreated() | InteractionUpdated() | MessageCreated():
                pass
            case _:  # people, channels or roles: the page requests the complete state again
                data = {"type": "places"}
        return data

    def _launch_json(self, launched: ActivityLaunched) -> Json:
        guild = self.state.guild_of(launched.channel_id)
        return self._participants_json(launched.instance_id) | {
            "type": "activity",
            "origin": self.activity_origin(),
            "application_id": str(self.state.application_id),
            "channel_id": str(launched.channel_id),
            "guild_id": None if guild is None else str(guild.id),
            "custom_id": launched.custom_id,
        }

    def _participants_json(self, instance_id: str) -> Json:
        people = self.activities.participants(instance_id)
        return {
            "type": "participants",
            "instance_id": instance_id,
            "participants": [user_json(user) for user in people],
        }


def _is_notice(interaction: Interaction) -> bool:
    """Whether the page shows a notice for an interaction: waiting, or not answered in time."""
    return (
        interaction.stage in (AnswerStage.WAITING, AnswerStage.FAILED)
        and interaction.type is not InteractionType.AUTOCOMPLETE
        and not interaction.dismissed
    )


def _translated(part: Json, locale: str) -> Json:
    """A command, an option or a choice with its texts in a language, as Discord shows them.

    Its name, by which the page uses it, is shown as `label`.
    """
    label, description = (
        (part.get(f"{text}_localizations") or {}).get(locale, part.get(text))
        for text in ("name", "description")
    )
    within = {
        key: [_translated(each, locale) for each in part.get(key) or ()]
        for key in ("options", "choices")
    }
    return {**part, "label": label, "description": description, **within}


def _interaction_json(interaction: Interaction) -> Json:
    return {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "title": interaction.title,
        "channel_id": str(interaction.channel_id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
        "custom_id": interaction.data.get("custom_id"),
        "stage": interaction.stage.value,
        "modal": interaction.modal,
        "dismissed": interaction.dismissed,
        "created": interaction.created,
    }
