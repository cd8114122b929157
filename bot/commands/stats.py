"""/stats and /streak."""

import discord
from discord import app_commands

from bot.commands.base import AnyCommand
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import OutgoingMessage, notice
from bot.presenters.people import stats_message, streak_message
from bot.viewers import Viewer
from jobs import Drawing
from play.streaks import MINI_TRACKS
from service.calendars import Calendars
from service.stats import Statistics
from service.streaks import Streaks
from service.training import Mastery, Training
from texts import commands
from texts import people as texts


def stats_commands(
    interactions: Interactions,
    stats: Statistics,
    streaks: Streaks,
    calendars: Calendars,
    training: Training,
) -> tuple[AnyCommand, ...]:
    """The commands /stats and /streak."""

    @app_commands.command(name="stats", description=commands.STATS.text)
    @app_commands.describe(person=commands.STATS_PERSON.text, private=commands.PRIVATE.text)
    async def show_stats(
        interaction: Interaction, person: discord.User | None = None, private: bool = False
    ) -> None:
        """Show the statistics of a player."""
        async with interactions.answering(interaction, private=private) as viewer:
            player = person or interaction.user
            await reply(interaction, await stats_post(viewer, player, interaction.user.id))

    async def stats_post(
        viewer: Viewer, person: discord.User | discord.Member, viewer_id: int
    ) -> OutgoingMessage:
        numbers = await stats.read(person.id, viewer_id)
        if numbers is not None:
            appearance, language = viewer.appearance, viewer.localizer.language
            calendar = await calendars.draw(viewer_id, numbers.history, appearance.theme, language)
            mastery = None
            if person.id == viewer_id:
                mastery = await mastery_shown(viewer, viewer_id)
            return stats_message(viewer.localizer, numbers, calendar, mastery)
        if person.id == viewer_id:
            return notice(viewer.localizer.say(texts.NOTHING_OF_YOU))
        return notice(viewer.localizer.say(texts.NOTHING_TO_SHOW, person=person.mention))

    async def mastery_shown(viewer: Viewer, person: int) -> tuple[Mastery, Drawing] | None:
        """The mastery of the user, with its picture; None before their first drill."""
        known = await training.mastery(person)
        if not known.skills:
            return None
        theme, language = viewer.appearance.theme, viewer.localizer.language
        return known, await training.picture(person, known, theme, language)

    @app_commands.command(name="streak", description=commands.STREAK.text)
    async def show_streak(interaction: Interaction) -> None:
        """Show the user's own streak, visible only to them."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            history = await streaks.history(person)
            mini = await streaks.history(person, tracks=MINI_TRACKS)
            appearance, language = viewer.appearance, viewer.localizer.language
            calendar = await calendars.draw(person, history, appearance.theme, language)
            await reply(interaction, streak_message(viewer.localizer, history, mini, calendar))

    return show_stats, show_streak
