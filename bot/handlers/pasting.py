"""The form for a puzzle of the user's own, and what is done with such a puzzle."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from bot.attachments import read_pasted, uploaded_file
from bot.components.pasting import EnterPuzzle, PuzzleForm
from bot.error_handler import answer_failure
from bot.handlers.boards import BoardDisplay
from bot.handlers.solving import SolveHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.pages import page
from bot.router import Router, written_fields
from bot.viewers import Viewer
from jobs import MessageTexts, PastedText
from service.boards import Boards
from service.rating import Ratings
from texts import playing
from texts.pasting import Purpose
from texts.rating import rating_text

Source: TypeAlias = PastedText | MessageTexts
"""A puzzle, or texts that contain one."""


class PasteHandlers:
    """Plays, solves and rates puzzles that users send.

    A file is read up to `input_bytes` bytes.
    """

    def __init__(  # noqa: PLR0913 - keyword-only
        self,
        *,
        interactions: Interactions,
        boards: Boards,
        display: BoardDisplay,
        solving: SolveHandlers,
        ratings: Ratings,
        input_bytes: int,
    ) -> None:
        self._interactions = interactions
        self._boards = boards
        self._display = display
        self._ratings = ratings
        self._input_bytes = input_bytes
        self._uses: Mapping[
            Purpose, Callable[[Interaction, Viewer, PastedText], Awaitable[None]]
        ] = MappingProxyType(
            {
                Purpose.PLAY: self.play,
                Purpose.SOLVE: lambda interaction, viewer, source: solving.answer(
                    interaction, viewer, source, viewer.appearance
                ),
                Purpose.RATE: self.rate,
            }
        )

    def add_to(self, router: Router) -> None:
        """Register the handlers of the button and the form."""
        router.add(EnterPuzzle, self.open_form)
        router.add(PuzzleForm, self.use_puzzle)

    async def open_form(self, interaction: Interaction, _: EnterPuzzle) -> None:
        """Open the form, which Discord only accepts as the first answer to a press."""
        try:
            await self._interactions.admit(interaction)
            viewer = await self._interactions.viewers.find(interaction, private=True)
            await self._interactions.show_form(interaction, PuzzleForm(viewer.localizer))
        except Exception as error:
            await answer_failure(interaction, error)

    async def use_puzzle(self, interaction: Interaction, _: PuzzleForm) -> None:
        """Play, solve or rate the puzzle of the form; only the user sees the answer."""
        fields = written_fields(interaction)
        async with self._interactions.answering(interaction, private=True) as viewer:
            text, file = fields.get("puzzle", "").strip("\n"), uploaded_file(interaction)
            source = await read_pasted(text or None, file, self._input_bytes)
            await self._uses[Purpose(fields["purpose"])](interaction, viewer, source)

    async def play(self, interaction: Interaction, viewer: Viewer, source: Source) -> None:
        """Open a board of a puzzle, and show it with a remark about the puzzle if there is one."""
        opened = await self._boards.open_pasted(
            interaction.user.id, source, interaction.guild_id, claim=claim_of(interaction)
        )
        caption = ""
        if opened.remark is not None:
            caption = viewer.localizer.say(playing.REMARKS[opened.remark])
        await self._display.show(interaction, viewer, opened.loaded, caption=caption)

    async def rate(self, interaction: Interaction, viewer: Viewer, source: Source) -> None:
        """Show how difficult a puzzle is."""
        rated = await self._ratings.rate(
            interaction.user.id, source, viewer.appearance, viewer.localizer.language
        )
        await reply(interaction, page(rating_text(viewer.localizer, rated), rated.drawing))
