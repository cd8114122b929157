"""The handlers of the archive: months, tracks, and the user's own boards of past dailies."""

from dataclasses import replace
from datetime import date

from bot.components.archive import ArchiveButton, ArchiveDayMenu, ArchiveTrackMenu
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.archive import archive_message
from bot.router import Router, chosen_values
from bot.viewers import Viewer
from play.calendar import Track
from service.archive import Archive, ArchiveQuery
from service.boards import Boards
from service.dailies import Dailies
from texts import archive as texts


class ArchiveHandlers:
    """Shows months of the archive and opens their dailies; only the user sees the answers."""

    def __init__(
        self,
        interactions: Interactions,
        archive: Archive,
        dailies: Dailies,
        boards: Boards,
        display: BoardDisplay,
    ) -> None:
        self._interactions = interactions
        self._archive = archive
        self._dailies = dailies
        self._boards = boards
        self._display = display

    def add_to(self, router: Router) -> None:
        """Register the handlers of the components."""
        router.add(ArchiveButton, self.turn)
        router.add(ArchiveTrackMenu, self.choose_track)
        router.add(ArchiveDayMenu, self.choose_day)

    async def browse(self, interaction: Interaction, track: Track) -> None:
        """Show the current month in a new message."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            await self._show(interaction, viewer, self._archive.latest(track))

    async def show_board(
        self, interaction: Interaction, viewer: Viewer, day: date, track: Track
    ) -> None:
        """Replace "thinking…" with the user's own board of a daily."""
        daily, _ = await self._dailies.find(day, track)
        caption = ""
        if daily.made_later:
            caption = viewer.localizer.say(texts.MADE_LATER_CAPTION, day=day)
        loaded = await self._boards.open_daily(
            interaction.user.id, day, track, interaction.guild_id, claim=claim_of(interaction)
        )
        await self._display.show(interaction, viewer, loaded, caption=caption)

    async def turn(self, interaction: Interaction, button: ArchiveButton) -> None:
        """Show another month in the same message."""
        async with self._interactions.pressing(interaction) as viewer:
            await self._show(interaction, viewer, button.query)

    async def choose_track(self, interaction: Interaction, menu: ArchiveTrackMenu) -> None:
        """Show another track in the same message."""
        [track] = chosen_values(interaction)
        async with self._interactions.pressing(interaction) as viewer:
            await self._show(interaction, viewer, replace(menu.query, track=Track(track)))

    async def choose_day(self, interaction: Interaction, menu: ArchiveDayMenu) -> None:
        """Open the user's own board of a day in a new message."""
        [day] = chosen_values(interaction)
        async with self._interactions.answering(interaction, private=True) as viewer:
            await self.show_board(interaction, viewer, date.fromisoformat(day), menu.query.track)

    async def _show(self, interaction: Interaction, viewer: Viewer, query: ArchiveQuery) -> None:
        localizer = viewer.localizer
        month = await self._archive.read(
            interaction.user.id, query, viewer.appearance.theme, localizer.language
        )
        await reply(interaction, archive_message(localizer, month))
