"""What the page of a draft shows and changes: clues that a person enters, one after the other.

The page sends what was set since its last answer, again until it is answered: setting a clue twice
is setting it once. So only opening a board is a numbered request. Each answer is the whole draft,
as others may have changed it, with the number of its solutions: while one is counted the page
waits, so of clues that are typed quickly the last ones are counted together.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import structlog
from aiohttp import web
from msgspec import Struct
from msgspec.structs import replace

from puzzle.places import cell_name
from service.drafts import PuzzleDraft, copied_texts
from service.errors import NotYours
from service.readers import Reader
from service.running.interaction_claims import RequestClaim
from service.services import Services
from store.errors import StoreError
from store.records import DraftSession, Player
from telemetry.logs import request_id
from telemetry.metrics import observed
from texts.drafts import draft_words, page_title, told_count
from web.page_requests import PlayDraft, SetClues
from web.plain_text import plain_failure
from web.readers import page_theme
from workers.errors import Busy

DRAFT_WEIGHTS: Mapping[type[SetClues | PlayDraft | None], float] = MappingProxyType(
    {type(None): 6, SetClues: 1.5, PlayDraft: 6}
)
"""The weights of asking for a whole draft, of setting clues and of opening a board against the rate
limit of a person."""

log = structlog.stdlib.get_logger(__name__)


class DraftPage(Struct, frozen=True):
    """A page that has a session of a draft; its methods raise `NotYours` once that is gone."""

    services: Services
    session: DraftSession
    token: str
    reader: Reader
    player: Player

    async def whole(self) -> web.Response:
        """What the page needs once, and the draft as it is now."""
        draft = await self._find()
        grid, localizer = draft.puzzle.grid, self.reader.localizer
        return web.json_response(
            {
                "title": page_title(localizer, draft),
                "names": [cell_name(grid, cell) for cell in range(len(grid.cells))],
                "language": localizer.language,
                "theme": page_theme(self.player),
                "words": draft_words(localizer),
                **await self._value(draft),
            }
        )

    async def do(self, asked: SetClues | PlayDraft) -> web.Response:
        """Do what the page asks for; 409 with the reason if it cannot be done, and 503 if it can be
        done later.
        """
        name = "clues" if isinstance(asked, SetClues) else "play"
        with (
            structlog.contextvars.bound_contextvars(request=request_id()),
            observed(self.services.pool.metrics.page_answers, name) as timing,
        ):
            try:
                if isinstance(asked, SetClues):
                    return web.json_response(await self._set(asked))
                return web.json_response({"token": await self._play(asked)})
            except NotYours:
                raise
            except Exception as error:
                timing.record_failure(error)
                log.info("request of a page refused", reason=type(error).__name__)
                later = isinstance(error, Busy | StoreError)
                text = plain_failure(self.reader.localizer, error)
                return web.json_response({"text": text}, status=503 if later else 409)

    async def _set(self, asked: SetClues) -> dict[str, Any]:
        if not asked.clues and not asked.certain:
            return await self._value(await self._find())
        draft = await self.services.drafts.set_clues(
            self.reader,
            self.session.draft_id,
            dict(asked.clues),
            certain=asked.certain,
            size=asked.size,
        )
        return await self._value(draft)

    async def _play(self, asked: PlayDraft) -> str:
        """The token of the board page with a board of the puzzle."""
        claim = RequestClaim(self.session.hash, asked.s, asked.n)
        reader = replace(self.reader, claim=claim)

        async def open_board() -> int:
            opened = await self.services.drafts.open_draft(reader, await self._find())
            return opened.loaded.attempt.id

        return await self.services.board_links.follow(reader, self.token, open_board)

    async def _find(self) -> PuzzleDraft:
        return await self.services.drafts.get(self.reader.person, self.session.draft_id)

    async def _value(self, draft: PuzzleDraft) -> dict[str, Any]:
        """A draft as the page takes it."""
        puzzle, count = draft.puzzle, ""
        try:
            counted = await self.services.drafts.count(draft)
        except Exception as error:  # what is set is stored all the same
            told = plain_failure(self.reader.localizer, error)
        else:
            count, told = counted.value, told_count(self.reader.localizer, draft, counted)
        copied = copied_texts(puzzle)
        return {
            "size": puzzle.size,
            "cols": puzzle.grid.cols,
            "clues": puzzle.clues,
            "doubts": draft.doubts,
            "count": count if puzzle.clue_cells else "",
            "told": told,
            "texts": {"id": copied.id, "rows": copied.rows, "link": copied.address},
        }
