"""/leaderboard."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import TRACK_CHOICES, AnyCommand
from bot.handlers.leaderboards import LeaderboardHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions
from play.calendar import Track
from play.ranking import Period
from service.errors import InputError, Problem
from service.leaderboards import LeaderboardQuery, Leaderboards
from texts import commands


def leaderboard_commands(
    interactions: Interactions, leaderboards: Leaderboards, handlers: LeaderboardHandlers
) -> tuple[AnyCommand, ...]:
    """The command /leaderboard."""

    @app_commands.command(name="leaderboard", description=commands.LEADERBOARD.text)
    @app_commands.describe(
        scope=commands.SCOPE.text,
        period=commands.PERIOD.text,
        track=commands.LEADERBOARD_TRACK.text,
        private=commands.PRIVATE.text,
    )
    @app_commands.choices(
        scope=[
            Choice(name=commands.SCOPE_SERVER.text, value="server"),
            Choice(name=commands.SCOPE_GLOBAL.text, value="global"),
        ],
        period=[
            Choice(name=commands.PERIOD_DAY.text, value=Period.DAY.value),
            Choice(name=commands.PERIOD_WEEK.text, value=Period.WEEK.value),
            Choice(name=commands.PERIOD_MONTH.text, value=Period.MONTH.value),
            Choice(name=commands.PERIOD_ALL.text, value=Period.ALL.value),
        ],
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
        async with interactions.answering(interaction, private=private) as viewer:
            in_server = interaction.guild_id is not None
            if scope == "server" and not in_server:
                raise InputError(Problem.ONLY_IN_SERVERS)
            day, of_server = leaderboards.today(), in_server and scope != "global"
            chosen = Track(track) if track else await leaderboards.track_of(interaction.user.id)
            query = LeaderboardQuery(chosen, Period(period), day, of_server)
            await handlers.show(interaction, viewer, query)

    return (leaderboard,)
