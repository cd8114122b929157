"""The menus and buttons of /settings; each change is stored at once."""

from __future__ import annotations

import re
from typing import Self

from bot.components.base import Button, Menu, options
from bot.components.menus import MENUS, SWITCHES
from i18n.localizer import ENGLISH, TITLED, Localizer
from store.records import Player
from texts import preferences as texts


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
