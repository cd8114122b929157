"""The menus, buttons and the form of /settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from bot.answering.components import Button, Form, IdPart, Menu, options, titled, word_of
from i18n.localizer import ENGLISH, Localizer
from play.times import LONGEST as MAX_TIME
from play.zones import MAX_NAME
from service.settings import BY_NAME, SETTINGS, Holder, Setting
from texts import settings as texts

MENUS = tuple(each for each in SETTINGS if not each.is_switch)
"""Settings that have a menu each."""
SWITCHES = tuple(each for each in SETTINGS if each.is_switch)
"""Settings that are options of one menu."""


class ReminderForm(Form, template="ouro:reminders:form"):
    """A form with fields for the time and time zone of reminders."""

    def __init__(
        self, localizer: Localizer = ENGLISH, at: str = "", zone: str | None = None
    ) -> None:
        super().__init__(title=localizer.say(texts.FORM))
        for name, label, default, max_length in (
            ("at", texts.FORM_TIME, at, MAX_TIME),
            ("zone", texts.FORM_ZONE, zone, MAX_NAME),
        ):
            self.add_text(name, localizer.say(label), default=default, max_length=max_length)


def names_of(settings: Iterable[Setting[Any]]) -> IdPart:
    """The names of settings in a `custom_id`."""
    return word_of(each.name for each in settings)


class ChoiceMenu(Menu):
    """A menu with the values of a setting."""

    name: str

    def __init__(
        self, name: str, localizer: Localizer = ENGLISH, holder: Holder | None = None
    ) -> None:
        setting = BY_NAME[name]
        names = setting.labels(localizer)
        super().__init__(name, **titled(localizer, setting.title, names, [setting.of(holder)]))


class SettingMenu(ChoiceMenu, template="ouro:setting:{name}"):
    """Chooses the value of a setting of a person, such as the theme.

    >>> SettingMenu("theme").custom_id
    'ouro:setting:theme'
    """

    name: Annotated[str, names_of(MENUS)]


class SwitchesMenu(Menu, template="ouro:setting:switches"):
    """Switches settings on and off; with `on_page`, those of the board page too."""

    def __init__(
        self,
        localizer: Localizer = ENGLISH,
        holder: Holder | None = None,
        *,
        on_page: bool = True,
    ) -> None:
        offered = [each for each in SWITCHES if on_page or each.changes_pictures]
        super().__init__(
            placeholder=localizer.say(texts.SWITCHES),
            options=options(
                {each.name: localizer.say(each.title) for each in offered},
                [each.name for each in offered if each.of(holder)],
            ),
            min_values=0,
            max_values=len(offered),
        )


class QuietButton(Button, template="ouro:setting:quiet"):
    """Switches reminders off, below the settings."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.STOP))


class ReminderButton(Button, template="ouro:reminders:ask"):
    """Opens the form for the time and time zone of reminders."""

    def __init__(self, localizer: Localizer = ENGLISH, *, again: bool = False) -> None:
        label = localizer.say(texts.CHANGE_TIME if again else texts.REMIND)
        super().__init__(label=label)


class SignOut(Button, template="ouro:pages:end"):
    """Closes all board pages of the person who presses it."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.SIGN_OUT))


class StopReminders(Button, template="ouro:reminders:stop"):
    """Switches reminders off, below a reminder."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.STOP))
