"""Base classes of buttons, menus and forms that can be rebuilt from their `custom_id`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

import discord
from discord import ui


class WithCustomId:
    """A component whose `custom_id` contains its data; `template` matches those of its class.

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

    def __init_subclass__(cls, template: str | None = None) -> None:
        super().__init_subclass__()
        if template is not None:
            cls.template = re.compile(template, re.ASCII)

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from a match of the template with its `custom_id`.

        Raises `TypeError` when the template has groups and the class does not override this.
        """
        if match.re.groups:
            raise TypeError(f"{cls.__name__} has groups in its template and no `read`")
        return cls()


class Button(WithCustomId, ui.Button[Any]):
    """A button that can be rebuilt from its `custom_id`."""


class WithChoices(WithCustomId):
    """A menu, of whatever type, which tells which values can be chosen in it."""

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is one of the choices.

        `resolved` has the `channels` and `roles` among the values by ID, as Discord sends them.
        """
        raise NotImplementedError


class Menu(WithChoices, ui.Select[Any]):
    """A select menu that can be rebuilt from its `custom_id`.

    One that is rebuilt without its options overrides `offers`.
    """

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is that of an option."""
        del resolved
        return any(option.value == value for option in self.options)


class Form(WithCustomId, ui.Modal):
    """A form that can be rebuilt from its `custom_id`; discord.py does not keep it in memory."""

    def __init__(self, title: str, custom_id: str) -> None:
        super().__init__(title=title, custom_id=custom_id)
        self.stop()


def options(labels: Mapping[str, str], chosen: Collection[str]) -> list[discord.SelectOption]:
    """The options of a menu from labels by value; those in `chosen` are marked as selected.

    >>> [(option.label, option.default) for option in options({"a": "One", "b": "Two"}, ["b"])]
    [('One', False), ('Two', True)]
    """
    return [
        discord.SelectOption(label=label, value=value, default=value in chosen)
        for value, label in labels.items()
    ]
