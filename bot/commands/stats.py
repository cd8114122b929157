"""/stats and /streak."""

import discord
from discord import app_commands

from bot.commands.base import AnyCommand
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import Post, notice
from bot.presenters.people import stats_message, streak_message
from bot.readers import Reader
from service.calendars import Calendars
from service.stats import Stats
from service.streaks import Streaks
from texts import commands
from texts import people as texts


def stats_commands(
    interactions: Interactions, stats: Stats, streaks: Streaks, calendars: Calendars
) -> tuple[AnyCommand, ...]:
    """The commands."""

    @app_commands.command(name="stats", description=commands.STATS.text)
    @app_commands.describe(person=commands.STATS_PERSON.text, private=commands.PRIVATE.text)
    async def show_stats(
        interaction: Interaction, person: discord.User | None = None, private: bool = False
    ) -> None:
        """Show what somebody has solved."""
        async with interactions.answering(interaction, private=private) as reader:
            whose, viewer = person or interaction.user, interaction.user.id
            await reply(interaction, await stats_post(reader, whose, viewer))

    async def stats_post(
        reader: Reader, person: discord.User | discord.Member, viewer: int
    ) -> Post:
        numbers = await stats.read(person.id, viewer)
        if numbers is not None:
            look, language = reader.look, reader.voice.language
            calendar = await calendars.draw(viewer, numbers.history, look.theme, language)
            return stats_message(reader.voice, numbers, calendar)
        if person.id == viewer:
            return notice(reader.voice.say(texts.NOTHING_OF_YOU))
        return notice(reader.voice.say(texts.NOTHING_TO_SHOW, person=person.mention))

    @app_commands.command(name="streak", description=commands.STREAK.text)
    async def show_streak(interaction: Interaction) -> None:
        """Show somebody's own streak, to them alone."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as reader:
            history = await streaks.history(person)
            look, language = reader.look, reader.voice.language
            calendar = await calendars.draw(person, history, look.theme, language)
            await reply(interaction, streak_message(reader.voice, history, calendar))

    return show_stats, show_streak
