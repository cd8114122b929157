"""Puzzles of pictures and of doubtful texts: asked about in private before they are used."""

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from msgspec.structs import replace

from bot.answering.attachments import FoundSource, fetch_picture
from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.drafts.display import DraftDisplay, OtherReading
from jobs.errors import NothingFound
from jobs.reading import RECOGNISED, MessageTexts, PastedText
from narrator.problems import localize
from puzzle.errors import AmbiguousTextError, PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import format_loopy, parse_loopy
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
        """Call `use` with texts that have a puzzle; ask in private instead about that of a picture,
        and about texts that may be several boards.

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
                if isinstance(error, AmbiguousTextError) and source.picture is None:
                    await self._ask(interaction, reader, error, purpose)
                    return
            else:
                return
        if source.picture is None:
            raise miss
        reader = await self._interactions.turn_private(interaction, reader)
        try:
            fetch = partial(fetch_picture, source.picture)
            found = await self._drafts.read_picture(reader, fetch)
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

    async def _ask(
        self, interaction: Interaction, reader: Reader, doubt: AmbiguousTextError, purpose: str
    ) -> None:
        """Ask which of several boards a text is; the likeliest is a draft."""
        puzzles = [parse_loopy(text) for text in doubt.candidates]
        if any(not puzzle.rules.is_plain for puzzle in puzzles):
            raise doubt
        reader = await self._interactions.turn_private(interaction, reader)
        told = [localize(reading, reader.localizer) for reading in doubt.readings]
        first, *rest = puzzles
        draft = await self._drafts.begin_draft(reader, first, _unlike(first, rest), pictured=True)
        others = list[OtherReading]()
        unclaimed = replace(reader, claim=None)  # it is that of the first draft
        for puzzle, reading in zip(rest, told[1:], strict=True):
            doubts = _unlike(puzzle, [first])
            other = await self._drafts.begin_draft(unclaimed, puzzle, doubts, pictured=True)
            drawing = await self._drafts.draw(reader, other)
            others.append(OtherReading(other.id, reading, drawing))
        await self._display.show(
            interaction, reader, draft, caption=told[0], original="", use=purpose, others=others
        )


def _unlike(puzzle: Puzzle, others: Collection[Puzzle]) -> frozenset[int]:
    """The cells of a puzzle that differ from those of others, laid over it where they fit best.

    >>> sorted(_unlike(parse_loopy("2x3:123410"), [parse_loopy("2x2:3410")]))
    [0, 1]
    """
    return frozenset[int]().union(*(_unlike_one(puzzle, other) for other in others))


def _unlike_one(puzzle: Puzzle, other: Puzzle) -> frozenset[int]:
    ours, theirs = puzzle.clue_rows, other.clue_rows
    down, right = len(ours) - len(theirs), len(ours[0]) - len(theirs[0])
    clues = {(y, x): clue for y, row in enumerate(theirs) for x, clue in enumerate(row)}
    return min(
        (
            frozenset(
                y * len(row) + x
                for y, row in enumerate(ours)
                for x, clue in enumerate(row)
                if clues.get((y - top, x - left), -1) != clue
            )
            for top in {0, down}
            for left in {0, right}
        ),
        key=len,
    )
