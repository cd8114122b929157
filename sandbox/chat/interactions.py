"""The life cycle of an interaction: created, acknowledged within 3 s, answered within 15 min."""

import secrets
import time
from collections.abc import Callable
from enum import IntEnum
from functools import partial

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from sandbox.chat.messages import Messages, Origin, flags_of
from sandbox.model.activities import Instances
from sandbox.model.clock import Clock
from sandbox.model.components import complete_components
from sandbox.model.errors import ApiError, invalid_form, unknown
from sandbox.model.permissions import Permission
from sandbox.model.records import (
    AnswerStage,
    ChatMessage,
    Interaction,
    InteractionType,
    Json,
    MessageFlag,
    MessageType,
)
from sandbox.model.settings import SandboxSettings
from sandbox.model.snowflakes import Snowflakes, number_in
from sandbox.model.state import State
from sandbox.model.uploads import Body
from sandbox.payloads.places import user_json
from sandbox.requests.commands import OptionType, read_choices
from sandbox.requests.components import check_modal
from sandbox.requests.forms import read

MAX_FOLLOW_UPS = 5


class CallbackType(IntEnum):
    """Types of interaction callbacks."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9
    LAUNCH_ACTIVITY = 12


_WITH_NEW_MESSAGE = {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE}
_ON_OLD_MESSAGE = {CallbackType.UPDATE, CallbackType.DEFERRED_UPDATE}


class Callback(Struct):
    """The answer to an interaction."""

    type: CallbackType
    data: Json | None = None


class UserAction(Struct, frozen=True):
    """An action of a person, from which an interaction is created.

    `title` is shown on the page, and `data` is sent to the bot. `owners` are the installations
    that authorise it ("0": server id, "1": user id), `message_id` is the message it was done on,
    and `trigger` the interaction that opened the submitted modal.
    """

    type: InteractionType
    user_id: int
    channel_id: int
    title: str
    data: Json
    owners: dict[str, str] = {}
    message_id: int | None = None
    trigger: Interaction | None = None


class InteractionRegistry(Struct, eq=False):
    """Creates interactions and processes the bot's answers to them."""

    state: State
    snowflakes: Snowflakes
    messages: Messages
    clock: Clock
    settings: SandboxSettings
    activities: Instances
    _timers: dict[int, Callable[[], None]] = field(default_factory=dict)
    _started: dict[int, float] = field(default_factory=dict)

    def create(self, action: UserAction) -> Interaction:
        """Create an interaction, publish it, and start its deadline."""
        given, token = asdict(action), secrets.token_urlsafe(128)
        trigger = given.pop("trigger")
        new = Interaction(self.snowflakes.make(), token, created=self.clock(), **given)
        interaction = replace(new, metadata=self._metadata(new, trigger))
        expire = partial(self._expire, interaction.id)
        self._timers[interaction.id] = self.clock.call_later(self.settings.acknowledge, expire)
        self._started[interaction.id] = time.perf_counter()
        self.state.add_interaction(interaction)
        return interaction

    def close(self) -> None:
        """Cancel the deadlines of all interactions."""
        for cancel in self._timers.values():
            cancel()
        self._timers.clear()

    def callback(self, interaction_id: int, token: str, body: Body) -> Interaction:
        """Process the bot's acknowledgement of an interaction.

        Raises `ApiError` 10062 when the interaction is unknown or its deadline has passed, 40060
        when it is acknowledged already, and 50035 for an invalid body.
        """
        interaction = self.state.interactions.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise unknown(10062)
        if interaction.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        late = self.clock() - interaction.created > self.settings.acknowledge
        if late or interaction.stage is AnswerStage.FAILED:
            raise unknown(10062)
        answered = self._answer(interaction, body)
        self._timers.pop(interaction_id)()
        elapsed = time.perf_counter() - self._started.pop(interaction_id)
        answered = replace(answered, ack_seconds=elapsed)
        self.state.replace_interaction(answered)
        return answered

    def by_token(self, application_id: int, token: str) -> Interaction:
        """The acknowledged interaction with that webhook token.

        Raises `ApiError` 10015 when there is none, and 50027 when the token has expired.
        """
        interaction = self.state.interaction_by_token(token)
        if interaction is None or application_id != self.state.application_id:
            raise unknown(10015)
        if self.clock() - interaction.created > self.settings.token:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.callback is None:
            raise unknown(10015)
        return interaction

    def message(self, interaction: Interaction, which: str) -> ChatMessage:
        """The original response (`@original`) or a follow-up message with the id `which`.

        Raises `ApiError` 10008 when there is none.
        """
        wanted = interaction.response_id if which == "@original" else number_in(which)
        message = self.state.messages.get(wanted or 0)
        if message is None:
            raise unknown(10008)
        if message.id != interaction.response_id and message.interaction_id != interaction.id:
            raise unknown(10008)
        return message

    def edit(self, interaction: Interaction, which: str, body: Body) -> ChatMessage:
        """Edit the original response (which answers a deferral) or a follow-up message."""
        message = self.messages.edit(self.message(interaction, which), body)
        self._mark_answered(interaction, message)
        return message

    def follow_up(self, interaction: Interaction, body: Body) -> ChatMessage:
        """Send a follow-up message. While the original response is loading, edit that instead.

        Raises `ApiError` 40094 for more than five with a user installation only.
        """
        original = self.state.messages.get(interaction.response_id or 0)
        if original is not None and original.loading:
            return self.edit(interaction, "@original", body)
        if self._is_user_install_only(interaction):
            self._count_follow_up(interaction)
        asked = MessageFlag.EPHEMERAL in flags_of(body.mapping())
        ephemeral = asked or self._must_be_ephemeral(interaction)
        metadata = dict(interaction.metadata)
        if interaction.response_id is not None:
            metadata["original_response_message_id"] = str(interaction.response_id)
        origin = replace(
            self._origin(interaction, ephemeral=ephemeral),
            type=MessageType.REPLY if interaction.response_id else MessageType.DEFAULT,
            reference_id=interaction.response_id,
            interaction_metadata=metadata,
        )
        message = self.messages.create(body, origin)
        self._mark_answered(interaction, message)
        return message

    def delete(self, interaction: Interaction, which: str) -> None:
        """Delete the original response or a follow-up message."""
        self.state.remove_message(self.message(interaction, which))

    def _is_user_install_only(self, interaction: Interaction) -> bool:
        """Whether only a user installation authorises it, in a server."""
        in_server = self.state.guild_of(interaction.channel_id) is not None
        return in_server and "0" not in interaction.owners

    def _must_be_ephemeral(self, interaction: Interaction) -> bool:
        """Whether a user-installed app must answer ephemerally: no `USE_EXTERNAL_APPS` here."""
        channel = self.state.channel(interaction.channel_id)
        allowed = self.state.permissions(interaction.user_id, channel)
        return (
            self._is_user_install_only(interaction) and Permission.USE_EXTERNAL_APPS not in allowed
        )

    def _count_follow_up(self, interaction: Interaction) -> None:
        sent = sum(
            message.interaction_id == interaction.id and message.id != interaction.response_id
            for message in self.state.timeline(interaction.channel_id)
        )
        if sent >= MAX_FOLLOW_UPS:
            raise ApiError(
                400, 40094, "This interaction has reached the maximum number of follow-up messages"
            )

    def _mark_answered(self, interaction: Interaction, message: ChatMessage) -> None:
        current = self.state.interactions.get(interaction.id, interaction)
        self.state.replace_interaction(
            replace(current, stage=AnswerStage.ANSWERED, answer_id=message.id)
        )

    def _expire(self, interaction_id: int) -> None:
        self._timers.pop(interaction_id, None)
        self._started.pop(interaction_id, None)
        interaction = self.state.interactions.get(interaction_id)
        if interaction is not None and interaction.stage is AnswerStage.WAITING:
            self.state.replace_interaction(replace(interaction, stage=AnswerStage.FAILED))

    def _answer(self, interaction: Interaction, body: Body) -> Interaction:
        callback = read(body.mapping(), Callback)
        kind, data = callback.type, callback.data or {}
        if kind not in _allowed_callbacks(interaction):
            raise invalid_form(["type"], "BASE_TYPE_CHOICES", "This cannot be answered so.")
        acknowledged = replace(interaction, callback=int(kind))
        inner = Body(data, body.files)
        if kind in _WITH_NEW_MESSAGE:
            return self._answer_message(acknowledged, kind, inner)
        if kind in _ON_OLD_MESSAGE:
            return self._answer_update(acknowledged, kind, inner)
        if kind is CallbackType.AUTOCOMPLETE:
            choices = read_choices(data, _focused(interaction.data["options"]), ["data"])
            return replace(acknowledged, stage=AnswerStage.ANSWERED, choices=tuple(choices))
        if kind is CallbackType.LAUNCH_ACTIVITY:
            channel = self.state.channel(interaction.channel_id)
            allowed = self.state.permissions(interaction.user_id, channel)
            if Permission.USE_EMBEDDED_ACTIVITIES not in allowed:
                raise ApiError(403, 50013, "Missing Permissions")
            if channel.guild_id in self.activities.refused:
                raise ApiError(403, 50001, "Missing Access")
            instance = self.activities.launch(interaction.user_id, channel.id)
            return replace(acknowledged, stage=AnswerStage.ANSWERED, activity=instance.id)
        check_modal(data, ["data"])
        components = complete_components(data["components"], lambda _: None, in_form=True)
        modal = data | {"components": list(components)}
        return replace(acknowledged, stage=AnswerStage.ANSWERED, modal=modal)

    def _answer_message(
        self, interaction: Interaction, kind: CallbackType, body: Body
    ) -> Interaction:
        asked = MessageFlag.EPHEMERAL in flags_of(body.mapping())
        ephemeral = asked or self._must_be_ephemeral(interaction)
        origin = self._origin(interaction, ephemeral=ephemeral)
        interaction = replace(interaction, ephemeral=ephemeral)
        if kind is CallbackType.DEFERRED_MESSAGE:
            message = self.messages.create_loading(origin)
            return replace(interaction, stage=AnswerStage.DEFERRED, response_id=message.id)
        message = self.messages.create(body, origin)
        return replace(
            interaction, stage=AnswerStage.ANSWERED, response_id=message.id, answer_id=message.id
        )

    def _answer_update(
        self, interaction: Interaction, kind: CallbackType, body: Body
    ) -> Interaction:
        source = self.state.messages.get(interaction.message_id or 0)
        if source is None:
            raise unknown(10008)
        if kind is CallbackType.DEFERRED_UPDATE:
            return replace(interaction, stage=AnswerStage.DEFERRED, response_id=source.id)
        self.messages.edit(source, body)
        return replace(
            interaction, stage=AnswerStage.ANSWERED, response_id=source.id, answer_id=source.id
        )

    def _origin(self, interaction: Interaction, *, ephemeral: bool) -> Origin:
        kind, reference = MessageType.DEFAULT, None
        if interaction.type is InteractionType.COMMAND:
            chat = interaction.data["type"] in {1, 4}
            kind = MessageType.CHAT_INPUT_COMMAND if chat else MessageType.CONTEXT_MENU_COMMAND
            reference = interaction.message_id
        elif interaction.message_id is not None:
            kind, reference = MessageType.REPLY, interaction.message_id
        return Origin(
            channel_id=interaction.channel_id,
            author_id=self.state.bot.id,
            type=kind,
            interaction_id=interaction.id,
            interaction_metadata=interaction.metadata,
            reference_id=reference,
            visible_to=interaction.user_id if ephemeral else None,
        )

    def _metadata(self, interaction: Interaction, trigger: Interaction | None) -> Json:
        metadata: Json = {
            "id": str(interaction.id),
            "type": int(interaction.type),
            "user": user_json(self.state.users[interaction.user_id]),
            "authorizing_integration_owners": interaction.owners,
        }
        if interaction.type is InteractionType.COMPONENT:
            metadata["interacted_message_id"] = str(interaction.message_id)
        elif interaction.type is InteractionType.COMMAND and interaction.message_id is not None:
            metadata["target_message_id"] = str(interaction.message_id)
        elif interaction.type is InteractionType.COMMAND and interaction.data["type"] == 2:
            target = self.state.users[int(interaction.data["target_id"])]
            metadata["target_user"] = user_json(target)
        elif trigger is not None:
            metadata["triggering_interaction_metadata"] = trigger.metadata
        return metadata


def _allowed_callbacks(interaction: Interaction) -> set[CallbackType]:
    if interaction.type is InteractionType.AUTOCOMPLETE:
        return {CallbackType.AUTOCOMPLETE}
    allowed = set(_WITH_NEW_MESSAGE)
    allowed.add(CallbackType.LAUNCH_ACTIVITY)
    if interaction.type is not InteractionType.MODAL:
        allowed.add(CallbackType.MODAL)
    if interaction.type is not InteractionType.COMMAND and interaction.message_id is not None:
        allowed |= _ON_OLD_MESSAGE
    return allowed


def _focused(options: list[Json]) -> OptionType:
    for option in options:
        if option.get("focused"):
            return OptionType(option["type"])
        if option.get("options"):
            return _focused(option["options"])
    raise invalid_form(["data"], "BASE_TYPE_INVALID", "Nothing is being typed.")
