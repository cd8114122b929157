"""Filling the options of a slash command with the values that a person typed."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sandbox.model.commands import Command
from sandbox.model.errors import ActionError
from sandbox.model.records import Json
from sandbox.model.uploads import Upload
from sandbox.validation.command_rules import NESTED, OptionType

WHOLE = re.compile(r"[-+]?\d{1,16}")
DECIMAL = re.compile(r"[-+]?(\d{1,16}(\.\d{0,16})?|\.\d{1,16})(e[-+]?\d{1,2})?", re.IGNORECASE)
Value = str | int | float | bool | Upload


@dataclass(frozen=True, slots=True)
class Leaf:
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
