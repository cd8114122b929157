"""/stats: statistics, streaks, and techniques that a player has mastered."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import OutgoingMessage, message, notice, picture, row
from bot.chat import Chat
from bot.dailies.components import play_buttons
from i18n.localizer import Localizer
from jobs.playing import Drawing
from play.streaks import LARGE_TRACKS, MINI_TRACKS, StreakTracks
from service.dailies.streaks import StreakHistory
from service.learning.training import Mastery
from service.people.stats import PlayerStats, PlottedStrength
from service.running.readers import Reader
from texts import commands, practice
from texts import stats as texts

CALENDAR_FILE = "calendar.png"
STRENGTH_FILE = "strength.png"


def stats_message(  # noqa: PLR0913 - the parts of the message
    localizer: Localizer,
    numbers: PlayerStats,
    calendar: Drawing | None = None,
    mastery: tuple[Mastery, Drawing] | None = None,
    strengths: Sequence[str] = (),
    *,
    strength: PlottedStrength | None = None,
    today: bool = False,
) -> OutgoingMessage:
    """The message of the statistics of a player, with their strengths and mastery if any.

    With `today` it also has what is open, with buttons to play, which is not true for long.
    """
    shown, files = _calendar(localizer, calendar)
    items: list[ui.Item[Any] | str] = [texts.stats_text(localizer, numbers), *shown, ui.Separator()]
    items += _streak(localizer, numbers.history, numbers.mini, today=today)
    if details := texts.stats_details(localizer, numbers):
        items += [ui.Separator(), details]
    if strengths:
        items.append(texts.strengths_text(localizer, strengths))
    if strength is not None:
        file, gallery = picture(strength.plot.png, STRENGTH_FILE, strength.plot.alt)
        files.append(file)
        items += [gallery, texts.strength_text(localizer, strength.shares)]
    if mastery is not None:
        known, drawing = mastery
        file, gallery = picture(drawing.png, "techniques.png", drawing.alt)
        files.append(file)
        items += [
            practice.mastered_title(localizer, known),
            gallery,
            practice.legend(localizer),
        ]
    return message(*items, files=files)


def _streak(
    localizer: Localizer, history: StreakHistory, mini: StreakHistory, *, today: bool
) -> Iterator[ui.Item[Any] | str]:
    """The streak of a player; with `today` what goes on with it until its day ends, and how."""
    heading = texts.streak_heading(localizer, history.streak)
    details = texts.streak_text(localizer, history, mini)
    if not today:
        yield f"{heading}\n{details}"
        return
    yield f"{heading}\n{texts.streak_today(localizer, history)}"
    if tracks := open_tracks(history, mini):
        yield row(*play_buttons(localizer, history.on, tracks))
    yield f"{details}\n{localizer.say(texts.RULES)}"


def open_tracks(history: StreakHistory, mini: StreakHistory) -> StreakTracks:
    """The tracks of today's dailies that would continue or begin a streak."""
    tracks = LARGE_TRACKS if history.streak.open_today else ()
    return (*tracks, *MINI_TRACKS) if mini.streak.open_today else tracks


def _calendar(
    localizer: Localizer, calendar: Drawing | None
) -> tuple[list[ui.Item[Any] | str], list[discord.File]]:
    """The picture of a calendar with its legend, and its file; nothing without a calendar."""
    if calendar is None:
        return [], []
    file, gallery = picture(calendar.png, CALENDAR_FILE, calendar.alt)
    return [gallery, localizer.say(texts.LEGEND)], [file]


def stats_commands(chat: Chat) -> tuple[AnyCommand, ...]:
    """The command /stats."""

    @app_commands.command(name="stats", description=texts.STATS.text)
    @app_commands.describe(person=texts.STATS_PERSON.text, private=commands.PRIVATE.text)
    async def show_stats(
        interaction: Interaction, person: discord.User | None = None, private: bool = False
    ) -> None:
        """Show the statistics of a player."""
        async with chat.interactions.answering(interaction, private=private) as reader:
            player = person or interaction.user
            await reply(interaction, await stats_post(reader, player))

    async def stats_post(reader: Reader, person: discord.User | discord.Member) -> OutgoingMessage:
        numbers = await chat.use.stats.read(person.id, reader.person)
        if numbers is not None:
            calendar = await chat.use.calendars.draw(reader, numbers.history)
            mastery, strengths, strength = None, tuple[str, ...](), None
            if person.id == reader.person:
                mastery = await mastery_shown(reader)
                strengths = await chat.use.training.strengths(reader.person)
                strength = await chat.use.strengths.read(reader)
            show = partial(stats_message, reader.localizer, numbers, calendar, mastery, strengths)
            return show(strength=strength, today=reader.private and person.id == reader.person)
        if person.id == reader.person:
            return notice(reader.localizer.say(texts.NOTHING_OF_YOU))
        return notice(reader.localizer.say(texts.NOTHING_TO_SHOW, person=person.mention))

    async def mastery_shown(reader: Reader) -> tuple[Mastery, Drawing] | None:
        """The mastery of the user, with its picture; None before their first drill."""
        known = await chat.use.training.mastery(reader.person)
        if not known.skills:
            return None
        return known, await chat.use.training.picture(reader, known)

    return (show_stats,)
