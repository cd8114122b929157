"""Puzzles of pictures and of doubtful texts: asked about in private before they are used."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bot.answering.attachments import FILES_SEARCHED, FoundPicture, FoundSource, fetch_picture
from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.drafts.display import HINTS, DraftDisplay, OtherReading
from jobs.errors import NothingFound
from jobs.playing import Wanted
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


class FoundBoard(NamedTuple):
    """A board that was read, what is told of that, and the address of its picture or nothing."""

    reading: PictureReading
    told: str
    url: str = ""


class PictureHandlers:
    """Finds the puzzle in texts or, where these have none, in a picture."""

    def __init__(self, chat: Chat, display: DraftDisplay) -> None:
        self._interactions = chat.interactions
        self._drafts = chat.use.drafts
        self._display = display

    async def hint(
        self,
        interaction: Interaction,
        reader: Reader,
        source: FoundSource,
        wanted: Wanted = Wanted.STEP,
        moves: str | None = None,
    ) -> None:
        """Give a hint for the puzzle in texts, with the moves made there, or in pictures."""

        async def use(seen_by: Reader, found: PastedText | MessageTexts) -> None:
            draft = await self._drafts.begin_text(seen_by, found, moves)
            await self._display.hint(interaction, seen_by, draft, wanted)

        await self.use(interaction, reader, source, wanted.value, use)

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
        A picture of Ouro's own without marks is used at once, and so is the only board of pictures
        for a hint if its clues are certain; all boards of several ones are offered. `use` raises
        `PuzzleError` or `NothingFound` for texts without a puzzle. What is nearly a puzzle in them
        is told if no picture can be read either.
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
        found = await self._read(reader, source.pictures, miss)
        only = found[0].reading
        if purpose not in HINTS and len(found) == 1 and only.recognised and not only.marks:
            await use(reader, PastedText(format_loopy(only.puzzle), RECOGNISED))
            return
        left = other_pictures(reader.localizer, len(source.pictures) - FILES_SEARCHED)
        await self._offer(interaction, reader, found, purpose, left)

    async def _read(
        self, reader: Reader, pictures: Sequence[FoundPicture], miss: Exception
    ) -> list[FoundBoard]:
        """The boards of the first pictures.

        Without any, raises `miss` if that tells what is nearly a puzzle, else what is wrong with
        the first picture.
        """
        found = list[FoundBoard]()
        for number, picture in enumerate(pictures[:FILES_SEARCHED], 1):
            try:
                reading = await self._drafts.read_picture(reader, partial(fetch_picture, picture))
            except (PuzzleError, InputError) as error:
                miss = error if isinstance(miss, NothingFound) else miss
            else:
                told = reader.localizer.say(PICTURE, number=number)
                found.append(FoundBoard(reading, told, picture.url))
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
        readings = [PictureReading(puzzle, _unlike(puzzle, puzzles)) for puzzle in puzzles]
        told = [localize(each, reader.localizer) for each in doubt.readings]
        found = list(map(FoundBoard, readings, told))
        await self._offer(interaction, reader, found, purpose, told[0])

    async def _offer(
        self,
        interaction: Interaction,
        reader: Reader,
        found: Sequence[FoundBoard],
        purpose: str,
        caption: str,
    ) -> None:
        """Ask about the first board, with the others below; of the only one, tell a hint at once if
        that is wanted and its clues are certain."""
        drafts, others = list[PuzzleDraft](), list[OtherReading]()
        for each in found:
            draft = await self._drafts.begin_draft(reader, each.reading, pictured=True)
            drafts.append(replace(draft, original=each.url))
            reader = replace(reader, claim=None)  # it is that of the first draft
        first, *rest = drafts
        if purpose in HINTS and not rest and not first.in_doubt:
            await self._display.hint(interaction, reader, first, Wanted(purpose))
            return
        for draft, each in zip(rest, found[1:], strict=True):
            others.append(OtherReading(draft, each.told, await self._drafts.draw(reader, draft)))
        ask = partial(self._display.show, interaction, reader, first)
        await ask(caption=caption, use=purpose, others=others)


def _unlike(puzzle: Puzzle, others: Collection[Puzzle]) -> tuple[int, ...]:
    """The cells of a puzzle that differ from those of others, laid over it where they fit best.

    >>> _unlike(parse_loopy("2x3:123410"), [parse_loopy("2x2:3410")])
    (0, 1)
    """
    return tuple(sorted(set[int]().union(*(_unlike_one(puzzle, other) for other in others))))


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
