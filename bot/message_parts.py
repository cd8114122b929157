"""What stands in a message that was sent: its components, what they show, what can be pressed."""

from collections.abc import Iterator, Sequence

import discord


def walk(components: Sequence[discord.Component]) -> Iterator[discord.Component]:
    """The components of a message and all that stand in them."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def shown_texts(message: discord.Message) -> list[str]:
    """The texts that the components of a message show."""
    parts = walk(message.components)
    return [part.content for part in parts if isinstance(part, discord.TextDisplay)]


def custom_ids(message: discord.Message) -> frozenset[str]:
    """The `custom_id` of everything on a message that can be pressed."""
    found = (getattr(part, "custom_id", None) for part in walk(message.components))
    return frozenset(custom_id for custom_id in found if custom_id)
