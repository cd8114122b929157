"""/setup, the panel of a server's daily posts, and /status."""

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands, ui
from msgspec.structs import replace

from bot.answering.commands import AnyCommand, choices_of, complete_zone, named_choices
from bot.answering.interactions import Interaction, claim_of, reply
from bot.answering.layouts import PLAIN, PROBLEM, OutgoingMessage, message, notice, row
from bot.answering.readers import server_reader
from bot.answering.router import chosen_values
from bot.chat import Chat
from bot.connection.permissions import managed_guild, with_permissions
from bot.dailies.messages import day_message
from bot.publishing.components import QueueMenu
from bot.server_setup.components import (
    ACTIONS,
    CHANNEL_TYPES,
    FIRST_ACTIONS,
    SWITCHES,
    ChannelMenu,
    KeptOffMenu,
    RoleMenu,
    ServerSettingMenu,
    SetupButton,
    SolvesMenu,
    TagsMenu,
    TracksMenu,
)
from i18n.localizer import Localizer
from play.times import parse_time
from play.tracks import STARTING_TRACKS, Track, is_track, tracks_of
from play.zones import find_zone
from service.posting.servers import ServerSetup
from service.posting.status import ServiceStatus
from service.running.readers import Reader
from service.settings import LANGUAGE, RACES, SERVER_SETTINGS, TAGS, THEME
from store.records import PublicSolves
from texts import server_setup as texts
from texts.dailies import next_text
from texts.server_setup import status_text, troubles


def setup_panel(localizer: Localizer, panel: ServerSetup) -> OutgoingMessage:
    """The message of /setup; its colour is that of problems if there are warnings."""
    server = panel.server
    kinds = (ChannelMenu, TracksMenu, RoleMenu, SolvesMenu)
    rows = [row(kind(server, localizer)) for kind in kinds]
    rows.append(row(KeptOffMenu(panel.kept_off, localizer)))
    if panel.tags:
        rows.insert(1, row(TagsMenu(panel, localizer)))
    waiting = [each for each in panel.queue if each.posted_at is None]
    if waiting:
        rows.append(row(QueueMenu(waiting, localizer)))
    actions: tuple[str, ...] = ()
    if server.channel_id is not None:
        actions = ACTIONS if server.tracks else FIRST_ACTIONS
        if panel.in_thread or panel.tags is not None:  # where no thread can be opened below posts
            actions = tuple(action for action in actions if action != "threads")
        rows += [row(ServerSettingMenu(each.name, localizer, server)) for each in SERVER_SETTINGS]
    for names in filter(None, (actions, [each.name for each in SWITCHES])):
        rows.append(row(*(SetupButton.of(name, server, localizer) for name in names)))
    return message(
        texts.overview(localizer, panel),
        *rows,
        localizer.say(texts.ALSO),
        colour=PROBLEM if texts.warnings(localizer, panel) else PLAIN,
    )


_TRACKS = tuple(track.value for track in Track)
CHOSEN: Mapping[type[Any], Callable[[Sequence[str]], dict[str, Any]]] = MappingProxyType(
    {
        ChannelMenu: lambda values: {"channel_id": int(values[0])},
        TracksMenu: lambda values: {"tracks": tuple(each for each in _TRACKS if each in values)},
        RoleMenu: lambda values: {"ping_role_id": int(values[0]) if values else None},
        SolvesMenu: lambda values: {"public_solves": PublicSolves(values[0])},
        TagsMenu: lambda values: {"settings": {TAGS.name: values}},
        KeptOffMenu: lambda values: {"kept_off": [int(each) for each in values]},
    }
)
"""What is stored of the values that are chosen in the menus."""


