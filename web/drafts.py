"""What the page of a draft shows and changes: clues that a person enters, one after the other.

Each answer is the whole draft, as others may have changed it, with the number of its solutions.
While one is counted the page waits and gathers what is set, so of clues that are typed quickly the
last ones are counted together.
"""

from typing import Any

from service.errors import SecretPuzzle
from service.playing.drafts import TURNS, PuzzleDraft, copied_texts
from service.running.readers import Reader
from texts.drafts import (
    MAX_CONTRADICTION,
    draft_words,
    page_title,
    rated_level,
    told_answer,
    told_count,
    told_rating,
)
from web.answers import PageContent
from web.board_data import geometry, rules_value
from web.page_requests import (
    AskAboutClues,
    AskContradiction,
    Asked,
    AskRating,
    AskRemovable,
    InvalidRequest,
    LookAgain,
    PlayDraft,
    ResizeDraft,
    SetClues,
    TurnDraft,
)
from web.plain_text import plain, plain_failure
from web.readers import page_theme


class DraftContent(PageContent):
    """The draft of a page that has a session of it, with its `token`."""

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""
        draft = await self._find()
        puzzle, localizer = draft.puzzle, self.reader.localizer
        grid = puzzle.grid
        return {
            "geometry": {
                **geometry(puzzle),
                "title": page_title(localizer, draft),
                "size": puzzle.size,
                "square": grid.is_square,
                "max": [len(edges) for edges in grid.cell_edges],
                "turns": [*TURNS] if grid.is_square else [],
            },
            "rules": rules_value(localizer, puzzle.rules),
            "language": self.reader.language,
            "theme": page_theme(self.player),
            "words": draft_words(localizer),
        }

    async def whole(self) -> dict[str, Any]:
        """The draft as it is now."""
        return await self._value(await self._find())

    async def _do(self, asked: Asked, reader: Reader) -> dict[str, Any]:
        drafts, number = self.services.drafts, self.number
        match asked:
            case AskAboutClues() | AskRating():
                return {"answer": await self._answer(asked)}
            case LookAgain():
                return await self.whole()
            case SetClues(size=size, clues=clues, certain=certain):
                draft = await drafts.set_clues(
                    reader, number, dict(clues), certain=certain, size=size
                )
                return await self._value(draft)
            case ResizeDraft(size=size, to=to):
                return await self._value(await drafts.resize(reader, number, to, size=size))
            case TurnDraft(size=size, how=how):
                return await self._value(await drafts.turn(reader, number, how, size=size))
            case PlayDraft():
                pass
            case _:
                raise InvalidRequest(type(asked).__name__)

        async def open_board() -> int:
            opened = await drafts.open_draft(reader, await self._find())
            return opened.loaded.attempt.id

        links = self.services.board_links
        return {"token": await links.follow(reader, self.token, open_board)}

    async def _find(self) -> PuzzleDraft:
        return await self.services.drafts.get(self.reader.person, self.number)

    async def _answer(self, asked: AskAboutClues | AskRating) -> dict[str, Any]:
        """The answer to a question; only what is told, if that is why there is none."""
        localizer, drafts, draft = self.reader.localizer, self.services.drafts, await self._find()
        of = {"of": str(asked.__struct_config__.tag), "revision": draft.revision}
        try:
            if isinstance(asked, AskRating):
                rating = await drafts.rate(draft)
                told = plain(told_rating(localizer, rating))
                return {**of, "level": rated_level(rating), "told": told}
            cell = getattr(asked, "cell", None)
            pairs = isinstance(asked, AskRemovable) and asked.pairs
            found = await drafts.ask(draft, asked.question, cell=cell, pairs=pairs)
        except SecretPuzzle as kept:
            return {**of, "groups": [], "complete": False, "told": plain_failure(localizer, kept)}
        words = told_answer(localizer, draft, asked.question, found, cell)
        is_large = (
            isinstance(asked, AskContradiction) and sum(map(len, found.groups)) > MAX_CONTRADICTION
        )
        groups = () if is_large else found.groups
        return {**of, "groups": groups, "complete": found.complete, "told": plain(words)}

    async def _value(self, draft: PuzzleDraft) -> dict[str, Any]:
        """A draft as the page takes it, with what follows from its clues."""
        count, forced = "", None
        try:
            draft, found = await self.services.drafts.follow(draft)
        except Exception as error:  # what is set is stored all the same
            told = plain_failure(self.reader.localizer, error)
        else:
            told = plain(told_count(self.reader.localizer, draft, found))
            if draft.puzzle.clue_cells:
                count = found.outcome.value
                lines, crosses = sorted(found.forced.lines), sorted(found.forced.crosses)
                forced = {"lines": lines, "crosses": crosses, "complete": found.complete}
        puzzle, drawn = draft.puzzle, draft.marks.lines
        copied = copied_texts(puzzle)
        return {
            "revision": draft.revision,
            "size": puzzle.size,
            "clues": puzzle.clues,
            "open": draft.open,
            "doubts": draft.doubts,
            "lines": sorted(drawn),
            "count": count,
            "forced": forced,
            "told": told,
            "texts": {"id": copied.id, "rows": copied.rows, "link": copied.address},
        }
