"""Commands in requests that register them and in answers that list them."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tests.support.discord.basics import Id, Locale

CommandName = Annotated[str, Field(min_length=1, max_length=32)]
Description = Annotated[str, Field(min_length=1, max_length=100)]
Length = Annotated[int, Field(ge=0, le=6000)]
Translations = dict[Locale, Description]


class StringChoice(TypedDict):
    name: Description
    value: Annotated[str, Field(max_length=6000)]
    name_localizations: NotRequired[Translations | None]


class IntegerChoice(TypedDict):
    name: Description
    value: int
    name_localizations: NotRequired[Translations | None]


class NumberChoice(TypedDict):
    name: Description
    value: float
    name_localizations: NotRequired[Translations | None]


class Named(TypedDict):
    name: CommandName
    description: Description
    name_localizations: NotRequired[Translations | None]
    description_localizations: NotRequired[Translations | None]


class Value(Named):
    required: NotRequired[bool | None]


class PlainOption(Value):
    """An option of type boolean, user, role, mentionable or attachment."""

    type: Literal[5, 6, 8, 9, 11]


class StringOption(Value):
    type: Literal[3]
    autocomplete: NotRequired[bool | None]
    min_length: NotRequired[Length | None]
    max_length: NotRequired[Annotated[int, Field(ge=1, le=6000)] | None]
    choices: NotRequired[Annotated[list[StringChoice], Field(max_length=25)] | None]


class IntegerOption(Value):
    type: Literal[4]
    autocomplete: NotRequired[bool | None]
    min_value: NotRequired[int | None]
    max_value: NotRequired[int | None]
    choices: NotRequired[Annotated[list[IntegerChoice], Field(max_length=25)] | None]


class NumberOption(Value):
    type: Literal[10]
    autocomplete: NotRequired[bool | None]
    min_value: NotRequired[float | None]
    max_value: NotRequired[float | None]
    choices: NotRequired[Annotated[list[NumberChoice], Field(max_length=25)] | None]


class ChannelOption(Value):
    type: Literal[7]
    channel_types: NotRequired[set[int] | None]


ValueOption = PlainOption | StringOption | IntegerOption | NumberOption | ChannelOption


class SubcommandOption(Named):
    type: Literal[1]
    options: NotRequired[Annotated[list[ValueOption], Field(max_length=25)] | None]


Options = Annotated[list[ValueOption | SubcommandOption], Field(max_length=25)]


class ApplicationCommandPatchRequestPartial(TypedDict):
    description: NotRequired[Annotated[str, Field(max_length=100)] | None]
    name_localizations: NotRequired[Translations | None]
    description_localizations: NotRequired[Translations | None]
    options: NotRequired[Options | None]
    default_member_permissions: NotRequired[Annotated[int, Field(ge=0)] | None]
    dm_permission: NotRequired[bool | None]
    contexts: NotRequired[Annotated[set[Literal[0, 1, 2]], Field(min_length=1)] | None]
    integration_types: NotRequired[Annotated[set[Literal[0, 1]], Field(min_length=1)] | None]


class ApplicationCommandPatch(ApplicationCommandPatchRequestPartial):
    name: NotRequired[CommandName]


class ApplicationCommandUpdateRequest(ApplicationCommandPatchRequestPartial):
    name: CommandName
    type: NotRequired[Literal[1, 2, 3, 4] | None]


class ApplicationCommandResponse(TypedDict):
    id: Id
    application_id: Id
    version: Id
    default_member_permissions: str | None
    type: Literal[1, 2, 3, 4]
    name: str
    description: str
    name_localizations: NotRequired[Translations | None]
    description_localizations: NotRequired[Translations | None]
    guild_id: NotRequired[Id]
    dm_permission: NotRequired[bool]
    contexts: NotRequired[set[Literal[0, 1, 2]] | None]
    integration_types: NotRequired[set[Literal[0, 1]]]
    options: NotRequired[list[ValueOption | SubcommandOption]]
    nsfw: NotRequired[bool]
