"""The handlers of the buttons and menus of leaderboards."""

from dataclasses import replace

from bot.components.leaderboards import LeaderboardButton, LeaderboardMenu, OpenLeaderboard
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.leaderboards import leaderboard_message
from bot.router import Router, chosen_values
from bot.viewers import Viewer, message_is_private
from play.calendar import Track
from play.ranking import Period
from service.leaderboards import LeaderboardQuery, Leaderboards


class LeaderboardHandlers:
    """Shows leaderboards.

    A user who presses a button below another user's leaderboard gets a new private message.
    """

    def __init__(self, interactions: Interactions, leaderboards: Leaderboards) -> None:
        self._interactions = interactions
        self._leaderboards = leaderboards

    def add_to(self, router: Router) -> None:
        """Register the handlers of the components."""
        router.add(LeaderboardButton, self.navigate)
        router.add(LeaderboardMenu, self.choose)
        router.add(OpenLeaderboard, self.open)

    async def show(self, interaction: Interaction, viewer: Viewer, query: LeaderboardQuery) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a leaderboard."""
        person, server_id = interaction.user.id, interaction.guild_id
        query = replace(query, server=query.server and server_id is not None)
        leaderboard = await self._leaderboards.read(query, server_id, person)
        private = viewer.private or server_id is None
        in_server = server_id is not None
        await reply(
            interaction,
            leaderboard_message(
                viewer.localizer, leaderboard, private=private, in_server=in_server
            ),
        )

    async def show_privately(self, interaction: Interaction, query: LeaderboardQuery) -> None:
        """Show a leaderboard in a new message that only the user sees."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            await self.show(interaction, viewer, query)

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
            async with self._interactions.pressing(interaction) as viewer:
                await self.show(interaction, viewer, query)
        else:
            await self.show_privately(interaction, query)
