"""Leaderboards as messages, with buttons and menus to other pages, periods and tracks."""

from dataclasses import replace

import discord
from discord import ui

from bot.components.daily import PlayDaily
from bot.components.leaderboards import MENUS, BoardButton, BoardMenu
from bot.presenters.layouts import Box, Post, Row, layout, row
from i18n.voice import Voice
from play.ranking import Period
from service.leaderboards import Asked, Shown
from texts import leaderboards as texts

GOLD = discord.Colour.from_str("#e0a526")


def leaderboard_message(voice: Voice, shown: Shown, *, private: bool, in_server: bool) -> Post:
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
