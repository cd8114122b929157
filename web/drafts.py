"""What the page of a draft shows and changes: clues that a person enters, one after the other.

Each answer is the whole draft, as others may have changed it, with the number of its solutions.
While one is counted the page waits and gathers what is set, so of clues that are typed quickly the
last ones are counted together.
"""

from typing import Any

from msgspec.structs import replace

from puzzle.places import cell_name
from service.playing.drafts import PuzzleDraft, copied_texts
from service.running.interaction_claims import RequestClaim
from store.records import DraftSession
from texts.drafts import draft_words, page_title, told_count
from web.answers import OwnContent
from web.page_requests import Asked, InvalidRequest, LookAgain, PlayDraft, SetClues
from web.plain_text import plain, plain_failure
from web.readers import page_theme


class DraftContent(OwnContent[DraftSession], frozen=True):
    """The draft of a page that has a session of it, with its `token`."""

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""
        draft = await self._find()
        grid, localizer = draft.puzzle.grid, self.reader.localizer
        return {
            "geometry": {
                "title": page_title(localizer, draft),
                "size": draft.puzzle.size,
                "cols": grid.cols,
                "names": [cell_name(grid, cell) for cell in range(len(grid.cells))],
            },
            "language": self.reader.language,
            "theme": page_theme(self.player),
            "words": draft_words(localizer),
        }

    async def whole(self) -> dict[str, Any]:
        """The draft as it is now."""
        return await self._value(await self._find())

    current = whole

    async def do(self, asked: Asked) -> dict[str, Any]:
        """The answer to a request; raises what the use cases raise, and `InvalidRequest`."""
        claim = RequestClaim(self.session.hash, asked.s, asked.n)
        drafts, reader = self.services.drafts, replace(self.reader, claim=claim)
        if isinstance(asked, LookAgain):
            return await self.whole()
        if isinstance(asked, SetClues):
            number, clues = self.session.draft_id, dict(asked.clues)
            draft = await drafts.set_clues(
                reader, number, clues, certain=asked.certain, size=asked.size
            )
            return await self._value(draft)
        if not isinstance(asked, PlayDraft):
            raise InvalidRequest(type(asked).__name__)

        async def open_board() -> int:
            opened = await drafts.open_draft(reader, await self._find())
            return opened.loaded.attempt.id

        links = self.services.board_links
        return {"token": await links.follow(reader, self.token, open_board)}

    async def _find(self) -> PuzzleDraft:
        return await self.services.drafts.get(self.reader.person, self.session.draft_id)

    async def _value(self, draft: PuzzleDraft) -> dict[str, Any]:
        """A draft as the page takes it."""
        puzzle, lines, count = draft.puzzle, draft.marks.lines, ""
        try:
            counted = await self.services.drafts.count(draft)
        except Exception as error:  # what is set is stored all the same
            told = plain_failure(self.reader.localizer, error)
        else:
            count = counted.value
            told = plain(told_count(self.reader.localizer, draft, counted))
        copied = copied_texts(puzzle)
        return {
            "revision": draft.revision,
            "size": puzzle.size,
            "clues": puzzle.clues,
            "doubts": draft.doubts,
            "lines": [[edge in lines for edge in sides] for sides in puzzle.grid.cell_edges],
            "count": count if puzzle.clue_cells else "",
            "told": told,
            "texts": {"id": copied.id, "rows": copied.rows, "link": copied.address},
        }
