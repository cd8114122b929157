"""/daily, what the buttons below a daily do, and the archive."""

from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from itertools import islice
from typing import TypeAlias, TypeVar

from discord import app_commands
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.answering.commands import TRACK_CHOICES, AnyCommand
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import message, row
from bot.answering.readers import likely_localizer
from bot.answering.router import chosen_values
from bot.chat import Chat
from bot.dailies.components import (
    ArchiveButton,
    ArchiveDayMenu,
    ArchiveTrackMenu,
    DailyButton,
    DailyLeaderboard,
    HintDaily,
    PlayDaily,
    SubmitDaily,
)
from bot.dailies.messages import archive_message, day_message
from bot.helping.handlers import HelpHandlers
from bot.playing.chat import PlayHandlers
from bot.shortcuts.components import Shortcut
from narrator.narration import Level
from play.calendar import number_of, parse_day, past_days
from play.ranking import Period
from play.tracks import DEFAULT_TRACK, Track, tracks_of
from service.dailies.archive import ArchiveQuery
from service.dailies.leaderboards import LeaderboardQuery
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from texts import dailies as texts
from texts.commands import CALENDAR


class ArchiveHandlers:
    """Shows months of the archive and opens their dailies; only the user sees the answers."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._archive = chat.use.archive
        self._dailies = chat.use.dailies
        self._boards = chat.use.boards
        self._display = chat.display

    async def browse(self, interaction: Interaction, track: Track) -> None:
        """Show the current month in a new message."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await self._show(interaction, reader, self._archive.latest(track))

    async def show_board(
        self, interaction: Interaction, reader: Reader, day: date, track: Track
    ) -> None:
        """Replace "thinking…" with the user's own board of a daily."""
        daily, _ = await self._dailies.find(day, track)
        caption = ""
        if daily.made_later:
            caption = reader.localizer.say(texts.MADE_LATER_CAPTION, day=day)
        loaded = await self._boards.open_daily(reader, day, track)
        await self._display.show(interaction, reader, loaded, caption=caption)

    async def turn(self, interaction: Interaction, button: ArchiveButton) -> None:
        """Show another month in the same message."""
        async with self._interactions.pressing(interaction) as reader:
            await self._show(interaction, reader, button.query)

    async def choose_track(self, interaction: Interaction, menu: ArchiveTrackMenu) -> None:
        """Show another track in the same message."""
        [track] = chosen_values(interaction)
        async with self._interactions.pressing(interaction) as reader:
            await self._show(interaction, reader, replace(menu.query, track=Track(track)))

    async def choose_day(self, interaction: Interaction, menu: ArchiveDayMenu) -> None:
        """Open the user's own board of a day in a new message."""
        [day] = chosen_values(interaction)
        async with self._interactions.answering(interaction, private=True) as reader:
            await self.show_board(interaction, reader, date.fromisoformat(day), menu.query.track)

    async def _show(self, interaction: Interaction, reader: Reader, query: ArchiveQuery) -> None:
        month = await self._archive.read(reader, query)
        await reply(interaction, archive_message(reader.localizer, month))


ButtonT = TypeVar("ButtonT", bound=DailyButton)
ShowLeaderboard: TypeAlias = Callable[[Interaction, LeaderboardQuery], Awaitable[None]]
"""Shows a leaderboard in a new message that only the user sees."""


