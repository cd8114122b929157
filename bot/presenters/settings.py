"""The message of /settings: what somebody chose, and menus and buttons that change it."""

from discord import ui

from bot.components.menus import MENUS
from bot.components.settings import ReminderButton, SettingButton, SettingMenu
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, notice, picture, row
from i18n.voice import Voice
from jobs import Drawing
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from store.records import Player
from texts import preferences as texts
from texts.markdown import quote

PREVIEW_FILE = "preview.png"


def settings_message(voice: Voice, player: Player, preview: Drawing, said: str = "") -> Post:
    """What somebody chose; `said` is put above it."""
    file, gallery = picture(preview.png, PREVIEW_FILE, preview.alt)
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(f"{voice.say(texts.TITLE)}\n{said}".strip()))
    box.add_item(gallery)
    for key in MENUS:
        box.add_item(row(SettingMenu(key, voice, player)))
    box.add_item(row(SettingButton("unlabel" if player.labels else "label", voice)))
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.reminders_text(voice, player)))
    if player.reminders:
        again = ReminderButton(voice, again=True)
        box.add_item(row(again, SettingButton("quiet", voice)))
    else:
        box.add_item(row(ReminderButton(voice)))
    return Post(layout(box), [file])


def problem_message(voice: Voice, error: PuzzleError) -> Post:
    """What is wrong with a time or a zone that somebody typed."""
    return notice(quote(explain_problem(error, voice)), PROBLEM)
