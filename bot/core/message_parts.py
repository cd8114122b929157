"""Extracts texts and `custom_id`s from the components of a sent message."""

from collections.abc import Iterator, Sequence

import discord


def walk(components: Sequence[discord.Component]) -> Iterator[discord.Component]:
    """The components of a message and, recursively, those inside them."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def shown_texts(message: discord.Message) -> list[str]:
    """The texts that the components of a message show."""
    parts = walk(message.components)
    return [part.content for part in parts if isinstance(part, discord.TextDisplay)]


def custom_ids(message: discord.Message) -> frozenset[str]:
    """The `custom_id`s of all interactive components of a message."""
    found = (getattr(part, "custom_id", None) for part in walk(message.components))
    return frozenset(custom_id for custom_id in found if custom_id)
