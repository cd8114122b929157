"""Base classes of buttons, menus and forms that can be rebuilt from their `custom_id`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from enum import Enum
from inspect import get_annotations
from typing import Any, ClassVar, Self, get_args

import discord
from discord import ui
from msgspec import Struct

from i18n.localizer import TITLED, Localizer
from i18n.messages import Message

MAX_ID_LENGTH = 100
"""Maximum number of characters of a `custom_id`; Discord's limit."""


class IdPart(Struct, frozen=True):
    """How a field stands in a `custom_id`: what matches it, in at most `longest` characters."""

    pattern: str
    longest: int
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


def digits(most: int) -> IdPart:
    """A number of at most so many digits."""
    return IdPart(rf"\d{{1,{most}}}", most, str, int)


def later_digits(most: int, absent: int | None) -> IdPart:
    """A colon and a number; nothing for the value `absent`."""
    return IdPart(
        rf"(?::\d{{1,{most}}})?",
        1 + most,
        lambda number: "" if number == absent else f":{number}",
        lambda text: int(text[1:]) if text else absent,
    )


def text_of(characters: str, least: int, most: int) -> IdPart:
    """A text of characters of a class, such as `[a-z]`."""
    return IdPart(f"{characters}{{{least},{most}}}", most)


def one_of(values: Mapping[str, Any]) -> IdPart:
    """One of some values, as its word."""
    words = {value: word for word, value in values.items()}
    longest = max(map(len, values))
    return IdPart("|".join(values), longest, words.__getitem__, values.__getitem__)


def word_of(words: Iterable[str]) -> IdPart:
    """One of some words."""
    return one_of({word: word for word in words})


def joined(kind: Callable[..., Any], **parts: IdPart) -> IdPart:
    """A value of some fields, with a colon between two."""
    return IdPart(
        ":".join(f"(?:{part.pattern})" for part in parts.values()),
        sum(part.longest + 1 for part in parts.values()) - 1,
        lambda value: ":".join(part.write(getattr(value, name)) for name, part in parts.items()),
        lambda text: kind(
            **{
                name: part.read(word)
                for (name, part), word in zip(parts.items(), text.split(":"), strict=True)
            }
        ),
    )


DAY = IdPart(r"\d{4}-\d\d-\d\d", 10, str, date.fromisoformat)


def part_of(field: Any) -> IdPart:
    """How a field stands in a `custom_id`: the part in its `Annotated`, else as its type does."""
    for part in get_args(field):
        if isinstance(part, IdPart):
            return part
    if issubclass(field, Enum):
        return one_of({each.value: each for each in field})
    return {int: digits(18), date: DAY}[field]


class WithCustomId:
    """A component whose `custom_id` has its fields, where its template names them in braces.

    Each stands there as its type or the `IdPart` in its `Annotated` says. `__init__` of a class
    takes them by their names, anything else by default, and hands them on in the order of the
    template; a class without one takes them, and how it looks. Raises `TypeError` for a template
    that is too long with the largest values.

    >>> class Count(Button, template="count:{number}:{day}"):
    ...     number: int
    ...     day: date
    ...
    ...     def __init__(self, number: int, day: date) -> None:
    ...         super().__init__(number, day, label=f"Count {number}")
    >>> Count(7, date(2026, 11, 5)).custom_id
    'count:7:2026-11-05'
    >>> Count.read(Count.template.fullmatch("count:7:2026-11-05")).label
    'Count 7'
    """

    template: ClassVar[re.Pattern[str]]
    _form: ClassVar[str]
    _parts: ClassVar[Mapping[str, IdPart]]

    def __init_subclass__(cls, template: str | None = None) -> None:
        super().__init_subclass__()
        if template is None:
            return
        fields: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            if issubclass(base, WithCustomId):
                fields |= get_annotations(base, eval_str=True)
        cls._form = template
        cls._parts = {name: part_of(fields[name]) for name in re.findall(r"{(\w+)}", template)}
        groups = {name: f"(?P<{name}>{part.pattern})" for name, part in cls._parts.items()}
        cls.template = re.compile(template.format(**groups), re.ASCII)
        largest = template.format(**{name: "9" * p.longest for name, p in cls._parts.items()})
        if len(largest) > MAX_ID_LENGTH:
            raise TypeError(f"the custom_id of {cls.__name__} can be too long: {largest}")

    def __init__(self, *fields: Any, **look: Any) -> None:
        fields = *fields, *(look.pop(name) for name in [*self._parts][len(fields) :])
        for name, value in zip(self._parts, fields, strict=True):
            setattr(self, name, value)
        super().__init__(custom_id=self.id_of(*fields), **look)  # type: ignore[call-arg]

    @classmethod
    def id_of(cls, *fields: Any) -> str:
        """The `custom_id` of the component with these fields."""
        written = zip(cls._parts.items(), fields, strict=True)
        return cls._form.format(**{name: part.write(value) for (name, part), value in written})

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from a match of the template with its `custom_id`."""
        return cls(**{name: part.read(match[name]) for name, part in cls._parts.items()})


class Button(WithCustomId, ui.Button[Any]):
    """A button that can be rebuilt from its `custom_id`."""


class WithChoices(WithCustomId):
    """A menu, of whatever type, which tells which values can be chosen in it."""

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is one of the choices.

        `resolved` has the channels, roles and users among the values by ID, as Discord sends them.
        """
        raise NotImplementedError


class Menu(WithChoices, ui.Select[Any]):
    """A select menu that can be rebuilt from its `custom_id`.

    One that is rebuilt without its options says by a regular expression which values are `offered`,
    or overrides `offers`.
    """

    offered: ClassVar[str | None] = None

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is that of an option."""
        del resolved
        if self.offered is not None:
            return re.fullmatch(self.offered, value) is not None
        return any(option.value == value for option in self.options)


class Form(WithCustomId, ui.Modal):
    """A form that can be rebuilt from its `custom_id`; discord.py does not keep it in memory."""

    def __init__(self, *fields: Any, **look: Any) -> None:
        super().__init__(*fields, **look)
        self.stop()

    def add_field(self, field: ui.Item[Any], label: str, description: str | None = None) -> None:
        """Add a field below its label, with a description."""
        self.add_item(ui.Label(text=label, description=description, component=field))

    def add_text(self, name: str, label: str, description: str | None = None, **look: Any) -> None:
        """Add a field for a text, which may not be empty; `name` is its `custom_id`."""
        field: ui.TextInput[Any] = ui.TextInput(custom_id=name, min_length=1, **look)
        self.add_field(field, label, description)


def titled(
    localizer: Localizer, title: Message, names: Mapping[str, str], chosen: Collection[str]
) -> dict[str, Any]:
    """How a menu looks whose options, named by value, begin with its title."""
    said = localizer.say(title)
    labels = {value: localizer.say(TITLED, title=said, text=name) for value, name in names.items()}
    return {"placeholder": said, "options": options(labels, chosen)}


def options(labels: Mapping[str, str], chosen: Collection[str]) -> list[discord.SelectOption]:
    """The options of a menu from labels by value; those in `chosen` are marked as selected.

    >>> [(option.label, option.default) for option in options({"a": "One", "b": "Two"}, ["b"])]
    [('One', False), ('Two', True)]
    """
    return [
        discord.SelectOption(label=label, value=value, default=value in chosen)
        for value, label in labels.items()
    ]
