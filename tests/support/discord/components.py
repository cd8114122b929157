"""Components of messages and modals, in requests (`Sent…`) and in answers."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tests.support.discord.basics import Id

CustomId = Annotated[str, Field(min_length=1, max_length=100)]
Placeholder = Annotated[str, Field(max_length=150)]
Least = Annotated[int, Field(ge=0, le=25)]
Most = Annotated[int, Field(ge=1, le=25)]
Label = Annotated[str, Field(min_length=1, max_length=45)]


class Sent(TypedDict):
    id: NotRequired[int | None]


class Answered(TypedDict):
    id: int


# Buttons and select menus


class SentEmoji(TypedDict):
    name: Annotated[str, Field(max_length=32)]
    id: NotRequired[Id | None]


class Emoji(TypedDict):
    name: str
    id: NotRequired[Id]


class SentButton(Sent):
    type: Literal[2]
    style: Literal[1, 2, 3, 4, 5, 6]
    custom_id: NotRequired[CustomId | None]
    label: NotRequired[Annotated[str, Field(max_length=80)] | None]
    url: NotRequired[Annotated[str, Field(max_length=512)] | None]
    disabled: NotRequired[bool | None]
    emoji: NotRequired[SentEmoji | None]


class AnyButton(Answered):
    type: Literal[2]
    label: NotRequired[str]
    disabled: NotRequired[bool]
    emoji: NotRequired[Emoji]


class PressButton(AnyButton):
    style: Literal[1, 2, 3, 4]
    custom_id: str


class LinkButton(AnyButton):
    style: Literal[5]
    url: str


Button = PressButton | LinkButton


class SentChoice(TypedDict):
    label: CustomId
    value: CustomId
    description: NotRequired[CustomId | None]
    default: NotRequired[bool | None]
    emoji: NotRequired[SentEmoji | None]


class Choice(TypedDict):
    label: str
    value: str
    description: NotRequired[str]
    default: NotRequired[bool]
    emoji: NotRequired[Emoji]


class UserSelectDefaultValue(TypedDict):
    id: Id
    type: Literal["user"]


class RoleSelectDefaultValue(TypedDict):
    id: Id
    type: Literal["role"]


class ChannelSelectDefaultValue(TypedDict):
    id: Id
    type: Literal["channel"]


RoleOrUser = RoleSelectDefaultValue | UserSelectDefaultValue


class SentSelect(Sent):
    custom_id: CustomId
    min_values: NotRequired[Least | None]
    max_values: NotRequired[Most | None]
    disabled: NotRequired[bool | None]
    required: NotRequired[bool | None]
    placeholder: NotRequired[Placeholder | None]


class SentStringSelect(SentSelect):
    type: Literal[3]
    options: Annotated[list[SentChoice], Field(min_length=1, max_length=25)]


class SentRoleSelect(SentSelect):
    """A user, role or mentionable select menu."""

    type: Literal[5, 6, 7]
    default_values: NotRequired[Annotated[list[RoleOrUser], Field(max_length=25)] | None]


class SentChannelSelect(SentSelect):
    type: Literal[8]
    channel_types: NotRequired[set[int] | None]
    default_values: NotRequired[
        Annotated[list[ChannelSelectDefaultValue], Field(max_length=25)] | None
    ]


class Select(Answered):
    custom_id: str
    min_values: int
    max_values: int
    disabled: NotRequired[bool]
    placeholder: NotRequired[str]


class StringSelect(Select):
    type: Literal[3]
    options: list[Choice]


class RoleSelect(Select):
    type: Literal[5, 6, 7]
    default_values: NotRequired[list[RoleOrUser]]


class ChannelSelect(Select):
    type: Literal[8]
    channel_types: NotRequired[set[int]]
    default_values: NotRequired[list[ChannelSelectDefaultValue]]


SentMenu = SentStringSelect | SentRoleSelect | SentChannelSelect


class SentRow(Sent):
    type: Literal[1]
    components: Annotated[list[SentButton | SentMenu], Field(min_length=1, max_length=5)]


class Row(Answered):
    type: Literal[1]
    components: list[Button | StringSelect | RoleSelect | ChannelSelect]


# Texts, pictures and files


class SentText(Sent):
    type: Literal[10]
    content: Annotated[str, Field(min_length=1, max_length=4000)]


class Text(Answered):
    type: Literal[10]
    content: str


class SentMedia(TypedDict):
    url: Annotated[str, Field(max_length=2048)]


class Media(TypedDict):
    id: Id
    url: str
    proxy_url: str
    width: NotRequired[int | None]
    height: NotRequired[int | None]
    content_type: NotRequired[str | None]
    attachment_id: NotRequired[Id]


class SentPicture(TypedDict):
    media: SentMedia
    description: NotRequired[Annotated[str, Field(min_length=1, max_length=1024)] | None]
    spoiler: NotRequired[bool | None]


class Picture(TypedDict):
    media: Media
    description: str | None
    spoiler: bool


class SentThumbnail(Sent, SentPicture):
    type: Literal[11]


class Thumbnail(Answered, Picture):
    type: Literal[11]


class SentSection(Sent):
    type: Literal[9]
    components: Annotated[list[SentText], Field(min_length=1, max_length=3)]
    accessory: SentButton | SentThumbnail


class Section(Answered):
    type: Literal[9]
    components: list[Text]
    accessory: Button | Thumbnail


class SentGallery(Sent):
    type: Literal[12]
    items: Annotated[list[SentPicture], Field(min_length=1, max_length=10)]


class Gallery(Answered):
    type: Literal[12]
    items: list[Picture]


class SentFile(Sent):
    type: Literal[13]
    file: SentMedia
    spoiler: NotRequired[bool | None]


class File(Answered):
    type: Literal[13]
    file: Media
    name: str | None
    size: int | None
    spoiler: bool


class SentSeparator(Sent):
    type: Literal[14]
    spacing: NotRequired[Literal[1, 2] | None]
    divider: NotRequired[bool | None]


class Separator(Answered):
    type: Literal[14]
    spacing: Literal[1, 2]
    divider: bool


SentPart = SentRow | SentText | SentSection | SentGallery | SentFile | SentSeparator
Part = Row | Text | Section | Gallery | File | Separator


class SentContainer(Sent):
    type: Literal[17]
    components: Annotated[list[SentPart], Field(min_length=1, max_length=40)]
    accent_color: NotRequired[Annotated[int, Field(ge=0, le=0xFFFFFF)] | None]
    spoiler: NotRequired[bool | None]


class Container(Answered):
    type: Literal[17]
    components: list[Part]
    accent_color: int | None
    spoiler: bool


# Modals


class SentInput(Sent):
    type: Literal[4]
    custom_id: CustomId
    style: Literal[1, 2]
    label: NotRequired[Label | None]
    value: NotRequired[Annotated[str, Field(max_length=4000)] | None]
    placeholder: NotRequired[CustomId | None]
    required: NotRequired[bool | None]
    min_length: NotRequired[Annotated[int, Field(ge=0, le=4000)] | None]
    max_length: NotRequired[Annotated[int, Field(ge=1, le=4000)] | None]


class SentUpload(Sent):
    type: Literal[19]
    custom_id: CustomId
    min_values: NotRequired[Annotated[int, Field(ge=0, le=10)] | None]
    max_values: NotRequired[Annotated[int, Field(ge=1, le=10)] | None]
    required: NotRequired[bool | None]


class SentLabel(Sent):
    type: Literal[18]
    label: Label
    description: NotRequired[CustomId | None]
    component: SentInput | SentUpload | SentMenu


class Modal(TypedDict):
    custom_id: CustomId
    title: Label
    components: Annotated[list[SentLabel | SentText], Field(min_length=1, max_length=40)]
