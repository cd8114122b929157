"""The buttons and menus of leaderboards."""

from dataclasses import replace

from bot.components.leaderboards import BoardButton, BoardMenu, OpenBoard
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.leaderboards import leaderboard_message
from bot.readers import Reader, message_is_private
from bot.router import Router, chosen_values
from play.calendar import Track
from play.ranking import Period
from service.leaderboards import Asked, Leaderboards


class LeaderboardHandlers:
    """Shows leaderboards.

    Whoever presses a button below the board of another person gets a board of their own, which
    only they see.
    """

    def __init__(self, interactions: Interactions, leaderboards: Leaderboards) -> None:
        self._interactions = interactions
        self._leaderboards = leaderboards

    def add_to(self, router: Router) -> None:
        """Handle the components."""
        router.add(BoardButton, self.turn)
        router.add(BoardMenu, self.choose)
        router.add(OpenBoard, self.open)

    async def show(self, interaction: Interaction, reader: Reader, asked: Asked) -> None:
        """Put a board where the interaction was acknowledged."""
        person, server_id = interaction.user.id, interaction.guild_id
        asked = replace(asked, server=asked.server and server_id is not None)
        shown = await self._leaderboards.read(asked, server_id, person)
        private = reader.private or server_id is None
        in_server = server_id is not None
        await reply(
            interaction,
            leaderboard_message(reader.voice, shown, private=private, in_server=in_server),
        )

    async def show_alone(self, interaction: Interaction, asked: Asked) -> None:
        """Show a board to the one who asks, in a message of its own."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await self.show(interaction, reader, asked)

    async def open(self, interaction: Interaction, button: OpenBoard) -> None:
        """Open the board of a daily."""
        in_server = interaction.guild_id is not None
        asked = Asked(button.track, Period.DAY, button.day, in_server)
        await self.show_alone(interaction, asked)

    async def turn(self, interaction: Interaction, button: BoardButton) -> None:
        """Show another page, period or scope."""
        await self._change(interaction, button.asked, button.person)

    async def choose(self, interaction: Interaction, menu: BoardMenu) -> None:
        """Show the board that was chosen."""
        [value] = chosen_values(interaction)
        if menu.key == "track":
            asked = replace(menu.asked, track=Track(value), page=1)
        else:
            asked = replace(menu.asked, period=Period(value), page=1)
        await self._change(interaction, asked, menu.person)

    async def _change(self, interaction: Interaction, asked: Asked, person: int) -> None:
        """Change the board for who asked for it; give anybody else one of their own."""
        if message_is_private(interaction) or interaction.user.id == person:
            async with self._interactions.pressing(interaction) as reader:
                await self.show(interaction, reader, asked)
        else:
            await self.show_alone(interaction, asked)
