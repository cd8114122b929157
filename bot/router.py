"""Finds what handles a press or a form, by its `custom_id`.

Whatever a component is about stands in its `custom_id`, so messages work after a restart and the
bot keeps nothing in memory for them.
"""

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import discord

from bot.components.base import WithCustomId
from bot.errors import NotStarted
from bot.interaction_state import Interaction

Component = TypeVar("Component", bound=WithCustomId)
Handler = Callable[[Interaction, Any], Awaitable[None]]


class Router:
    """The handlers of components and forms, each found by the template of a component.

    A handler takes the interaction and the component as its `custom_id` describes it.
    """

    def __init__(self) -> None:
        self._handlers: dict[type[WithCustomId], Handler] = {}

    def add(
        self,
        component: type[Component],
        handler: Callable[[Interaction, Component], Awaitable[None]],
    ) -> None:
        """Let a handler answer all components of a class."""
        self._handlers[component] = handler

    @property
    def components(self) -> tuple[type[WithCustomId], ...]:
        """All classes of components that are handled."""
        return tuple(self._handlers)

    def find(self, custom_id: str) -> tuple[Handler, WithCustomId] | None:
        """The handler of a `custom_id` and the component it describes; None for a foreign one."""
        for component, handler in self._handlers.items():
            if match := component.template.fullmatch(custom_id):
                return handler, component.read(match)
        return None

    async def handle(self, interaction: Interaction) -> None:
        """Answer a press or a form; nothing for a command, nor for a component that is not ours."""
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
        with contextlib.suppress(NotStarted):  # they were told why
            await handler(interaction, component)


def chosen_values(interaction: Interaction) -> tuple[str, ...]:
    """What was chosen in a menu: the values of its options, or IDs of channels or roles."""
    data: Mapping[str, Any] = interaction.data or {}
    return tuple(data.get("values", ()))


def written_fields(interaction: Interaction) -> dict[str, str]:
    """What was written in a form, by the names of its text fields."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components", ())))


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("component")
        yield from _fields([inner] if inner else component.get("components", ()))
        if "value" in component:
            yield str(component["custom_id"]), str(component["value"])
