"""/daily and /archive."""

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.base import TRACK_CHOICES, AnyCommand
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.dailies import daily_message
from bot.viewers import likely_localizer
from play.calendar import Track, number_of, parse_day
from service.boards import Boards
from service.dailies import Dailies
from texts import commands
from texts import dailies as texts

MAX_SUGGESTIONS = 25
"""Maximum number of suggestions; Discord's limit."""
SEARCHED_DAYS = 3660
"""Number of past days that suggestions are searched in."""


def daily_commands(
    interactions: Interactions, dailies: Dailies, boards: Boards, display: BoardDisplay
) -> tuple[AnyCommand, ...]:
    """The commands /daily and /archive."""

    @app_commands.command(name="daily", description=commands.DAILY.text)
    @app_commands.describe(track=commands.DAILY_TRACK.text)
    @app_commands.choices(track=TRACK_CHOICES)
    async def daily(interaction: Interaction, track: str = Track.NORMAL.value) -> None:
        """Show today's puzzle publicly; each user plays on a board of their own."""
        async with interactions.answering(interaction) as viewer:
            found, puzzle = await dailies.find(dailies.today(), Track(track))
            view = await dailies.view(found, puzzle, viewer.localizer.language)
            await reply(interaction, daily_message(viewer.localizer, view))

    @app_commands.command(name="archive", description=commands.ARCHIVE.text)
    @app_commands.describe(daily=commands.ARCHIVE_DAY.text, track=commands.DAILY_TRACK.text)
    @app_commands.choices(track=TRACK_CHOICES)
    async def archive(
        interaction: Interaction, daily: Range[str, 1, 20], track: str = Track.NORMAL.value
    ) -> None:
        """Open the user's own board of a past daily or of today's."""
        async with interactions.answering(interaction, private=True) as viewer:
            loaded = await boards.open_daily(
                interaction.user.id,
                parse_day(daily),
                Track(track),
                interaction.guild_id,
                claim=claim_of(interaction),
            )
            await display.show(interaction, viewer, loaded)

    @archive.autocomplete("daily")
    async def complete_day(interaction: Interaction, current: str) -> list[Choice[str]]:
        """Days with dailies whose number or date contains the typed text, latest first."""
        localizer = likely_localizer(interaction, private=True)
        typed = current.strip().removeprefix("#")
        past = await dailies.past_days(SEARCHED_DAYS)
        found = [day for day in past if typed in str(number_of(day)) or typed in str(day)]
        return [
            Choice(
                name=localizer.say(texts.NUMBERED, number=number_of(day), day=day),
                value=str(number_of(day)),
            )
            for day in found[:MAX_SUGGESTIONS]
        ]

    return daily, archive
