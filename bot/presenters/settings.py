"""The message of /settings: a preview, and menus and buttons that change the settings."""

from discord import ui

from bot.components.menus import MENUS
from bot.components.settings import ReminderButton, SettingButton, SettingMenu
from bot.presenters.layouts import (
    PLAIN,
    PROBLEM,
    Box,
    OutgoingMessage,
    layout,
    notice,
    picture,
    row,
)
from i18n.localizer import Localizer
from jobs import Drawing
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from store.records import Player
from texts import preferences as texts
from texts.markdown import quote

PREVIEW_FILE = "preview.png"


def settings_message(
    localizer: Localizer, player: Player, preview: Drawing, confirmation: str = ""
) -> OutgoingMessage:
    """The message of the settings of a user, with `confirmation` below the title."""
    file, gallery = picture(preview.png, PREVIEW_FILE, preview.alt)
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(f"{localizer.say(texts.TITLE)}\n{confirmation}".strip()))
    box.add_item(gallery)
    for key in MENUS:
        box.add_item(row(SettingMenu(key, localizer, player)))
    box.add_item(row(SettingButton("unlabel" if player.labels else "label", localizer)))
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.reminders_text(localizer, player)))
    if player.reminders:
        again = ReminderButton(localizer, again=True)
        box.add_item(row(again, SettingButton("quiet", localizer)))
    else:
        box.add_item(row(ReminderButton(localizer)))
    return OutgoingMessage(layout(box), [file])


def problem_message(localizer: Localizer, error: PuzzleError) -> OutgoingMessage:
    """The message about an invalid time or time zone."""
    return notice(quote(explain_problem(error, localizer)), PROBLEM)
