"""The handlers of the panel of /setup: its menus, the preview, and posting now."""

from collections.abc import Awaitable, Callable

import discord
from discord import ui

from bot.components.server_setup import (
    ChannelMenu,
    RoleMenu,
    SetupButton,
    SolvesMenu,
    TracksMenu,
)
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.permissions import managed_guild, with_permissions
from bot.presenters.dailies import daily_message
from bot.presenters.layouts import OutgoingMessage
from bot.presenters.server_setup import setup_panel
from bot.router import Router, chosen_values
from bot.viewers import Viewer, server_localizer, theme_of
from play.calendar import Track
from service.dailies import Dailies
from service.servers import Servers, ServerSetup
from store.records import PublicSolves
from texts import server_setup as texts


class SetupHandlers:
    """Stores the choices of server managers, and shows the setup of daily posts."""

    def __init__(self, interactions: Interactions, servers: Servers, dailies: Dailies) -> None:
        self._interactions = interactions
        self._servers = servers
        self._dailies = dailies

    def add_to(self, router: Router) -> None:
        """Register the handlers of the components of the panel."""
        router.add(ChannelMenu, self.choose_channel)
        router.add(TracksMenu, self.choose_tracks)
        router.add(RoleMenu, self.choose_role)
        router.add(SolvesMenu, self.choose_solves)
        router.add(SetupButton, self.press)

    async def choose_channel(self, interaction: Interaction, _: ChannelMenu) -> None:
        """Store the channel of the posts."""
        [channel] = chosen_values(interaction)
        await self._change(interaction, channel_id=int(channel))

    async def choose_tracks(self, interaction: Interaction, _: TracksMenu) -> None:
        """Store the tracks to post, easiest first."""
        values = chosen_values(interaction)
        chosen = tuple(track.value for track in Track if track.value in values)
        await self._change(interaction, tracks=chosen)

    async def choose_role(self, interaction: Interaction, _: RoleMenu) -> None:
        """Store the role to ping, or none."""
        chosen = chosen_values(interaction)
        await self._change(interaction, ping_role_id=int(chosen[0]) if chosen else None)

    async def choose_solves(self, interaction: Interaction, _: SolvesMenu) -> None:
        """Store whose answers to /solve are public."""
        [who] = chosen_values(interaction)
        await self._change(interaction, public_solves=PublicSolves(who))

    async def press(self, interaction: Interaction, button: SetupButton) -> None:
        """Do the action of a button of the panel."""
        match button.action:
            case "preview":
                async with self._interactions.answering(interaction, private=True) as viewer:
                    await reply(interaction, await self._preview(interaction, viewer))
            case "now":
                claim = claim_of(interaction)
                await self._update(
                    interaction, lambda guild: self._servers.post_today(guild.id, claim=claim)
                )
            case "stop":
                await self._change(interaction, channel_id=None)
            case _:
                await self._change(interaction, threads=button.action == "threads-on")

    async def choose(
        self, interaction: Interaction, guild: discord.Guild, **choices: object
    ) -> ServerSetup:
        """Store choices, given as fields of `Server` by name, and return the new setup."""
        claim = claim_of(interaction)
        return with_permissions(await self._servers.choose(guild.id, claim=claim, **choices), guild)

    async def _change(self, interaction: Interaction, **choices: object) -> None:
        claim = claim_of(interaction)
        await self._update(
            interaction, lambda guild: self._servers.choose(guild.id, claim=claim, **choices)
        )

    async def _update(
        self, interaction: Interaction, update: Callable[[discord.Guild], Awaitable[ServerSetup]]
    ) -> None:
        """Update the setup of the interaction's server, and show it on the panel."""
        async with self._interactions.pressing(interaction) as viewer:
            guild = managed_guild(interaction)
            panel = with_permissions(await update(guild), guild)
            await reply(interaction, setup_panel(viewer.localizer, panel))

    async def _preview(self, interaction: Interaction, viewer: Viewer) -> OutgoingMessage:
        """Today's post in the language of the server, with a note that it is a preview."""
        guild = managed_guild(interaction)
        server = await self._servers.find(guild.id)
        track = Track(server.tracks[0]) if server.tracks else Track.NORMAL
        daily, puzzle = await self._dailies.find(self._dailies.latest(track), track)
        localizer = server_localizer(server, guild)
        view = await self._dailies.view(daily, puzzle, localizer.language, theme_of(server))
        post = daily_message(localizer, view, server.ping_role_id)
        note = ui.TextDisplay[ui.LayoutView](viewer.localizer.say(texts.PREVIEW_NOTE))
        return OutgoingMessage(post.view.add_item(note), post.files)
