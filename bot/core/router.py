"""Routes presses and forms to their handlers by `custom_id`.

The `custom_id` contains all data of a component, so messages work after a restart and the bot
needs no memory for them.
"""

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import discord

from bot.core.components import WithCustomId
from bot.core.errors import NotStarted
from bot.core.interaction_state import Interaction

Component = TypeVar("Component", bound=WithCustomId)
Handler = Callable[[Interaction, Any], Awaitable[None]]


class Router:
    """The handlers of components and forms, selected by the templates of the component classes.

    A handler takes the interaction and the component, rebuilt from its `custom_id`.
    """

    def __init__(self) -> None:
        self._handlers: dict[type[WithCustomId], Handler] = {}

    def add(
        self,
        component: type[Component],
        handler: Callable[[Interaction, Component], Awaitable[None]],
    ) -> None:
        """Register a handler for all components of a class."""
        self._handlers[component] = handler

    @property
    def components(self) -> tuple[type[WithCustomId], ...]:
        """All component classes with a handler."""
        return tuple(self._handlers)

    def find(self, custom_id: str) -> tuple[Handler, WithCustomId] | None:
        """The handler of a `custom_id` and the component it describes; None for an unknown one."""
        for component, handler in self._handlers.items():
            if match := component.template.fullmatch(custom_id):
                return handler, component.read(match)
        return None

    async def handle(self, interaction: Interaction) -> None:
        """Answer a press or a form; ignore commands and unknown components."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        data: Mapping[str, Any] = interaction.data or {}
        found = self.find(str(data.get("custom_id", "")))
        if found is None:
            return
        handler, component = found
        with contextlib.suppress(NotStarted):  # the user got a message already
            await handler(interaction, component)


def chosen_values(interaction: Interaction) -> tuple[str, ...]:
    """The values chosen in a menu: those of its options, or IDs of channels or roles."""
    data: Mapping[str, Any] = interaction.data or {}
    return tuple(data.get("values", ()))


def written_fields(interaction: Interaction) -> dict[str, str]:
    """The texts of a form and its choices of one, by the `custom_id`s of the fields."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components", ())))


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("component")
        yield from _fields([inner] if inner else component.get("components", ()))
        if component.get("value") is not None:
            yield str(component["custom_id"]), str(component["value"])
