"""/leaderboard: messages with buttons and menus for other pages, periods and tracks."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from msgspec.structs import replace

from bot.answering.commands import TRACK_CHOICES, AnyCommand, named_choices
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import OutgoingMessage, Row, message, row
from bot.answering.readers import message_is_private
from bot.answering.router import chosen_values
from bot.chat import Chat
from bot.connection.permissions import manages_server
from bot.dailies.components import PlayDaily
from bot.leaderboards.components import MENUS, LeaderboardButton, LeaderboardMenu, OpenLeaderboard
from i18n.localizer import Localizer
from play.ranking import Period
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery, LeaderboardView
from service.errors import InputError, Problem
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from texts import commands
from texts import leaderboards as texts

GOLD = discord.Colour.from_str("#e0a526")


def leaderboard_button(localizer: Localizer, loaded: LoadedAttempt) -> OpenLeaderboard | None:
    """The button below the solved board of a daily."""
    day, track = loaded.attempt.day, loaded.attempt.track
    if day is None or track is None or not loaded.solved:
        return None
    return OpenLeaderboard(day, Track(track), localizer)


def leaderboard_message(reader: Reader, leaderboard: LeaderboardView) -> OutgoingMessage:
    """The message of a page of a leaderboard; in a server with a button for the server's own."""
    localizer, query, person = reader.localizer, leaderboard.query, leaderboard.person
    in_server = reader.server is not None
    private = reader.private or not in_server
    own = texts.own_text(localizer, leaderboard, private=private)
    below: list[ui.Item[Any] | str] = []
    for text in filter(None, (own, texts.unusual_text(localizer, leaderboard))):
        below += [ui.Separator(), text]
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
    if query.period.is_day and query.day == leaderboard.on:
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


class LeaderboardHandlers:
    """Shows leaderboards.

    A user who presses a button below another user's leaderboard gets a new private message.
    """

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._leaderboards = chat.use.leaderboards

    async def show(self, interaction: Interaction, reader: Reader, query: LeaderboardQuery) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a leaderboard."""
        query = replace(query, server=query.server and reader.server is not None)
        manages = manages_server(interaction)
        leaderboard = await self._leaderboards.read(reader, query, manages=manages)
        await reply(interaction, leaderboard_message(reader, leaderboard))

    async def show_privately(self, interaction: Interaction, query: LeaderboardQuery) -> None:
        """Show a leaderboard in a new message that only the user sees."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await self.show(interaction, reader, query)

    async def open(self, interaction: Interaction, button: OpenLeaderboard) -> None:
        """Show the leaderboard of a daily privately."""
        in_server = interaction.guild_id is not None
        query = LeaderboardQuery(button.track, Period.DAY, button.day, in_server)
        await self.show_privately(interaction, query)

    async def navigate(self, interaction: Interaction, button: LeaderboardButton) -> None:
        """Show another page, period or scope."""
        await self._change(interaction, button.query, button.person)

    async def choose(self, interaction: Interaction, menu: LeaderboardMenu) -> None:
        """Show the chosen track or period."""
        [value] = chosen_values(interaction)
        if menu.key == "track":
            query = replace(menu.query, track=Track(value), page=1)
        else:
            query = replace(menu.query, period=Period(value), page=1)
        await self._change(interaction, query, menu.person)

    async def _change(self, interaction: Interaction, query: LeaderboardQuery, person: int) -> None:
        """Edit the leaderboard for the user with the ID `person`; send others a private one."""
        if message_is_private(interaction) or interaction.user.id == person:
            async with self._interactions.pressing(interaction) as reader:
                await self.show(interaction, reader, query)
        else:
            await self.show_privately(interaction, query)


def leaderboard_commands(chat: Chat, handlers: LeaderboardHandlers) -> tuple[AnyCommand, ...]:
    """The command /leaderboard."""

    @app_commands.command(name="leaderboard", description=texts.LEADERBOARD.text)
    @app_commands.describe(
        scope=texts.SCOPE.text,
        period=texts.PERIOD.text,
        track=texts.LEADERBOARD_TRACK.text,
        private=commands.PRIVATE.text,
    )
    @app_commands.choices(
        scope=[
            Choice(name=texts.SCOPE_SERVER.text, value="server"),
            Choice(name=texts.SCOPE_GLOBAL.text, value="global"),
        ],
        period=named_choices(texts.PERIOD_CHOICES),
        track=TRACK_CHOICES,
    )
    async def leaderboard(
        interaction: Interaction,
        scope: str | None = None,
        period: str = Period.DAY.value,
        track: str | None = None,
        private: bool = False,
    ) -> None:
        """Show the leaderboard of a track for a period, of the server or of all players."""
        async with chat.interactions.answering(interaction, private=private) as reader:
            in_server = interaction.guild_id is not None
            if scope == "server" and not in_server:
                raise InputError(Problem.ONLY_IN_SERVERS)
            day, of_server = chat.use.leaderboards.today(), in_server and scope != "global"
            chosen = (
                Track(track) if track else await chat.use.leaderboards.track_of(interaction.user.id)
            )
            query = LeaderboardQuery(chosen, Period(period), day, of_server)
            await handlers.show(interaction, reader, query)

    return (leaderboard,)
