"""Leaderboards as messages, with buttons and menus to other pages, periods and tracks.

Every button carries the board that it leads to, and who asked for the one it stands on. Whoever
else presses one gets a board of their own, which only they see.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import answering, pressing, reply
from bot.presenters.layouts import Box, Post, Row, layout, row
from bot.people.boards import Asked, Shown, read_board
from bot.readers import Reader, message_is_private
from bot.views.daily import PlayDaily
from bot.views.found import FoundButton, FoundMenu, options
from i18n.voice import ENGLISH, TITLED, Voice
from play.calendar import Track
from play.ranking import Period
from texts import leaderboards as texts
from texts.tracks import TRACKS

if TYPE_CHECKING:
    from bot.client import OuroClient


_TRACK = "|".join(track.value for track in Track)
_PERIOD = "|".join(period.value for period in Period)
_DAY = r"\d{4}-\d{2}-\d{2}"
_ASKED = (
    rf"(?P<scope>server|all):(?P<track>{_TRACK}):(?P<period>{_PERIOD}):(?P<day>{_DAY})"
    r":(?P<page>\d{1,7}):(?P<person>\d{1,20})"
)
BUTTONS = {
    "earlier": texts.EARLIER,
    "later": texts.LATER,
    "server": texts.SHOW_SERVER,
    "everybody": texts.SHOW_EVERYBODY,
    "up": texts.PREVIOUS_PAGE,
    "down": texts.NEXT_PAGE,
}
"""What the buttons of a board are called."""
MENUS = {
    "track": (texts.CHOOSE_TRACK, {track.value: name for track, name in TRACKS.items()}),
    "period": (texts.CHOOSE_PERIOD, {period.value: name for period, name in texts.PERIODS.items()}),
}
"""What the menus of a board are called, and what they offer."""
GOLD = discord.Colour.from_str("#e0a526")


def board_post(voice: Voice, shown: Shown, *, private: bool, in_server: bool) -> Post:
    """A page of a board as a message; in a server it leads to the server's own board as well."""
    box: Box = ui.Container(accent_colour=GOLD)
    box.add_item(ui.TextDisplay(texts.board_text(voice, shown, private=private)))
    own = texts.own_text(voice, shown, private=private)
    if own:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(own))
    for key in MENUS:
        box.add_item(row(BoardMenu(key, shown.asked, shown.person, voice)))
    for buttons in _buttons(voice, shown, in_server=in_server):
        box.add_item(buttons)
    return Post(layout(box))


def _buttons(voice: Voice, shown: Shown, *, in_server: bool) -> list[Row]:
    asked, person = shown.asked, shown.person

    def button(key: str, target: Asked | None) -> BoardButton:
        return BoardButton(key, target or asked, person, voice, disabled=target is None)

    moves: Row = ui.ActionRow()
    if asked.period is Period.DAY and asked.day == shown.on:
        moves.add_item(PlayDaily(asked.day, asked.track, voice))
    if asked.period is not Period.ALL:
        moves.add_item(button("earlier", asked.earlier()))
        moves.add_item(button("later", asked.later(shown.on)))
    if asked.server:
        moves.add_item(button("everybody", replace(asked, server=False, page=1)))
    elif in_server:
        moves.add_item(button("server", replace(asked, server=True, page=1)))
    pages: Row = ui.ActionRow()
    if shown.pages > 1:
        up = replace(asked, page=asked.page - 1) if asked.page > 1 else None
        down = replace(asked, page=asked.page + 1) if asked.page < shown.pages else None
        pages.add_item(button("up", up))
        pages.add_item(button("down", down))
    return [buttons for buttons in (moves, pages) if buttons.children]


async def show_board(
    interaction: discord.Interaction[OuroClient], reader: Reader, asked: Asked
) -> None:
    """Put a board where the interaction was acknowledged."""
    person, server_id = interaction.user.id, interaction.guild_id
    asked = replace(asked, server=asked.server and server_id is not None)
    shown = await read_board(interaction.client, asked, server_id, person)
    private = reader.private or server_id is None
    post = board_post(reader.voice, shown, private=private, in_server=server_id is not None)
    await reply(interaction, post)


