"""Frozen records of the chat: users, servers, channels, messages and interactions."""

from datetime import datetime
from enum import Enum, IntEnum, IntFlag
from typing import Any

from msgspec import Struct, field

from sandbox.model.permissions import Overwrite

Json = dict[str, Any]


class MessageFlag(IntFlag):
    """Bits of a message's `flags` that the sandbox evaluates."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class MessageType(IntEnum):
    """Types of messages."""

    DEFAULT = 0
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


class InteractionType(IntEnum):
    """Types of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class AnswerStage(Enum):
    """Stages of the answer to an interaction."""

    WAITING = "waiting"  # not acknowledged yet
    DEFERRED = "deferred"  # acknowledged, not answered yet
    ANSWERED = "answered"
    FAILED = "failed"  # not acknowledged in time


class ChannelType(IntEnum):
    """Types of channels."""

    TEXT = 0
    DIRECT = 1
    THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class User(Struct, frozen=True):
    """A person or a bot.

    `installed` says whether the person added the application to their own account, and
    `accepts_direct` whether they accept direct messages from it.
    """

    id: int
    username: str
    name: str
    bot: bool = False
    locale: str = "en-US"
    installed: bool = True
    accepts_direct: bool = True


class Guild(Struct, frozen=True):
    """A server. Without `has_bot`, only user installations of the application work in it."""

    id: int
    name: str
    owner_id: int
    has_bot: bool = True
    locale: str = "en-US"


class Member(Struct, frozen=True):
    """The membership of a user in a server since `joined` (seconds since 1970), with role ids."""

    guild_id: int
    user_id: int
    joined: float
    roles: frozenset[int] = frozenset()


class Tag(Struct, frozen=True):
    """A tag of a forum; one that is `moderated` is applied by those who manage threads."""

    id: int
    name: str
    moderated: bool = False


class Forum(Struct, frozen=True):
    """What a channel with posts has: its tags, and whether each post needs one."""

    tags: tuple[Tag, ...] = ()
    requires_tag: bool = False


class Channel(Struct, frozen=True):
    """A text channel or forum of a server, a thread, or a person's direct messages with the bot.

    `parent_id` is the channel of a thread, and `owner_id` the user who opened it. A post of a forum
    is a thread, with its `applied` tags. `members` are the ids of the users of a private thread,
    and `changed` when a thread was last archived or opened again.
    """

    id: int
    name: str
    guild_id: int | None = None
    recipient_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    overwrites: tuple[Overwrite, ...] = ()
    topic: str | None = None
    archived: bool = False
    locked: bool = False
    forum: Forum | None = None
    applied: tuple[int, ...] = ()
    members: frozenset[int] | None = None
    changed: datetime | None = None

    @property
    def type(self) -> ChannelType:
        """The type, derived from the other fields."""
        if self.guild_id is None:
            return ChannelType.DIRECT
        if self.is_thread:
            return ChannelType.THREAD if self.members is None else ChannelType.PRIVATE_THREAD
        return ChannelType.TEXT if self.forum is None else ChannelType.FORUM

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread, public or private."""
        return self.parent_id is not None


class Attachment(Struct, frozen=True):
    """An uploaded file: `size` in bytes, `width` and `height` in pixels when it is a picture."""

    id: int
    filename: str
    content_type: str
    size: int
    url: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


class ChatMessage(Struct, frozen=True):
    """One message. `visible_to` is the only user who sees it if it is ephemeral, or None.

    `snapshots` are the JSON of the messages that are forwarded in it.
    """

    id: int
    channel_id: int
    author_id: int
    timestamp: datetime
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    edited: datetime | None = None
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    flags: MessageFlag = NO_FLAGS
    interaction_id: int | None = None
    interaction_metadata: Json | None = None
    reference_id: int | None = None
    snapshots: tuple[Json, ...] = ()
    visible_to: int | None = None
    dismissed: bool = False
    nonce: str | None = None

    @property
    def loading(self) -> bool:
        """Whether this is the placeholder of a deferred answer ("thinking…")."""
        return MessageFlag.LOADING in self.flags


class Interaction(Struct, frozen=True):
    """An action of a user that the bot must answer.

    `created` is in seconds since 1970 on the sandbox's clock. `title` is the text on the page
    ("/name"). `message_id` is the message whose component or context menu was used,
    `response_id` the original response, and `answer_id` the message with the latest answer.
    `ack_seconds` is the time from creation to acknowledgement, and `activity` the instance that was
    launched as the answer.
    """

    id: int
    token: str
    type: InteractionType
    user_id: int
    channel_id: int
    created: float
    title: str
    data: Json
    owners: dict[str, str]
    message_id: int | None = None
    metadata: Json = field(default_factory=dict)
    stage: AnswerStage = AnswerStage.WAITING
    callback: int | None = None
    ephemeral: bool = False
    response_id: int | None = None
    answer_id: int | None = None
    ack_seconds: float | None = None
    activity: str | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    dismissed: bool = False
