"""The menus, switches and the form of /settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Self, TypeAlias

from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.core import commands
from bot.core.components import Button, Form, Menu, options
from bot.settings import texts
from i18n.catalogues import LANGUAGES
from i18n.localizer import ENGLISH, TITLED, Localizer
from i18n.messages import Message
from jobs import Appearance
from play.times import LONGEST as MAX_TIME
from play.zones import MAX_NAME
from service.preferences import Change, do_not_remind
from store.records import Player, Visibility


class ReminderForm(Form, template=r"ouro:reminders:form"):
    """A form with fields for the time and time zone of reminders."""

    def __init__(
        self, localizer: Localizer = ENGLISH, at: str = "", zone: str | None = None
    ) -> None:
        super().__init__(localizer.say(texts.FORM), "ouro:reminders:form")
        for name, label, default, max_length in (
            ("at", texts.FORM_TIME, at, MAX_TIME),
            ("zone", texts.FORM_ZONE, zone, MAX_NAME),
        ):
            field: ui.TextInput[Any] = ui.TextInput(
                custom_id=name, default=default, min_length=1, max_length=max_length
            )
            self.add_item(ui.Label(text=localizer.say(label), component=field))


FOLLOW_DISCORD = "discord"
"""The value of the choice to use the language of the user's Discord client."""
NO_CLOCK = "no-clock"
"""The value of the choice to be shown no times, and to be hidden from leaderboards."""

StoredSentence: TypeAlias = Callable[[Localizer, Player], str]
"""A function that describes the stored setting in a sentence."""


class MenuSetting(Struct, frozen=True):
    """A setting with one choice.

    - `name`: the title of the menu;
    - `options`: the labels of the choices by value;
    - `chosen`: the value that a player has chosen;
    - `choose`: the change that stores a value;
    - `stored_sentence`: the confirmation of a stored change.
    """

    name: Message
    options: Callable[[Localizer], Mapping[str, str]]
    chosen: Callable[[Player], str]
    choose: Callable[[str], Change]
    stored_sentence: StoredSentence


class SwitchSetting(Struct, frozen=True):
    """A button that switches a setting on or off."""

    name: Message
    change: Change
    stored_sentence: StoredSentence


def _themes(localizer: Localizer) -> Mapping[str, str]:
    return {theme: localizer.say(name) for theme, name in commands.THEMES.items()}


def _languages(localizer: Localizer) -> Mapping[str, str]:
    return {FOLLOW_DISCORD: localizer.say(texts.DISCORD_LANGUAGE), **LANGUAGES}


def _visibilities(localizer: Localizer) -> Mapping[str, str]:
    choices = {choice.value: localizer.say(name) for choice, name in texts.VISIBILITIES.items()}
    return {**choices, NO_CLOCK: localizer.say(texts.NO_CLOCK)}


def _visibility_change(value: str) -> Change:
    without = value == NO_CLOCK
    visibility = Visibility.HIDDEN if without else Visibility(value)
    return lambda player: replace(player, visibility=visibility, no_clock=without)


def _visibility_stored(localizer: Localizer, player: Player) -> str:
    if player.no_clock:
        return localizer.say(texts.NO_CLOCK_STORED)
    return localizer.say(texts.VISIBILITIES_STORED[player.visibility])


def _language_change(value: str) -> Change:
    language = None if value == FOLLOW_DISCORD else value
    return lambda player: replace(player, language=language)


def _theme_stored(localizer: Localizer, player: Player) -> str:
    theme = commands.THEMES[player.theme or Appearance().theme]
    return localizer.say(texts.THEME_STORED, theme=localizer.say(theme))


def _language_stored(localizer: Localizer, player: Player) -> str:
    return localizer.say(texts.LANGUAGE_STORED if player.language else texts.LANGUAGE_FOLLOWS)


MENUS: Mapping[str, MenuSetting] = MappingProxyType(
    {
        "theme": MenuSetting(
            texts.THEME,
            _themes,
            lambda player: player.theme or Appearance().theme,
            lambda theme: lambda player: replace(player, theme=theme),
            _theme_stored,
        ),
        "language": MenuSetting(
            texts.LANGUAGE,
            _languages,
            lambda player: player.language or FOLLOW_DISCORD,
            _language_change,
            _language_stored,
        ),
        "visibility": MenuSetting(
            texts.VISIBILITY,
            _visibilities,
            lambda player: NO_CLOCK if player.no_clock else player.visibility.value,
            _visibility_change,
            _visibility_stored,
        ),
    }
)
"""The menus, by the keys in their `custom_id`s."""

SWITCHES: Mapping[str, SwitchSetting] = MappingProxyType(
    {
        "label": SwitchSetting(
            texts.SHOW_LABELS,
            lambda player: replace(player, labels=True),
            lambda localizer, _: localizer.say(texts.LABELS_SHOWN),
        ),
        "unlabel": SwitchSetting(
            texts.HIDE_LABELS,
            lambda player: replace(player, labels=False),
            lambda localizer, _: localizer.say(texts.LABELS_GONE),
        ),
        "dots": SwitchSetting(
            texts.NAME_DOTS,
            lambda player: replace(player, dot_labels=True),
            lambda localizer, _: localizer.say(texts.DOTS_NAMED),
        ),
        "cells": SwitchSetting(
            texts.NAME_CELLS,
            lambda player: replace(player, dot_labels=False),
            lambda localizer, _: localizer.say(texts.CELLS_NAMED),
        ),
        "quiet": SwitchSetting(
            texts.STOP, do_not_remind, lambda localizer, _: localizer.say(texts.REMINDERS_STOPPED)
        ),
    }
)
"""The switches, by the keys in their `custom_id`s."""


class SettingMenu(Menu, template=rf"ouro:setting:(?P<key>{'|'.join(MENUS)})"):
    """Chooses the value of a setting, such as the theme.

    >>> SettingMenu("theme").custom_id
    'ouro:setting:theme'
    """

    def __init__(
        self, key: str, localizer: Localizer = ENGLISH, player: Player | None = None
    ) -> None:
        menu = MENUS[key]
        name = localizer.say(menu.name)
        labels = {
            value: localizer.say(TITLED, title=name, text=text)
            for value, text in menu.options(localizer).items()
        }
        super().__init__(
            custom_id=f"ouro:setting:{key}",
            placeholder=name,
            options=options(labels, [] if player is None else [menu.chosen(player)]),
        )
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"])


class SettingButton(Button, template=rf"ouro:setting:(?P<key>{'|'.join(SWITCHES)})"):
    """Switches a setting on or off."""

    def __init__(self, key: str, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(SWITCHES[key].name)
        super().__init__(label=label, custom_id=f"ouro:setting:{key}")
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"])


class ReminderButton(Button, template=r"ouro:reminders:ask"):
    """Opens the form for the time and time zone of reminders."""

    def __init__(self, localizer: Localizer = ENGLISH, *, again: bool = False) -> None:
        label = localizer.say(texts.CHANGE_TIME if again else texts.REMIND)
        super().__init__(label=label, custom_id="ouro:reminders:ask")


class SignOut(Button, template=r"ouro:pages:end"):
    """Closes all board pages of the person who presses it."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.SIGN_OUT), custom_id="ouro:pages:end")


class StopReminders(Button, template=r"ouro:reminders:stop"):
    """Switches reminders off, below a reminder."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.STOP), custom_id="ouro:reminders:stop")
