"""The message of /settings: what somebody chose, and menus and buttons that change it at once."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import pressing, reply, show_form, whisper
from bot.failures import answer_failure
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, notice, picture, row
from bot.markdown import quote
from bot.people.choices import REMIND_AT, Change, choose, read_choices, remind
from bot.people.menus import MENUS, SWITCHES, Told
from bot.readers import Reader, find_reader
from bot.views.forms import ReminderForm
from bot.views.found import FoundButton, FoundMenu, options
from i18n.voice import ENGLISH, TITLED, Voice
from jobs import Drawing, DrawRequest, draw_board
from narrator.problems import explain_problem
from play.times import parse_time
from play.zones import find_zone
from puzzle.errors import PuzzleError
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from store.records import Player
from texts import preferences as texts
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient


PREVIEW_FILE = "preview.png"
PREVIEW = "3.2.13/.12..2"
PREVIEW_MARKS = "B2-A2-A1-C1-C2-D2 F1-G1-G3-F3 x B1-B2 x D1-D2 x C2-C3 x E1-E2"
"""A small board and what is drawn on it, to show how pictures look."""


def preview_board() -> Board:
    """A small board, begun."""
    puzzle = parse_puzzle(PREVIEW)
    return Board.blank(puzzle).mark(parse_marks(PREVIEW_MARKS, puzzle.grid))


def settings_post(voice: Voice, player: Player, preview: Drawing, said: str = "") -> Post:
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


def problem_post(voice: Voice, error: PuzzleError) -> Post:
    """What is wrong with a time or a zone that somebody typed."""
    return notice(quote(explain_problem(error, voice)), PROBLEM)


async def show_settings(
    interaction: discord.Interaction[OuroClient], reader: Reader, player: Player, said: str = ""
) -> None:
    """Put somebody's settings where the interaction was acknowledged."""
    request = DrawRequest(preview_board(), reader.look, locale=reader.voice.language)
    preview = await interaction.client.pool.run(
        draw_board, request, person=interaction.user.id, urgency=Urgency.QUICK
    )
    await reply(interaction, settings_post(reader.voice, player, preview, said))


async def store_setting(
    interaction: discord.Interaction[OuroClient], change: Change, told: Told
) -> None:
    """Store a change, and show the settings in the language and colours that hold now."""
    player = await choose(interaction.client, interaction.user.id, change)
    reader = await find_reader(interaction, private=True)
    said = reader.voice.say(texts.STORED, what=told(reader.voice, player))
    await show_settings(interaction, reader, player, said)


class SettingMenu(FoundMenu, template=rf"ouro:setting:(?P<key>{'|'.join(MENUS)})"):
    """Chooses one of several, such as a theme.

    >>> SettingMenu("theme").custom_id
    'ouro:setting:theme'
    """

    def __init__(self, key: str, voice: Voice = ENGLISH, player: Player | None = None) -> None:
        menu = MENUS[key]
        name = voice.say(menu.name)
        labels = {
            value: voice.say(TITLED, title=name, text=text)
            for value, text in menu.options(voice).items()
        }
        select: ui.Select[Any] = ui.Select(
            custom_id=f"ouro:setting:{key}",
            placeholder=name,
            options=options(labels, [] if player is None else [menu.chosen(player)]),
        )
        super().__init__(select)
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The menu as its `custom_id` describes it."""
        return cls(match["key"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Store what was chosen."""
        menu, [value] = MENUS[self.key], self.item.values
        async with pressing(interaction):
            await store_setting(interaction, menu.choose(value), menu.told)


class SettingButton(FoundButton, template=rf"ouro:setting:(?P<key>{'|'.join(SWITCHES)})"):
    """Switches something on or off."""

    def __init__(self, key: str, voice: Voice = ENGLISH) -> None:
        label = voice.say(SWITCHES[key].name)
        super().__init__(ui.Button(label=label, custom_id=f"ouro:setting:{key}"))
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["key"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Store it."""
        switch = SWITCHES[self.key]
        async with pressing(interaction):
            await store_setting(interaction, switch.change, switch.told)


class ReminderButton(FoundButton, template=r"ouro:reminders:ask"):
    """Asks for the time and zone of reminders."""

    def __init__(self, voice: Voice = ENGLISH, *, again: bool = False) -> None:
        label = voice.say(texts.CHANGE_TIME if again else texts.REMIND)
        super().__init__(ui.Button(label=label, custom_id="ouro:reminders:ask"))

    @classmethod
    def read(cls, _match: re.Match[str], /) -> Self:
        """The button."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the form."""
        try:
            reader = await find_reader(interaction, private=True)
            player = await read_choices(interaction.client, interaction.user.id)
            at = f"{player.remind_at or REMIND_AT:%H:%M}"
            await show_form(interaction, ReminderForm(reader.voice, at, player.zone))
        except Exception as error:
            await answer_failure(interaction, error)


async def store_reminders(interaction: discord.Interaction[OuroClient], at: str, zone: str) -> None:
    """Switch reminders on at a time and in a zone that somebody typed, or tell what is wrong."""
    async with pressing(interaction) as reader:
        try:
            time, found = parse_time(at), await asyncio.to_thread(find_zone, zone)
        except PuzzleError as error:
            await whisper(interaction, problem_post(reader.voice, error))
            return
        spoken = reader.voice.language
        change = remind(time, found, None if spoken == ENGLISH.language else spoken)
        await store_setting(interaction, change, texts.reminders_stored)
