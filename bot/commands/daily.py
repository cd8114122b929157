"""/daily and /archive."""

from itertools import islice

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.base import TRACK_CHOICES, AnyCommand
from bot.handlers.archive import ArchiveHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.dailies import daily_message
from bot.viewers import likely_localizer
from play.calendar import Track, number_of, parse_day, past_days, tracks_of
from service.dailies import Dailies
from texts import commands
from texts import dailies as texts

MAX_SUGGESTIONS = 25
"""Maximum number of suggestions; Discord's limit."""


def daily_commands(
    interactions: Interactions, dailies: Dailies, handlers: ArchiveHandlers
) -> tuple[AnyCommand, ...]:
    """The commands /daily and /archive."""

    @app_commands.command(name="daily", description=commands.DAILY.text)
    @app_commands.describe(track=commands.DAILY_TRACK.text)
    @app_commands.choices(track=TRACK_CHOICES)
    async def daily(interaction: Interaction, track: str = Track.NORMAL.value) -> None:
        """Show today's puzzle publicly, or the last special; each user plays on their own board."""
        async with interactions.answering(interaction) as viewer:
            day = dailies.latest(Track(track))
            found, puzzle = await dailies.find(day, Track(track))
            language, theme = viewer.localizer.language, viewer.appearance.theme
            view = await dailies.view(found, puzzle, language, theme)
            await reply(interaction, daily_message(viewer.localizer, view))

    @app_commands.command(name="archive", description=commands.ARCHIVE.text)
    @app_commands.describe(daily=commands.ARCHIVE_DAY.text, track=commands.DAILY_TRACK.text)
    @app_commands.choices(track=TRACK_CHOICES)
    async def archive(
        interaction: Interaction,
        daily: Range[str, 1, 20] | None = None,
        track: str = Track.NORMAL.value,
    ) -> None:
        """Show the calendar of past dailies, or open the user's own board of one of them."""
        if daily is None:
            await handlers.browse(interaction, Track(track))
            return
        async with interactions.answering(interaction, private=True) as viewer:
            await handlers.show_board(interaction, viewer, parse_day(daily), Track(track))

    @archive.autocomplete("daily")
    async def complete_day(interaction: Interaction, current: str) -> list[Choice[str]]:
        """Past days whose number or date contains the typed text, latest first."""
        localizer = likely_localizer(interaction, private=True)
        typed = current.strip().removeprefix("#")
        special = interaction.namespace.track == Track.SPECIAL.value
        track = Track.SPECIAL if special else Track.NORMAL
        past = (day for day in past_days(dailies.today()) if track in tracks_of(day))
        found = (day for day in past if typed in str(number_of(day)) or typed in str(day))
        return [
            Choice(
                name=localizer.say(texts.NUMBERED, number=number_of(day), day=day),
                value=str(number_of(day)),
            )
            for day in islice(found, MAX_SUGGESTIONS)
        ]

    return daily, archive