class SetupHandlers:
    """Stores the choices of server managers, and shows the setup of daily posts."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._servers = chat.use.servers
        self._dailies = chat.use.dailies

    async def choose_in(
        self,
        interaction: Interaction,
        menu: ChannelMenu | TracksMenu | RoleMenu | SolvesMenu | TagsMenu | KeptOffMenu,
    ) -> None:
        """Store what is chosen in a menu."""
        chosen = CHOSEN[type(menu)](chosen_values(interaction))
        await self._change(interaction, **chosen)

    async def press(self, interaction: Interaction, button: SetupButton) -> None:
        """Do the action of a button of the panel."""
        match button.action:
            case "preview":
                async with self._interactions.answering(interaction, private=True) as reader:
                    await reply(interaction, await self._preview(interaction, reader))
            case "start":
                tracks = tuple(track.value for track in STARTING_TRACKS)
                await self._change(interaction, tracks=tracks)
            case "now":
                await self._change(interaction, at_once=True)
            case "stop":
                await self._change(interaction, channel_id=None)
            case "threads-on" | "threads-off":
                await self._change(interaction, threads=button.action == "threads-on")
            case _:
                name, _, state = button.action.partition("-")
                await self._change(interaction, {name: state == "on"})

    async def choose_setting(self, interaction: Interaction, menu: ServerSettingMenu) -> None:
        """Store the value of a setting that people have too."""
        [value] = chosen_values(interaction)
        await self._change(interaction, {menu.name: value})

    async def choose(
        self,
        interaction: Interaction,
        guild: discord.Guild,
        settings: Mapping[str, object] = MappingProxyType({}),
        **choices: Any,
    ) -> ServerSetup:
        """Store choices, see `Servers.choose`, and return the new setup."""
        claim = claim_of(interaction)
        panel = await self._servers.choose(guild.id, settings=settings, claim=claim, **choices)
        return await with_permissions(panel, guild)

    async def _change(
        self,
        interaction: Interaction,
        settings: Mapping[str, object] = MappingProxyType({}),
        **choices: object,
    ) -> None:
        """Store choices for the interaction's server, and show its setup on the panel."""
        async with self._interactions.pressing(interaction) as reader:
            panel = await self.choose(interaction, managed_guild(interaction), settings, **choices)
            await reply(interaction, setup_panel(reader.localizer, panel))

    async def _preview(self, interaction: Interaction, reader: Reader) -> OutgoingMessage:
        """Today's post in the language of the server, with a note that it is a preview; when the
        next one is if its tracks have none today."""
        guild = managed_guild(interaction)
        server = await self._servers.find(guild.id)
        day = self._dailies.today()
        known = [Track(track) for track in filter(is_track, server.tracks)]
        chosen = [track for track in tracks_of(day) if track in known]
        if known and not chosen:
            return message(*(next_text(reader.localizer, track, day) for track in known))
        public = server_reader(server, guild)
        view = await self._dailies.view(public, day, chosen or STARTING_TRACKS)
        post = day_message(public.localizer, view, server.ping_role_id)
        note = ui.TextDisplay[ui.LayoutView](reader.localizer.say(texts.PREVIEW_NOTE))
        return OutgoingMessage(post.view.add_item(note), post.files)


class PostingChannel(app_commands.Transformer):
    """The ID of a channel that can receive posts, also of one that the bot cannot see."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The types of channels that Discord offers."""
        return CHANNEL_TYPES

    async def transform(self, _: Interaction, value: Any, /) -> int:
        """The ID of what was chosen."""
        return int(value.id)


def setup_commands(chat: Chat, handlers: SetupHandlers) -> tuple[AnyCommand, ...]:
    """The command /setup."""

    @app_commands.command(name="setup", description=texts.SETUP.text)
    @app_commands.describe(
        channel=texts.SETUP_CHANNEL.text,
        time=texts.SETUP_TIME.text,
        zone=texts.SETUP_ZONE.text,
        threads=texts.SETUP_THREADS.text,
        ping=texts.SETUP_PING.text,
        public_solves=texts.SETUP_SOLVES.text,
        races=texts.SETUP_RACES.text,
        language=texts.SETUP_LANGUAGE.text,
        theme=texts.SETUP_THEME.text,
    )
    @app_commands.choices(
        public_solves=named_choices(texts.WHO),
        language=choices_of(LANGUAGE),
        theme=choices_of(THEME),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def setup(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        channel: app_commands.Transform[int, PostingChannel] | None = None,
        time: app_commands.Range[str, 1, 20] | None = None,
        zone: app_commands.Range[str, 1, 64] | None = None,
        threads: bool | None = None,
        ping: discord.Role | None = None,
        public_solves: str | None = None,
        races: bool | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Store the given options, and show the setup of daily posts in the server."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            guild = managed_guild(interaction)
            choices = {
                "channel_id": channel,
                "post_at": time and parse_time(time),
                "zone": zone and (await asyncio.to_thread(find_zone, zone)).key,
                "threads": threads,
                "ping_role_id": ping and ping.id,
                "public_solves": public_solves and PublicSolves(public_solves),
            }
            panel = await handlers.choose(
                interaction,
                guild,
                settings=_given({LANGUAGE.name: language, THEME.name: theme, RACES.name: races}),
                **_given(choices),
            )
            await reply(interaction, setup_panel(reader.localizer, panel))

    setup.autocomplete("zone")(complete_zone)
    return (setup,)


def _given(options: Mapping[str, object]) -> dict[str, object]:
    """The options that the user has given."""
    return {name: value for name, value in options.items() if value is not None}


def status_commands(chat: Chat) -> tuple[AnyCommand, ...]:
    """The command /status."""

    @app_commands.command(name="status", description=texts.STATUS.text)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def status(interaction: Interaction) -> None:
        """Show a server manager the status of the service and of its posts in the server."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            guild = managed_guild(interaction)
            current = await status_of(guild, interaction.user.id)
            colour = PROBLEM if troubles(reader.localizer, current) else PLAIN
            await reply(interaction, notice(status_text(reader.localizer, current), colour))

    async def status_of(guild: discord.Guild, person: int) -> ServiceStatus:
        launches = chat.use.activities.launches
        stored = await chat.use.status.read(guild.id, person)
        if stored is not None:
            stored = replace(stored, panel=await with_permissions(stored.panel, guild))
        shard = chat.client.get_shard(guild.shard_id)
        latency = shard.latency if shard is not None else math.inf
        return ServiceStatus(
            chat.use.status.started,
            len(chat.client.shards),
            len(chat.client.serving.numbers),
            latency if math.isfinite(latency) else None,
            chat.use.status.load,
            stored,
            chat.use.status.processes,
            chat.page is not None,
            None if launches and not chat.client.has_entry_point else launches,
        )

    return (status,)
