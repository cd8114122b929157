"""The message of /settings: a preview, and menus and buttons that change the settings."""

from discord import ui

from bot.components.menus import MENUS
from bot.components.settings import ReminderButton, SettingButton, SettingMenu, SignOut
from bot.presenters.layouts import OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from jobs import Drawing
from store.records import Player
from texts import preferences as texts

PREVIEW_FILE = "preview.png"


def settings_message(
    localizer: Localizer,
    player: Player,
    preview: Drawing,
    confirmation: str = "",
    *,
    on_page: bool = False,
) -> OutgoingMessage:
    """The message of the settings of a user, with `confirmation` below the title.

    With `on_page`, a button closes the board pages of the user.
    """
    file, gallery = picture(preview.png, PREVIEW_FILE, preview.alt)
    reminders = row(ReminderButton(localizer, again=player.reminders))
    if player.reminders:
        reminders.add_item(SettingButton("quiet", localizer))
    switches = row(
        SettingButton("unlabel" if player.labels else "label", localizer),
        SettingButton("cells" if player.dot_labels else "dots", localizer),
    )
    if on_page:
        switches.add_item(SignOut(localizer))
    return message(
        f"{localizer.say(texts.TITLE)}\n{confirmation}".strip(),
        gallery,
        *(row(SettingMenu(key, localizer, player)) for key in MENUS),
        switches,
        ui.Separator(),
        texts.reminders_text(localizer, player),
        reminders,
        files=[file],
    )
