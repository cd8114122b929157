"""What every button and menu has in common: whatever it is about stands in its `custom_id`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar

import discord
from discord import ui

ItemT = TypeVar("ItemT", bound=ui.Item[Any])

NOTHING = r"(?!)"
"""The template of a class that only others build on: no `custom_id` is like it."""


class Found(ui.DynamicItem[ItemT], Generic[ItemT], template=NOTHING):
    """An item that is made again from its `custom_id` when somebody uses it.

    >>> class Greet(FoundButton, template=r"greet:(?P<name>[a-z]+)"):
    ...     def __init__(self, name: str) -> None:
    ...         super().__init__(ui.Button(label=name, custom_id=f"greet:{name}"))
    ...
    ...     @classmethod
    ...     def read(cls, match: re.Match[str]) -> Self:
    ...         return cls(match["name"])
    >>> match = Greet("ada").template.fullmatch("greet:grace")
    >>> Greet.read(match).item.label
    'grace'
    """

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The item as its `custom_id` describes it, once that has matched the template."""
        raise NotImplementedError

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the library passes all three
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """What the library asks for: `read`, whoever used the item and whatever it looked like."""
        return cls.read(match)


FoundButton: TypeAlias = Found[ui.Button[Any]]
FoundMenu: TypeAlias = Found[ui.Select[Any]]


def options(labels: Mapping[str, str], chosen: Collection[str]) -> list[discord.SelectOption]:
    """What a menu offers, by the value that stands for it; what is chosen now is marked.

    >>> [(option.label, option.default) for option in options({"a": "One", "b": "Two"}, ["b"])]
    [('One', False), ('Two', True)]
    """
    return [
        discord.SelectOption(label=label, value=value, default=value in chosen)
        for value, label in labels.items()
    ]
