"""Puzzles in pictures that people send: read, and asked about in private before they are used."""

from collections.abc import Awaitable, Callable

from bot.answering.attachments import FoundSource, fetch_picture
from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.drafts.display import DraftDisplay
from jobs.errors import NothingFound
from jobs.reading import RECOGNISED, MessageTexts, PastedText
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from service.errors import InputError
from service.running.readers import Reader
from texts.drafts import other_pictures


class PictureHandlers:
    """Finds the puzzle in texts or, where these have none, in a picture."""

    def __init__(self, chat: Chat, display: DraftDisplay) -> None:
        self._interactions = chat.interactions
        self._drafts = chat.use.drafts
        self._display = display

    async def use(
        self,
        interaction: Interaction,
        reader: Reader,
        source: FoundSource,
        purpose: str,
        use: Callable[[Reader, PastedText | MessageTexts], Awaitable[None]],
    ) -> None:
        """Call `use` with texts that have a puzzle; ask about that of a picture in private instead.

        `purpose` is the action of the draft's button that does what is asked for.
        A picture of Ouro's own is used at once. `use` raises `PuzzleError` or `NothingFound` for
        texts without a puzzle. What is nearly a puzzle in them is told if the picture cannot be
        read either.
        """
        miss: Exception = NothingFound()
        if source.texts is not None:
            try:
                await use(reader, source.texts)
            except (PuzzleError, NothingFound) as error:
                miss = error
            else:
                return
        if source.picture is None:
            raise miss
        reader = await self._interactions.turn_private(interaction, reader)
        try:
            data = await fetch_picture(source.picture)
            found = await self._drafts.read_picture(reader, data)
        except (PuzzleError, InputError):
            if isinstance(miss, PuzzleError):
                raise miss from None
            raise
        if isinstance(found, Puzzle):
            await use(reader, PastedText(format_loopy(found), RECOGNISED))
            return
        caption = other_pictures(reader.localizer, source.picture.others)
        await self._display.show(
            interaction,
            reader,
            found,
            caption=caption,
            original=source.picture.url,
            use=purpose,
        )
