"""What /settings offers: menus of which one thing is chosen, and switches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from i18n.catalogues import LANGUAGES
from i18n.localizer import Localizer
from i18n.messages import Message
from jobs import Appearance
from service.preferences import Change, do_not_remind
from store.records import Player, Visibility
from texts import preferences as texts

FOLLOW = "discord"
"""The choice of no language: that of the person's Discord."""

StoredSentence: TypeAlias = Callable[[Localizer, Player], str]
"""What was stored, in a sentence."""


@dataclass(frozen=True, slots=True)
class MenuSetting:
    """One of several: the options by their values, which is chosen, and how to choose one."""

    name: Message
    options: Callable[[Localizer], Mapping[str, str]]
    chosen: Callable[[Player], str]
    choose: Callable[[str], Change]
    stored_sentence: StoredSentence


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """Something that is switched on or off."""

    name: Message
    change: Change
    stored_sentence: StoredSentence


def _themes(localizer: Localizer) -> Mapping[str, str]:
    return {theme: localizer.say(name) for theme, name in texts.THEMES.items()}


def _languages(localizer: Localizer) -> Mapping[str, str]:
    return {FOLLOW: localizer.say(texts.DISCORD_LANGUAGE), **LANGUAGES}


def _visibilities(localizer: Localizer) -> Mapping[str, str]:
    return {choice.value: localizer.say(name) for choice, name in texts.VISIBILITIES.items()}


def _theme_stored(localizer: Localizer, player: Player) -> str:
    theme = texts.THEMES[player.theme or Appearance().theme]
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
            lambda player: player.language or FOLLOW,
            lambda language: (
                lambda player: replace(player, language=None if language == FOLLOW else language)
            ),
            _language_stored,
        ),
        "visibility": MenuSetting(
            texts.VISIBILITY,
            _visibilities,
            lambda player: player.visibility.value,
            lambda value: lambda player: replace(player, visibility=Visibility(value)),
            lambda localizer, player: localizer.say(texts.VISIBILITIES_STORED[player.visibility]),
        ),
    }
)
"""The menus, by the keys that their `custom_id`s have."""

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
        "quiet": SwitchSetting(
            texts.STOP, do_not_remind, lambda localizer, _: localizer.say(texts.REMINDERS_STOPPED)
        ),
    }
)
"""The switches, by the keys that their `custom_id`s have."""
