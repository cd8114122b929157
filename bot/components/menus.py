"""What /settings offers: menus of which one thing is chosen, and switches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from i18n.catalogues import LANGUAGES
from i18n.messages import Message
from i18n.voice import Voice
from jobs import Look
from service.preferences import Change, do_not_remind
from store.records import Player, Visibility
from texts import preferences as texts

FOLLOW = "discord"
"""The choice of no language: that of the person's Discord."""

Told: TypeAlias = Callable[[Voice, Player], str]
"""What was stored, in a sentence."""


@dataclass(frozen=True, slots=True)
class MenuSetting:
    """One of several: the options by their values, which is chosen, and how to choose one."""

    name: Message
    options: Callable[[Voice], Mapping[str, str]]
    chosen: Callable[[Player], str]
    choose: Callable[[str], Change]
    told: Told


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """Something that is switched on or off."""

    name: Message
    change: Change
    told: Told


def _themes(voice: Voice) -> Mapping[str, str]:
    return {theme: voice.say(name) for theme, name in texts.THEMES.items()}


def _languages(voice: Voice) -> Mapping[str, str]:
    return {FOLLOW: voice.say(texts.DISCORD_LANGUAGE), **LANGUAGES}


def _visibilities(voice: Voice) -> Mapping[str, str]:
    return {choice.value: voice.say(name) for choice, name in texts.VISIBILITIES.items()}


def _theme_stored(voice: Voice, player: Player) -> str:
    theme = texts.THEMES[player.theme or Look().theme]
    return voice.say(texts.THEME_STORED, theme=voice.say(theme))


def _language_stored(voice: Voice, player: Player) -> str:
    return voice.say(texts.LANGUAGE_STORED if player.language else texts.LANGUAGE_FOLLOWS)


MENUS: Mapping[str, MenuSetting] = MappingProxyType(
    {
        "theme": MenuSetting(
            texts.THEME,
            _themes,
            lambda player: player.theme or Look().theme,
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
            lambda voice, player: voice.say(texts.VISIBILITIES_STORED[player.visibility]),
        ),
    }
)
"""The menus, by the keys that their `custom_id`s have."""

SWITCHES: Mapping[str, SwitchSetting] = MappingProxyType(
    {
        "label": SwitchSetting(
            texts.SHOW_LABELS,
            lambda player: replace(player, labels=True),
            lambda voice, _: voice.say(texts.LABELS_SHOWN),
        ),
        "unlabel": SwitchSetting(
            texts.HIDE_LABELS,
            lambda player: replace(player, labels=False),
            lambda voice, _: voice.say(texts.LABELS_GONE),
        ),
        "quiet": SwitchSetting(
            texts.STOP, do_not_remind, lambda voice, _: voice.say(texts.REMINDERS_STOPPED)
        ),
    }
)
"""The switches, by the keys that their `custom_id`s have."""
