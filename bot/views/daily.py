"""The buttons under a daily. Whoever presses one gets their own answer, which nobody else sees."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord import ui

from bot.answering import answering, pressing, reply
from bot.views.found import NOTHING, FoundButton
from i18n.messages import Message
from i18n.voice import ENGLISH, Voice
from narrator.narration import Level
from play.calendar import Track, is_open
from play.ranking import Period
from store.records import Kind
from texts import dailies as texts
from texts.secrecy import REVEAL

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.readers import Reader
    from service.attempts import Held

_DAILY = r"(?P<day>\d{4}-\d\d-\d\d):(?P<track>easy|normal|hard)"


def custom_id_of(day: date, track: Track) -> str:
    """The `custom_id` of the Play button of a daily, by which its posts are known again.

    >>> custom_id_of(date(2026, 11, 21), Track.HARD)
    'ouro:daily:2026-11-21:hard'
    """
    return f"ouro:daily:{day.isoformat()}:{track.value}"


async def open_daily(
    interaction: discord.Interaction[OuroClient], reader: Reader, day: date, track: Track
) -> Held:
    """Show somebody their board of a daily, in place of "thinking…"."""
    from bot.dailies.finding import daily_for  # noqa: PLC0415 - knows the buttons
    from bot.playing.board import open_puzzle  # noqa: PLC0415

    client = interaction.client
    daily, _ = await daily_for(client, day, track)
    kind = Kind.DAILY if is_open(day, client.now()) else Kind.ARCHIVE
    return await open_puzzle(interaction, reader, daily, kind)


class _DailyButton(FoundButton, template=NOTHING):
    """A button of one daily: its `custom_id` names the day and the track."""

    prefix: ClassVar[str]
    label: ClassVar[Message]
    style: ClassVar[discord.ButtonStyle] = discord.ButtonStyle.secondary

    def __init__(self, day: date, track: Track, voice: Voice = ENGLISH) -> None:
        custom_id = f"{self.prefix}:{day.isoformat()}:{track.value}"
        label = voice.say(self.label)
        super().__init__(ui.Button(label=label, custom_id=custom_id, style=self.style))
        self.day = day
        self.track = track

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(date.fromisoformat(match["day"]), Track(match["track"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it; then see to it that the post tells how many solved the daily by now."""
        from bot.dailies.counting import freshen_message  # noqa: PLC0415 - knows the buttons

        await self.act(interaction)
        await freshen_message(interaction.client, interaction.message, self.day, self.track)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """What it is for."""
        raise NotImplementedError


class PlayDaily(_DailyButton, template=rf"ouro:daily:{_DAILY}"):
    """Opens one's own board, and starts one's clock."""

    prefix = "ouro:daily"
    label = texts.PLAY
    style = discord.ButtonStyle.primary

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Open the board."""
        async with answering(interaction, private=True) as reader:
            await open_daily(interaction, reader, self.day, self.track)


class HintDaily(_DailyButton, template=rf"ouro:daily-hint:{_DAILY}"):
    """Tells where to look on one's own board."""

    prefix = "ouro:daily-hint"
    label = texts.HINT

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Open the board, and tell the next step in place of it."""
        from bot.helping.hints import hint  # noqa: PLC0415 - knows the buttons

        client: OuroClient = interaction.client
        async with answering(interaction, private=True) as reader:
            held = await open_daily(interaction, reader, self.day, self.track)
            if not held.solved and not held.attempt.revealed:
                person = interaction.user.id
                _, post = await hint(client, reader, person, held, Level.NUDGE)
                await reply(interaction, post)


class SubmitDaily(_DailyButton, template=rf"ouro:daily-submit:{_DAILY}"):
    """Hands one's own board in as it stands."""

    prefix = "ouro:daily-submit"
    label = texts.SUBMIT

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Open the board, and judge it if anything was drawn on it."""
        from bot.playing.verdicts import show_verdict  # noqa: PLC0415 - knows the buttons

        client: OuroClient = interaction.client
        async with answering(interaction, private=True) as reader:
            held = await open_daily(interaction, reader, self.day, self.track)
            if held.pad.board.lines and not held.solved and not held.attempt.revealed:
                judged = await client.attempts.submit(interaction.user.id, held.attempt.id)
                await show_verdict(interaction, reader, *judged)


class DailyBoard(_DailyButton, template=rf"ouro:daily-board:{_DAILY}"):
    """Shows who solved it, and how quickly."""

    prefix = "ouro:daily-board"
    label = texts.LEADERBOARD

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Show the leaderboard."""
        from bot.people.boards import Asked  # noqa: PLC0415 - knows the buttons
        from bot.views.leaderboard import show_board  # noqa: PLC0415

        async with answering(interaction, private=True) as reader:
            asked = Asked(self.track, Period.DAY, self.day, server=True)
            await show_board(interaction, reader, asked)


class RevealDaily(_DailyButton, template=rf"ouro:daily-reveal:{_DAILY}"):
    """Shows the solution to somebody who was asked, in place of the question."""

    prefix = "ouro:daily-reveal"
    label = REVEAL
    style = discord.ButtonStyle.danger

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """End their attempt, and show the solution."""
        from bot.dailies.secrecy import solution_of  # noqa: PLC0415 - knows the buttons

        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            person = interaction.user.id
            await reply(
                interaction, await solution_of(client, reader, person, self.day, self.track)
            )
