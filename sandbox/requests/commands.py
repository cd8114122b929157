"""Commands, their options and choices, and the rules between them."""

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from sandbox.model.errors import ApiError, invalid_form
from sandbox.model.records import Json
from sandbox.requests.forms import Filled, Path, RefusedError, read

MAX_CHARACTERS = 8000
"""Maximum number of characters in a command."""
LOCALES = (
    "ar|bg|cs|da|de|el|en-GB|en-US|es-419|es-ES|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|nl|no|pl|pt-BR|ro|"
    "ru|sv-SE|th|tr|uk|vi|zh-CN|zh-TW"
)
Texts = dict[Annotated[str, Meta(pattern=f"^({LOCALES})$")], str]
"""A text by language."""
NAME = r"[-_'\w]{1,32}"


class CommandType(IntEnum):
    """Types of commands."""

    CHAT = 1
    USER = 2
    MESSAGE = 3
    ENTRY_POINT = 4


class Handler(IntEnum):
    """Who answers an entry point command."""

    APP = 1
    DISCORD = 2


class OptionType(IntEnum):
    """Types of the options of a slash command."""

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


NESTED = frozenset({OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP})
INSIDE = {
    OptionType.SUB_COMMAND_GROUP: {OptionType.SUB_COMMAND},
    OptionType.SUB_COMMAND: set(OptionType) - NESTED,
}
"""The options that an option may have."""


class Named(Struct, kw_only=True):
    """What has a name and a description, in several languages."""

    name: str
    name_localizations: Texts | None = None
    description: str | None = None
    description_localizations: Texts | None = None
    options: "list[CommandOption] | None" = None

    def characters(self) -> int:
        """The number of characters that count towards the limit of a command.

        Of a text and its translations, the longest counts.
        """
        texts = (self.name, *(self.name_localizations or {}).values())
        described = (self.description or "", *(self.description_localizations or {}).values())
        own = max(map(len, texts)) + max(map(len, described))
        return own + sum(option.characters() for option in self.options or ())

    def check_names(self) -> None:
        """Raise `RefusedError` when the name of a slash command or option is none."""
        translated = (
            ("name_localizations", name) for name in (self.name_localizations or {}).values()
        )
        for key, name in (("name", self.name), *translated):
            if not re.fullmatch(NAME, name) or name != name.lower():
                message = "Command name is invalid: 1-32 lower-case letters, digits, - or _."
                raise RefusedError(key, "APPLICATION_COMMAND_INVALID_NAME", message)


class Choice(Struct):
    """A value that is offered."""

    name: Filled
    value: str | int | float
    name_localizations: Texts | None = None

    def characters(self) -> int:
        """As in `Named`."""
        texts = (self.name, *(self.name_localizations or {}).values())
        return max(map(len, texts)) + len(str(self.value))


class CommandOption(Named, kw_only=True):
    """An option of a slash command, a sub-command or a group of them."""

    type: OptionType
    required: bool | None = None
    autocomplete: bool | None = None
    choices: list[Choice] | None = None
    min_value: int | float | None = None
    max_value: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None

    def __post_init__(self) -> None:
        self.check_names()
        check_options(self.options or ())
        if not {option.type for option in self.options or ()} <= INSIDE.get(self.type, set()):
            message = "This type of option cannot have these options"
            raise RefusedError("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        for low, high in ((self.min_value, self.max_value), (self.min_length, self.max_length)):
            if low is not None and high is not None and low > high:
                message = "The minimum exceeds the maximum"
                raise RefusedError("max_value", "BASE_TYPE_INVALID", message)
        if self.choices and self.autocomplete:
            code = "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"
            raise RefusedError("choices", code, "Choices are not allowed for this option.")

    def characters(self) -> int:
        """As in `Named`, with the choices."""
        return super().characters() + sum(choice.characters() for choice in self.choices or ())


class CommandRequest(Named, kw_only=True):
    """A command."""

    type: CommandType | None = None
    contexts: list[int] | None = None
    integration_types: list[int] | None = None
    default_member_permissions: Annotated[str, Meta(pattern=r"^\d{1,19}$")] | int | None = None
    handler: Handler | None = None

    def __post_init__(self) -> None:
        if self.type in (None, CommandType.CHAT):
            self.check_names()
            if not self.description:
                raise RefusedError("description", "BASE_TYPE_REQUIRED", "This field is required")
            check_options(self.options or ())
            if self.characters() > MAX_CHARACTERS:
                message = f"Command exceeds maximum size ({MAX_CHARACTERS})"
                raise RefusedError("", "APPLICATION_COMMAND_TOO_LARGE", message)
            return
        described = self.description and self.type is not CommandType.ENTRY_POINT
        for key, given in (("description", described), ("options", self.options)):
            if given:
                code = f"APPLICATION_COMMAND_{key.upper()}_NOT_ALLOWED"
                raise RefusedError(key, code, f"Commands of this type cannot have {key}")


class Suggestions(Struct):
    """The answer to an autocompletion."""

    choices: list[Choice] | None = None


def check_options(options: Sequence[CommandOption]) -> None:
    """Raise `RefusedError` when these options cannot stand beside one another."""
    names = [option.name for option in options]
    if len(set(names)) < len(names):
        code = "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"
        raise RefusedError("options", code, "Option name already exists")
    needed = [bool(option.required) for option in options]
    if needed != sorted(needed, reverse=True):
        message = "Required options must be placed before non-required options"
        raise RefusedError("options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
    if len({option.type in NESTED for option in options}) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to others"
        raise RefusedError("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def read_choices(data: Json, kind: OptionType, path: Path) -> list[Json]:
    """The `choices` of an autocompletion; raises `ApiError` 50035 if they are invalid."""
    wanted: Any = {OptionType.STRING: str, OptionType.INTEGER: int}.get(kind, int | float)
    for choice in read(data, Suggestions, path).choices or ():
        if not isinstance(choice.value, wanted):
            raise invalid_form([*path, "choices"], "BASE_TYPE_INVALID", "A value has another type.")
    return data.get("choices") or []


def check_command_counts(counts: dict[int, int]) -> None:
    """Raise `ApiError` 30032 when there are more commands of a type than Discord allows.

    `counts` maps each type to the number of commands.
    """
    most = {
        CommandType.CHAT: 100,
        CommandType.USER: 15,
        CommandType.MESSAGE: 15,
        CommandType.ENTRY_POINT: 1,
    }
    for kind, number in counts.items():
        if number > most[CommandType(kind)]:
            message = f"Maximum number of application commands reached ({most[CommandType(kind)]})"
            raise ApiError(400, 30032, message)