async def _turn(interaction: discord.Interaction[OuroClient], asked: Asked, person: int) -> None:
    """Change the board for who asked for it; give anybody else one of their own."""
    if message_is_private(interaction) or interaction.user.id == person:
        async with pressing(interaction) as reader:
            await show_board(interaction, reader, asked)
    else:
        async with answering(interaction, private=True) as reader:
            await show_board(interaction, reader, asked)


def _suffix(asked: Asked, person: int) -> str:
    scope = "server" if asked.server else "all"
    parts = (scope, asked.track.value, asked.period.value, asked.day, asked.page, person)
    return ":".join(str(part) for part in parts)


def _asked(match: re.Match[str]) -> tuple[Asked, int]:
    asked = Asked(
        Track(match["track"]),
        Period(match["period"]),
        date.fromisoformat(match["day"]),
        match["scope"] == "server",
        int(match["page"]),
    )
    return asked, int(match["person"])


class BoardButton(FoundButton, template=rf"ouro:ranks:(?P<key>{'|'.join(BUTTONS)}):{_ASKED}"):
    """Leads from a board to another page, period or scope.

    >>> asked = Asked(Track.EASY, Period.DAY, date(2026, 11, 5), server=True, page=2)
    >>> BoardButton("down", asked, 7).custom_id
    'ouro:ranks:down:server:easy:day:2026-11-05:2:7'
    """

    def __init__(
        self,
        key: str,
        asked: Asked,
        person: int,
        voice: Voice = ENGLISH,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"ouro:ranks:{key}:{_suffix(asked, person)}"
        label = voice.say(BUTTONS[key])
        super().__init__(ui.Button(label=label, custom_id=custom_id, disabled=disabled))
        self.asked = asked
        self.person = person

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["key"], *_asked(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show that board."""
        await _turn(interaction, self.asked, self.person)


class BoardMenu(FoundMenu, template=rf"ouro:ranks:(?P<key>{'|'.join(MENUS)}):{_ASKED}"):
    """Chooses the track of a board, or its period around the same day.

    >>> BoardMenu("track", Asked(Track.EASY, Period.ALL, date(2026, 11, 5)), 7).custom_id
    'ouro:ranks:track:all:easy:all:2026-11-05:1:7'
    """

    def __init__(self, key: str, asked: Asked, person: int, voice: Voice = ENGLISH) -> None:
        message, choices = MENUS[key]
        title = voice.say(message)
        labels = {
            value: voice.say(TITLED, title=title, text=voice.say(name))
            for value, name in choices.items()
        }
        chosen = {"track": asked.track.value, "period": asked.period.value}[key]
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"ouro:ranks:{key}:{_suffix(asked, person)}",
            placeholder=title,
            options=options(labels, [chosen]),
        )
        super().__init__(menu)
        self.key = key
        self.asked = asked
        self.person = person

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The menu as its `custom_id` describes it."""
        return cls(match["key"], *_asked(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board that was chosen."""
        [value] = self.item.values
        if self.key == "track":
            asked = replace(self.asked, track=Track(value), page=1)
        else:
            asked = replace(self.asked, period=Period(value), page=1)
        await _turn(interaction, asked, self.person)


class OpenBoard(FoundButton, template=rf"ouro:board:(?P<day>{_DAY}):(?P<track>{_TRACK})"):
    """Opens the leaderboard of a daily for who presses it: the server's, else that of everybody.

    >>> OpenBoard(date(2026, 11, 5), Track.HARD).custom_id
    'ouro:board:2026-11-05:hard'
    """

    def __init__(self, day: date, track: Track, voice: Voice = ENGLISH) -> None:
        custom_id = f"ouro:board:{day}:{track.value}"
        super().__init__(ui.Button(label=voice.say(texts.OPEN), custom_id=custom_id))
        self.day = day
        self.track = track

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(date.fromisoformat(match["day"]), Track(match["track"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board to the one who asks."""
        asked = Asked(self.track, Period.DAY, self.day, interaction.guild_id is not None)
        async with answering(interaction, private=True) as reader:
            await show_board(interaction, reader, asked)
