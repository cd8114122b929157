"""What buttons, menus and forms have in common: a `custom_id` that can be read again."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

import discord
from discord import ui


class WithCustomId:
    """Something whose `custom_id` says what it is about; `template` matches that of its kind.

    >>> class Greet(Button, template=r"greet:(?P<name>[a-z]+)"):
    ...     def __init__(self, name: str) -> None:
    ...         super().__init__(label=name, custom_id=f"greet:{name}")
    ...
    ...     @classmethod
    ...     def read(cls, match: re.Match[str]) -> Self:
    ...         return cls(match["name"])
    >>> Greet.read(Greet.template.fullmatch("greet:grace")).label
    'grace'
    """

    template: ClassVar[re.Pattern[str]]

    def __init_subclass__(cls, template: str | re.Pattern[str] | None = None) -> None:
        super().__init_subclass__()
        if template is not None:
            cls.template = re.compile(template)

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The component as its `custom_id` describes it, once that has matched the template."""
        if match.re.groups:
            raise TypeError(f"{cls.__name__} does not say how its custom_id is read")
        return cls()


class Button(WithCustomId, ui.Button[Any]):
    """A button that is known by its `custom_id`."""


class Menu(WithCustomId, ui.Select[Any]):
    """A menu that is known by its `custom_id`."""


class Form(WithCustomId, ui.Modal):
    """A form that is known by its `custom_id`; the library keeps nothing of it in memory."""

    def __init__(self, title: str, custom_id: str) -> None:
        super().__init__(title=title, custom_id=custom_id)
        self.stop()


def options(labels: Mapping[str, str], chosen: Collection[str]) -> list[discord.SelectOption]:
    """What a menu offers, by the value that stands for it; what is chosen now is marked.

    >>> [(option.label, option.default) for option in options({"a": "One", "b": "Two"}, ["b"])]
    [('One', False), ('Two', True)]
    """
    return [
        discord.SelectOption(label=label, value=value, default=value in chosen)
        for value, label in labels.items()
    ]