class DailyHandlers:
    """Opens, hints and judges boards of dailies."""

    def __init__(
        self,
        chat: Chat,
        *,
        playing: PlayHandlers,
        helping: HelpHandlers,
        show_leaderboard: ShowLeaderboard,
    ) -> None:
        self._interactions = chat.interactions
        self._attempts = chat.use.attempts
        self._boards = chat.use.boards
        self._display = chat.display
        self._playing = playing
        self._helping = helping
        self._show_leaderboard = show_leaderboard

    async def play(self, interaction: Interaction, button: PlayDaily) -> None:
        """Open the user's own board, which starts the clock."""
        own = partial(self._boards.open_daily, day=button.day, track=button.track)
        await self._playing.play(interaction, own)

    async def hint(self, interaction: Interaction, button: HintDaily) -> None:
        """Open the user's own board, and replace it with a hint unless it is closed."""
        async with self._interactions.answering(interaction, private=True) as reader:
            loaded = await self._open(interaction, reader, button)
            if not loaded.is_over:
                post = await self._helping.hint_post(reader, loaded, Level.NUDGE)
                await reply(interaction, post)

    async def submit(self, interaction: Interaction, button: SubmitDaily) -> None:
        """Open the user's own board, and judge it if it has lines and is not closed."""
        async with self._interactions.answering(interaction, private=True) as reader:
            loaded = await self._open(interaction, reader, button)
            if loaded.pad.board.lines and not loaded.is_over:
                judged = await self._attempts.submit(reader, loaded.attempt.id)
                await self._playing.show_verdict(interaction, reader, *judged)

    async def leaderboard(self, interaction: Interaction, button: DailyLeaderboard) -> None:
        """Show the leaderboard of the daily."""
        query = LeaderboardQuery(button.track, Period.DAY, button.day, server=True)
        await self._show_leaderboard(interaction, query)

    async def _open(
        self, interaction: Interaction, reader: Reader, button: DailyButton
    ) -> LoadedAttempt:
        """Replace "thinking…" with the user's board of a daily."""
        loaded = await self._boards.open_daily(reader, button.day, button.track)
        await self._display.show(interaction, reader, loaded)
        return loaded


MAX_SUGGESTIONS = 25
"""Maximum number of suggestions; Discord's limit."""


def daily_commands(chat: Chat, handlers: ArchiveHandlers) -> tuple[AnyCommand, ...]:
    """The command /daily."""

    @app_commands.command(name="daily", description=texts.DAILY.text)
    @app_commands.describe(track=texts.DAILY_TRACK.text, day=texts.DAILY_DAY.text)
    @app_commands.choices(track=TRACK_CHOICES)
    async def daily(
        interaction: Interaction,
        track: str | None = None,
        day: Range[str, 1, 20] | None = None,
    ) -> None:
        """Show today's puzzles in private, with a link to their post, or when the next one is of a
        track that has none today, with the last one.

        For a day that is named open the user's board of it.
        """
        if day == CALENDAR:
            await handlers.browse(interaction, Track(track or DEFAULT_TRACK))
            return
        async with chat.interactions.answering(interaction, private=True) as reader:
            if day is None:
                await show_latest(interaction, reader, track)
            else:
                chosen = Track(track or DEFAULT_TRACK)
                await handlers.show_board(interaction, reader, parse_day(day), chosen)

    async def show_latest(interaction: Interaction, reader: Reader, track: str | None) -> None:
        localizer, today = reader.localizer, chat.use.dailies.today()
        tracks = tracks_of(today) if track is None else (Track(track),)
        day: date | None = today
        more, note = [Shortcut("calendar", localizer)], ""
        if tracks[0] not in tracks_of(today):
            note = texts.next_text(localizer, tracks[0], today)
            day = await chat.use.dailies.find_latest(tracks[0])
        if day is None:
            await reply(interaction, message(note, row(*more)))
            return
        view = await chat.use.dailies.view(reader, day, tracks)
        link = await chat.use.servers.link_to_post(interaction.guild_id, day)
        await reply(interaction, day_message(localizer, view, posted=link, more=more, note=note))

    @daily.autocomplete("day")
    async def complete_day(interaction: Interaction, current: str) -> list[Choice[str]]:
        """The calendar; past days whose number or date contains the typed text, latest first."""
        localizer = likely_localizer(interaction, private=True)
        typed = current.strip().removeprefix("#")
        chosen = interaction.namespace.track
        track = next((track for track in Track if track.value == chosen), DEFAULT_TRACK)
        past = (day for day in past_days(chat.use.dailies.today()) if track in tracks_of(day))
        found = (day for day in past if typed in str(number_of(day)) or typed in str(day))
        calendar = Choice(name=localizer.say(texts.CALENDAR_CHOICE), value=CALENDAR)
        named = [
            Choice(
                name=localizer.say(texts.NUMBERED, number=number_of(day), day=day),
                value=str(number_of(day)),
            )
            for day in islice(found, MAX_SUGGESTIONS - 1)
        ]
        return named if typed else [calendar, *named]

    return (daily,)
