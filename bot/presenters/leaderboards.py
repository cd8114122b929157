"""The messages of leaderboards, with buttons and menus for other pages, periods and tracks."""

from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.components.daily import PlayDaily
from bot.components.leaderboards import MENUS, LeaderboardButton, LeaderboardMenu
from bot.presenters.layouts import OutgoingMessage, Row, message, row
from i18n.localizer import Localizer
from play.ranking import Period
from service.leaderboards import LeaderboardQuery, LeaderboardView
from texts import leaderboards as texts

GOLD = discord.Colour.from_str("#e0a526")


def leaderboard_message(
    localizer: Localizer, leaderboard: LeaderboardView, *, private: bool, in_server: bool
) -> OutgoingMessage:
    """The message of a page of a leaderboard; in a server with a button for the server's own."""
    query, person = leaderboard.query, leaderboard.person
    own = texts.own_text(localizer, leaderboard, private=private)
    below: list[ui.Item[Any] | str] = [ui.Separator(), own] if own else []
    return message(
        texts.board_text(localizer, leaderboard, private=private),
        *below,
        *(row(LeaderboardMenu(key, query, person, localizer)) for key in MENUS),
        *_buttons(localizer, leaderboard, in_server=in_server),
        colour=GOLD,
    )


def _buttons(localizer: Localizer, leaderboard: LeaderboardView, *, in_server: bool) -> list[Row]:
    query, person = leaderboard.query, leaderboard.person

    def button(key: str, target: LeaderboardQuery | None) -> LeaderboardButton:
        return LeaderboardButton(key, target or query, person, localizer, disabled=target is None)

    moves: Row = ui.ActionRow()
    if query.period is Period.DAY and query.day == leaderboard.on:
        moves.add_item(PlayDaily(query.day, query.track, localizer))
    if query.period is not Period.ALL:
        moves.add_item(button("earlier", query.earlier()))
        moves.add_item(button("later", query.later(leaderboard.on)))
    if query.server:
        moves.add_item(button("everybody", replace(query, server=False, page=1)))
    elif in_server:
        moves.add_item(button("server", replace(query, server=True, page=1)))
    pages: Row = ui.ActionRow()
    if leaderboard.pages > 1:
        up = replace(query, page=query.page - 1) if query.page > 1 else None
        down = replace(query, page=query.page + 1) if query.page < leaderboard.pages else None
        pages.add_item(button("up", up))
        pages.add_item(button("down", down))
    return [buttons for buttons in (moves, pages) if buttons.children]
