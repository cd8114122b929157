"""Messages, and callbacks that answer interactions."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tests.support.discord.basics import Id, Time, UserResponse
from tests.support.discord.commands import StringChoice
from tests.support.discord.components import Container, Modal, Part, SentContainer, SentPart

# fmt: off
MessageType = Literal[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 28, 29, 31, 32, 36, 37, 38, 39, 46,
]
# fmt: on
Content = Annotated[str, Field(max_length=4000)]
ShortContent = Annotated[str, Field(max_length=2000)]
Count = Annotated[int, Field(ge=0)]


class MessageAttachmentRequest(TypedDict):
    id: Id
    filename: NotRequired[Annotated[str, Field(min_length=1, max_length=1024)] | None]
    description: NotRequired[Annotated[str, Field(max_length=1024)] | None]


class MessageAllowedMentionsRequest(TypedDict):
    parse: NotRequired[set[Literal["users", "roles", "everyone"]] | None]
    users: NotRequired[Annotated[set[Id], Field(max_length=100)] | None]
    roles: NotRequired[Annotated[set[Id], Field(max_length=100)] | None]
    replied_user: NotRequired[bool | None]


class RichEmbedImage(TypedDict):
    url: NotRequired[Annotated[str, Field(max_length=2048)] | None]


class RichEmbed(TypedDict):
    type: NotRequired[str | None]
    title: NotRequired[Annotated[str, Field(max_length=256)] | None]
    description: NotRequired[Annotated[str, Field(max_length=4096)] | None]
    image: NotRequired[RichEmbedImage | None]


class Body(TypedDict):
    embeds: NotRequired[Annotated[list[RichEmbed], Field(max_length=10)] | None]
    allowed_mentions: NotRequired[MessageAllowedMentionsRequest | None]
    components: NotRequired[Annotated[list[SentPart | SentContainer], Field(max_length=40)] | None]
    attachments: NotRequired[Annotated[list[MessageAttachmentRequest], Field(max_length=10)] | None]
    flags: NotRequired[int | None]


class MessageEditRequestPartial(Body):
    content: NotRequired[Content | None]


class MessageCreateRequest(MessageEditRequestPartial):
    tts: NotRequired[bool | None]
    nonce: NotRequired[int | Annotated[str, Field(max_length=25)] | None]
    enforce_nonce: NotRequired[bool | None]


class IncomingWebhookUpdateRequestPartial(Body):
    content: NotRequired[ShortContent | None]


class IncomingWebhookRequestPartial(IncomingWebhookUpdateRequestPartial):
    tts: NotRequired[bool | None]


class MessageCallback(TypedDict):
    type: Literal[4, 5]
    data: NotRequired[IncomingWebhookRequestPartial | None]


class UpdateCallback(TypedDict):
    type: Literal[6, 7]
    data: NotRequired[IncomingWebhookUpdateRequestPartial | None]


class Choices(TypedDict):
    choices: NotRequired[Annotated[list[StringChoice], Field(max_length=25)] | None]


class AutocompleteCallback(TypedDict):
    type: Literal[8]
    data: Choices


class ModalCallback(TypedDict):
    type: Literal[9]
    data: Modal


Callback = MessageCallback | UpdateCallback | AutocompleteCallback | ModalCallback


class MessageAttachmentResponse(TypedDict):
    id: Id
    filename: str
    size: int
    url: str
    proxy_url: str
    width: NotRequired[int]
    height: NotRequired[int]
    description: NotRequired[str]
    content_type: NotRequired[str]
    ephemeral: NotRequired[bool]


class MessageEmbedFieldResponse(TypedDict):
    name: str
    value: str
    inline: bool


class MessageEmbedImageResponse(TypedDict):
    url: NotRequired[str]
    proxy_url: NotRequired[str]
    width: NotRequired[Count]
    height: NotRequired[Count]


class MessageEmbedResponse(TypedDict):
    type: str
    title: NotRequired[str]
    description: NotRequired[str]
    timestamp: NotRequired[Time]
    fields: NotRequired[list[MessageEmbedFieldResponse]]
    image: NotRequired[MessageEmbedImageResponse]
    flags: NotRequired[int | None]


class MessageReferenceResponse(TypedDict):
    type: Literal[0]
    channel_id: Id
    message_id: NotRequired[Id]
    guild_id: NotRequired[Id]


Owners = dict[Literal["0", "1"], Id]


class Metadata(TypedDict):
    id: Id
    user: UserResponse
    authorizing_integration_owners: Owners
    original_response_message_id: NotRequired[Id]


class CommandMetadata(Metadata):
    type: Literal[2]
    target_user: NotRequired[UserResponse]
    target_message_id: NotRequired[Id]


class PressMetadata(Metadata):
    type: Literal[3]
    interacted_message_id: Id


class ModalMetadata(Metadata):
    type: Literal[5]
    triggering_interaction_metadata: CommandMetadata | PressMetadata


class MessageResponse(TypedDict):
    id: Id
    channel_id: Id
    type: MessageType
    author: UserResponse
    content: str
    mentions: list[UserResponse]
    mention_roles: set[Id]
    mention_everyone: bool
    attachments: list[MessageAttachmentResponse]
    embeds: list[MessageEmbedResponse]
    components: list[Part | Container]
    timestamp: Time
    edited_timestamp: Time | None
    flags: int
    pinned: bool
    tts: bool
    application_id: NotRequired[Id]
    webhook_id: NotRequired[Id]
    message_reference: NotRequired[MessageReferenceResponse]
    interaction_metadata: NotRequired[CommandMetadata | PressMetadata | ModalMetadata]


class InteractionResponse(TypedDict):
    id: Id
    type: Literal[1, 2, 3, 4, 5]
    response_message_id: NotRequired[Id]
    response_message_loading: NotRequired[bool]
    response_message_ephemeral: NotRequired[bool]
    channel_id: NotRequired[Id]
    guild_id: NotRequired[Id]


class CallbackResource(TypedDict):
    type: Literal[4, 7]
    message: MessageResponse


class InteractionCallbackResponse(TypedDict):
    interaction: InteractionResponse
    resource: NotRequired[CallbackResource]
