"""Puzzles of pictures and of doubtful texts: asked about in private before they are used."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from bot.answering.attachments import (
    FILES_SEARCHED,
    FoundPicture,
    FoundSource,
    fetch_picture,
)
from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.drafts.display import HINT, DraftDisplay, OtherReading
from jobs.errors import NothingFound
from jobs.reading import RECOGNISED, MessageTexts, PastedText
from narrator.problems import localize
from puzzle.errors import AmbiguousTextError, PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import format_loopy, parse_loopy
from scanner.values import PictureReading
from service.errors import InputError
from service.playing.drafts import PuzzleDraft
from service.running.readers import Reader
from texts.drafts import PICTURE, other_pictures

Show: TypeAlias = Callable[[Reader, PuzzleDraft, str], Awaitable[None]]
"""Answers with a draft that was read from the picture at an address."""
Offered: TypeAlias = tuple[PuzzleDraft, str, str]
"""A draft, how it was read, and the address of its picture or nothing."""


class PictureHandlers:
    """Finds the puzzle in texts or, where these have none, in a picture."""

    def __init__(self, chat: Chat, display: DraftDisplay) -> None:
        self._interactions = chat.interactions
        self._drafts = chat.use.drafts
        self.display = display

    async def use(  # noqa: PLR0913, PLR0917 - what a message has, and what is done with it
        self,
        interaction: Interaction,
        reader: Reader,
        source: FoundSource,
        purpose: str,
        use: Callable[[Reader, PastedText | MessageTexts], Awaitable[None]],
        show: Show | None = None,
    ) -> None:
        """Call `use` with texts that have a puzzle; ask in private instead about that of a picture,
        and about texts that may be several boards.

        `purpose` is the action of the draft's button that does what is asked for.
        A picture of Ouro's own without marks is used at once, and `show` is called with the only
        board of pictures; all boards of several ones are offered. `use` raises `PuzzleError` or
        `NothingFound` for texts without a puzzle. What is nearly a puzzle in them is told if no
        picture can be read either.
        """
        miss: Exception = NothingFound()
        if source.texts is not None:
            try:
                await use(reader, source.texts)
            except (PuzzleError, NothingFound) as error:
                miss = error
                if isinstance(error, AmbiguousTextError) and not source.pictures:
                    await self._ask(interaction, reader, error, purpose)
                    return
            else:
                return
        if not source.pictures:
            raise miss
        reader = await self._interactions.turn_private(interaction, reader)
        readings = await self._read(reader, source.pictures, miss)
        first = readings[0][0]
        plain = first.recognised and not first.marks and len(readings) == 1
        if plain and purpose != HINT:
            await use(reader, PastedText(format_loopy(first.puzzle), RECOGNISED))
            return
        offered = list[Offered]()
        for number, (reading, url) in enumerate(readings, 1):
            draft = await self._drafts.begin_picture(reader, reading)
            reader = replace(reader, claim=None)  # it is that of the first draft
            offered.append((draft, reader.localizer.say(PICTURE, number=number), url))
        left = other_pictures(reader.localizer, len(source.pictures) - FILES_SEARCHED)
        await self._offer(interaction, reader, offered, purpose, left, show)

    async def _read(
        self, reader: Reader, pictures: Sequence[FoundPicture], miss: Exception
    ) -> list[tuple[PictureReading, str]]:
        """What is read from the first pictures, each with its address.

        Without any, raises `miss` if that tells what is nearly a puzzle, else what is wrong with
        the first picture.
        """
        found = list[tuple[PictureReading, str]]()
        for picture in pictures[:FILES_SEARCHED]:
            try:
                fetch = partial(fetch_picture, picture)
                found.append((await self._drafts.read_picture(reader, fetch), picture.url))
            except (PuzzleError, InputError) as error:
                miss = error if isinstance(miss, NothingFound) else miss
        if not found:
            raise miss
        return found

    async def _ask(
        self, interaction: Interaction, reader: Reader, doubt: AmbiguousTextError, purpose: str
    ) -> None:
        """Ask which of several boards a text is; the likeliest is a draft."""
        puzzles = [parse_loopy(text) for text in doubt.candidates]
        if any(not puzzle.rules.is_plain for puzzle in puzzles):
            raise doubt
        reader = await self._interactions.turn_private(interaction, reader)
        told = [localize(reading, reader.localizer) for reading in doubt.readings]
        offered = list[Offered]()
        for puzzle, reading in zip(puzzles, told, strict=True):
            doubts = _unlike(puzzle, puzzles[:1] if offered else puzzles[1:])
            draft = await self._drafts.begin_draft(reader, puzzle, doubts, pictured=True)
            reader = replace(reader, claim=None)  # it is that of the first draft
            offered.append((draft, reading, ""))
        await self._offer(interaction, reader, offered, purpose, told[0])

    async def _offer(  # noqa: PLR0913, PLR0917 - what is offered, and what it is for
        self,
        interaction: Interaction,
        reader: Reader,
        offered: Sequence[Offered],
        purpose: str,
        caption: str,
        show: Show | None = None,
    ) -> None:
        """Show the only draft by `show`, or ask about the first one, with the others below."""
        (draft, _, original), *rest = offered
        if show is not None and not rest:
            await show(reader, draft, original)
            return
        others = [
            OtherReading(other.id, told, await self._drafts.draw(reader, other), url)
            for other, told, url in rest
        ]
        ask = partial(self.display.show, interaction, reader, draft)
        await ask(caption=caption, original=original, use=purpose, others=others)


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
