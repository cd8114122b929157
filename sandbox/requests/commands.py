"""Validation of commands, their options and their choices, with Discord's limits."""

import re
from collections.abc import Collection
from enum import IntEnum

from sandbox.model.errors import ApiError, bad_length, invalid_form, required
from sandbox.model.records import Json
from sandbox.requests.forms import FieldValidator, Path

MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_VALUE = 6000
"""Maximum length of a string value, in characters."""
MAX_CHARACTERS = 8000
"""Maximum number of characters in a command."""
MAX_INTEGER = 2**53
"""Maximum magnitude of an integer value."""
NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl "
    "pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW"
)
CHANNEL_TYPES = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16})


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
NUMBERS = frozenset({OptionType.INTEGER, OptionType.NUMBER})
WITH_CHOICES = NUMBERS | {OptionType.STRING}


def check_command(payload: Json, path: Path) -> None:
    """Raise `ApiError` 50035 when Discord would refuse to register this command."""
    form = FieldValidator({"type": CommandType.CHAT, **_without_nulls(payload)}, path)
    kind = form.choice("type", set(CommandType))
    form.need("name")
    if kind == CommandType.CHAT:
        _check_name(form, "name")
        form.text("description", 100, shortest=1, needed=True)
        _check_options(form, depth=0)
        if _count_characters(payload) > MAX_CHARACTERS:
            message = f"Command exceeds maximum size ({MAX_CHARACTERS})"
            raise invalid_form(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    elif kind == CommandType.ENTRY_POINT:
        _check_entry_point(form)
    else:
        _check_context_menu(form)
    _check_locales(form, longest=None if kind == CommandType.CHAT else 32)
    _check_number_set(form, "contexts", {0, 1, 2})
    _check_number_set(form, "integration_types", {0, 1})
    _check_permissions(form)
    for key in ("nsfw", "dm_permission"):
        form.flag(key)


def _without_nulls(payload: Json) -> Json:
    """The payload without null values, which count as omitted."""
    return {key: value for key, value in payload.items() if value is not None}


def _check_context_menu(form: FieldValidator) -> None:
    form.text("name", 32, shortest=1, needed=True)
    for key in ("description", "options"):
        if form.fields.get(key):
            code = f"APPLICATION_COMMAND_{key.upper()}_NOT_ALLOWED"
            raise form.refuse(key, code, f"Context menu commands cannot have {key}")


def _check_entry_point(form: FieldValidator) -> None:
    form.text("name", 32, shortest=1, needed=True)
    form.text("description", 100)
    if form.fields.get("handler") is not None:
        form.choice("handler", set(Handler))
    if form.fields.get("options"):
        code = "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED"
        raise form.refuse("options", code, "Entry Point commands cannot have options")


def _check_name(form: FieldValidator, key: str) -> None:
    name = form.need(key)
    if not isinstance(name, str) or not NAME.fullmatch(name) or name != name.lower():
        message = "Command name is invalid: 1-32 lower-case letters, digits, - or _."
        raise form.refuse(key, "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_locales(form: FieldValidator, longest: int | None = None) -> None:
    """Check translations. Names follow the rule for names if `longest` is None."""
    for key in ("name_localizations", "description_localizations"):
        names = form.inside(key)
        for locale in names.fields:
            if locale not in LOCALES.split():
                raise names.refuse(locale, "ENUM_TYPE_COERCE", f"{locale!r} is not a locale.")
            if key == "name_localizations" and longest is None:
                _check_name(names, locale)
            else:
                names.text(locale, longest or 100, shortest=1)


def _check_number_set(form: FieldValidator, key: str, allowed: Collection[int]) -> None:
    values = form.fields.get(key)
    if values is None:
        return
    if not isinstance(values, list) or not values:
        raise bad_length([*form.path, key], 1, len(allowed))
    for index, value in enumerate(values):
        if isinstance(value, bool) or value not in allowed or value in values[:index]:
            message = f"Value must be one of {set(allowed)}, and only once."
            raise invalid_form([*form.path, key, index], "BASE_TYPE_CHOICES", message)


def _check_permissions(form: FieldValidator) -> None:
    permissions = form.fields.get("default_member_permissions")
    if permissions is None:
        return
    text = str(permissions)
    if isinstance(permissions, bool) or not (text.isascii() and text.isdigit() and len(text) < 20):
        message = "Value is not a set of permissions."
        raise form.refuse("default_member_permissions", "NUMBER_TYPE_COERCE", message)


def _check_options(form: FieldValidator, depth: int) -> None:
    names: set[str] = set()
    optional = False
    options = form.items("options", MAX_OPTIONS)
    for option in options:
        _check_option(option, depth)
        if option.fields["name"] in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"
            raise option.refuse("name", code, "Option name already exists")
        names.add(option.fields["name"])
        if option.fields.get("required") and optional:
            message = "Required options must be placed before non-required options"
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            raise invalid_form(option.path, code, message)
        optional = optional or not option.fields.get("required")
    nested = sum(option.fields["type"] in NESTED for option in options)
    if 0 < nested < len(options):
        message = "Sub-command and sub-command group option types are mutually exclusive to others"
        raise form.refuse("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _check_option(option: FieldValidator, depth: int) -> None:
    kind = OptionType(option.choice("type", set(OptionType)))
    _check_name(option, "name")
    option.text("description", 100, shortest=1, needed=True)
    _check_locales(option)
    for key in ("required", "autocomplete"):
        option.flag(key)
    if kind in NESTED:
        if depth > (0 if kind is OptionType.SUB_COMMAND_GROUP else 1):
            message = "Sub-command option types can only be set for top-level options or groups"
            raise option.refuse("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        _check_options(option, depth + 1)
    elif option.fields.get("options"):
        message = "Only sub-commands and groups have options"
        raise option.refuse("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    _check_bounds(option, kind)
    _check_choices(option, kind)


def _check_bounds(option: FieldValidator, kind: OptionType) -> None:
    """Check that minimum and maximum are allowed for the type, valid and in order."""
    allowed = {
        OptionType.STRING: ("min_length", "max_length"),
        OptionType.INTEGER: ("min_value", "max_value"),
        OptionType.NUMBER: ("min_value", "max_value"),
    }.get(kind, ())
    for key in ("min_length", "max_length", "min_value", "max_value"):
        if option.fields.get(key) is not None and key not in allowed:
            raise option.refuse(key, "BASE_TYPE_INVALID", f"This type of option has no {key}")
    if kind is OptionType.CHANNEL:
        _check_number_set(option, "channel_types", CHANNEL_TYPES)
    if kind is OptionType.STRING:
        low = option.integer("min_length", 0, MAX_VALUE)
        high = option.integer("max_length", 1, MAX_VALUE, MAX_VALUE)
    elif kind is OptionType.INTEGER:
        low = option.integer("min_value", -MAX_INTEGER, MAX_INTEGER, -MAX_INTEGER)
        high = option.integer("max_value", -MAX_INTEGER, MAX_INTEGER, MAX_INTEGER)
    else:
        return
    if low > high:
        raise option.refuse("max_value", "BASE_TYPE_INVALID", "The minimum exceeds the maximum")


def _check_choices(option: FieldValidator, kind: OptionType) -> None:
    automatic = option.fields.get("autocomplete")
    if automatic and kind not in WITH_CHOICES:
        message = "This type of option cannot autocomplete"
        raise option.refuse("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message)
    if not option.fields.get("choices"):
        return
    if kind not in WITH_CHOICES or automatic:
        message = "Choices are not allowed for this option."
        code = "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"
        raise option.refuse("choices", code, message)
    check_choices(option, kind)


def check_choices(form: FieldValidator, kind: OptionType) -> list[Json]:
    """The `choices` of an option or an autocompletion; raises `ApiError` 50035 if invalid."""
    choices = form.items("choices", MAX_CHOICES)
    for choice in choices:
        choice.text("name", 100, shortest=1, needed=True)
        _check_value(choice, kind)
        _check_locales(choice, longest=100)
    return [choice.fields for choice in choices]


def _check_value(choice: FieldValidator, kind: OptionType) -> None:
    value = choice.fields.get("value")
    if value is None:
        raise required([*choice.path, "value"])
    if kind is OptionType.STRING:
        choice.text("value", MAX_VALUE)
    elif kind is OptionType.INTEGER:
        choice.integer("value", -MAX_INTEGER, MAX_INTEGER)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise choice.refuse("value", "NUMBER_TYPE_COERCE", "Value is not a number.")


def _count_characters(payload: Json) -> int:
    """Number of characters that count towards the limit, including all nested options.

    Names, descriptions and choices count; of a text and its translations, the longest.
    """
    own = sum(_longest(payload, key) for key in ("name", "description"))
    choices = sum(
        _longest(choice, "name") + len(str(choice.get("value") or ""))
        for choice in payload.get("choices") or ()
    )
    return own + choices + sum(_count_characters(option) for option in payload.get("options") or ())


def _longest(holder: Json, key: str) -> int:
    translations = (holder.get(f"{key}_localizations") or {}).values()
    return max(len(text) for text in (holder.get(key) or "", *translations))


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
