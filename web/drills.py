"""What the page of a drill shows: a board on which a person draws what follows, and the verdict.

What is drawn stays on the page until it is the answer; the server knows that alone.
"""

from collections.abc import Iterator
from typing import Any

from service.learning.training import AnsweredDrill
from service.running.readers import Reader
from texts import practice as texts
from texts.board_page import page_words
from web.answers import PageContent
from web.board_data import marks_of
from web.boards import shared_value
from web.page_actions import moment_value, ways_picture, ways_values
from web.page_requests import STATES, Asked, AskPart, InvalidRequest, Judge
from web.plain_text import plain


class DrillContent(PageContent):
    """The drill of a page that has a session of it."""

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""
        localizer = self.reader.localizer
        board, _ = await self.services.drill_pages.shown(self.reader, self.number)
        title = localizer.say(texts.TITLE)
        return {
            **shared_value(self.player, self.reader, board.puzzle, title),
            "words": page_words(localizer) | texts.page_words(localizer),
            "drill": plain(localizer.say(texts.FIND)),
        }

    async def whole(self) -> dict[str, Any]:
        """The board, and the verdict on the answer once there is one."""
        pages, number = self.services.drill_pages, self.number
        board, answered = await pages.shown(self.reader, number)
        marks = marks_of(board)
        if answered is None:
            return {"marks": marks, "revision": 0}
        moments = [*self._moments(answered, marks)]
        return {"marks": marks, "revision": 1, "ended": "answered", "moments": moments}

    async def _do(self, asked: Asked, reader: Reader) -> dict[str, Any]:
        pages = self.services.drill_pages
        if isinstance(asked, Judge):
            drawn = {edge: STATES[mark] for edge, mark in asked.edges}
            await pages.answer(reader, self.number, drawn)
            return await self.whole()
        _, answered = await pages.shown(reader, self.number)
        if isinstance(asked, AskPart) and answered is not None:
            drawing = await self.services.training.ways(reader, answered.judged.text)
            return ways_picture(reader.localizer, drawing)
        raise InvalidRequest(type(asked).__name__)

    def _moments(self, answered: AnsweredDrill, marks: str) -> Iterator[dict[str, Any]]:
        """The verdict on its counterexample, if there is one, and the reason."""
        localizer, judged = self.reader.localizer, answered.judged
        told = texts.verdict_on(localizer, judged)
        if judged.counterexample is not None:
            yield moment_value(plain(told), judged.counterexample, marks)
            told = ""
        note = texts.skill_note(localizer, answered.skill)
        told = f"{told}\n{texts.reason_text(localizer, judged)}\n{note}".strip()
        ask = {"do": "part", "of": "ways", "number": 0}
        ways = ways_values(localizer, bool(judged.text), ask)
        yield moment_value(plain(told), judged.drawing, marks) | {"ways": ways}
