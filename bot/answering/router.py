"""Routes presses and forms to their handlers by `custom_id`.

The `custom_id` contains all data of a component, so messages work after a restart and the bot
needs no memory for them. What another version offered, and this one does not, is refused here: an
unknown `custom_id`, and an unknown value of a menu or of a field with options. No handler gets it.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args, get_type_hints

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.answering.components import Form, WithChoices, WithCustomId
from bot.answering.interactions import HANDOVER_SECONDS, Interaction, NotStarted, answer_failure
from bot.connection.discord_internals import release
from service.errors import InputError, Problem

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

    def add_all(self, handlers: object) -> None:
        """Register the public methods of an object that take an interaction and a component.

        Each handles the class of its component, or one of several classes, as it is annotated.
        """
        for name, method in inspect.getmembers(handlers, inspect.ismethod):
            taken = [*inspect.signature(method).parameters]
            if len(taken) == 2 and not name.startswith("_"):
                kind = get_type_hints(method)[taken[1]]
                for each in get_args(kind) or (kind,):
                    if isinstance(each, type) and issubclass(each, WithCustomId):
                        self.add(each, method)

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
        """Answer a press or a form, also one that is unknown; ignore commands."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        try:
            handler, component = self._found(interaction)
        except InputError as error:
            # In a rolling restart, a bot of another version may know it and answer.
            await asyncio.sleep(HANDOVER_SECONDS)
            await answer_failure(interaction, error)
            return
        try:
            await handler(interaction, component)
        except NotStarted:  # the user got a message already
            return
        except Exception as error:
            await answer_failure(interaction, error)
        finally:
            release(interaction)

    def _found(self, interaction: Interaction) -> tuple[Handler, WithCustomId]:
        """The handler and the component; raises `InputError` for what this version has not."""
        data: Mapping[str, Any] = interaction.data or {}
        try:
            found = self.find(str(data.get("custom_id", "")))
            if found is not None and _is_offered(found[1], interaction):
                return found
        except (ValueError, LookupError, TypeError):  # no date, no list: not what was offered
            pass
        raise InputError(Problem.OTHER_VERSION)


def _is_offered(component: WithCustomId, interaction: Interaction) -> bool:
    """Whether what was chosen in a menu, or in the fields of a form, can be chosen there."""
    if isinstance(component, WithChoices) and isinstance(component, BaseSelect):
        values, resolved = chosen_values(interaction), _resolved(interaction)
        return component.min_values <= len(values) <= component.max_values and all(
            component.offers(value, resolved) for value in values
        )
    if isinstance(component, Form):
        fields = written_fields(interaction)
        radios = (each for each in component.walk_children() if isinstance(each, ui.RadioGroup))
        return all(_is_option(radio, fields.get(radio.custom_id)) for radio in radios)
    return True


def _is_option(field: ui.RadioGroup[Any], value: str | None) -> bool:
    if value is None:
        return not field.required
    return any(option.value == value for option in field.options)


def _resolved(interaction: Interaction) -> Mapping[str, Any]:
    data: Mapping[str, Any] = interaction.data or {}
    return data.get("resolved") or {}


def chosen_values(interaction: Interaction) -> tuple[str, ...]:
    """The values chosen in a menu: those of its options, or IDs of channels or roles."""
    data: Mapping[str, Any] = interaction.data or {}
    return tuple(data.get("values") or ())


def written_fields(interaction: Interaction) -> dict[str, str]:
    """The texts of a form and its choices of one, by the `custom_id`s of the fields."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components") or ()))


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("component")
        yield from _fields([inner] if inner else component.get("components") or ())
        if component.get("value") is not None and component.get("custom_id") is not None:
            yield str(component["custom_id"]), str(component["value"])
