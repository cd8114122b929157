"""Drills that are answered on the board page.

Of such a drill only the pending message of its answer is stored, which takes the place of the drill
in chat. It is withdrawn when something else is asked or answered there, and its page ends with it.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import Board, EdgeState
from service.errors import InputError, NotYours, Problem
from service.learning.training import AnsweredDrill, AskedDrill, DrillPlan, GivenAnswer, Training
from service.running.clock import Clock
from service.running.outbox import TOKEN_LIFETIME
from service.running.readers import InteractionToken, Reader
from solver.drills import unpack
from solver.errors import DrillTextError
from store import outbox, players
from store.database import Database
from store.records import PendingMessage, Target
from store.transaction import Connection


class DrillPages(Struct, eq=False):
    """Stores, shows and judges drills of pages; `now` gives the current time."""

    database: Database
    training: Training
    now: Clock

    async def put(self, reader: Reader, asked: AskedDrill, token: InteractionToken) -> int:
        """The number by which a page finds a drill, which the press with a token shows in chat.

        It takes the place of the last one of the person.
        """
        person, text, now = reader.person, asked.question.text, self.now()
        until = now + TOKEN_LIFETIME
        message = PendingMessage(
            f"drill:{person}:{text}",
            {"plan": asked.plan.value, "text": text, "language": reader.language},
            Target.PRESSED,
            0,
            until,
            until,
            person_id=person,
            application_id=token.application_id,
            token=token.token,
        )

        async def store(connection: Connection) -> int:
            await players.lock(connection, person)
            await players.ensure(connection, person, now)
            await outbox.withdraw(connection, f"drill:{person}:")
            await outbox.add(connection, message)
            stored = await outbox.get(connection, message.key)
            return 0 if stored is None else stored.id

        return await self.database.write(store)

    async def shown(self, reader: Reader, number: int) -> tuple[Board, AnsweredDrill | None]:
        """The board of a drill with what is drawn, and how that was judged, if it is the answer.

        Raises `NotYours` if the drill is there no more.
        """
        message = await self._message(reader, number)
        try:
            board = unpack(message.subject["text"]).board
        except DrillTextError as error:
            raise InputError(Problem.DRILL_GONE) from error
        return board.mark(_given(message).drawn), await self.answered(reader, message)

    async def answer(self, reader: Reader, number: int, drawn: Mapping[int, EdgeState]) -> None:
        """Judge what was drawn on a page, unless that was done before."""
        message = await self._message(reader, number)
        given, plan = _given(message), DrillPlan(message.subject["plan"])
        if not given.drawn:
            given = replace(given, drawn=drawn, at=self.now())
            await self.training.judge(reader, plan, given, message)

    async def answered(self, reader: Reader, message: PendingMessage) -> AnsweredDrill | None:
        """The answer on a page, judged; None if there is none."""
        given = _given(message)
        if not given.drawn:
            return None
        judged, known = await self.training.judged(reader, given), None
        if message.subject["counted"]:
            known = (await self.training.mastery(reader.person)).skills.get(judged.technique)
        return AnsweredDrill(DrillPlan(message.subject["plan"]), judged, known)

    async def _message(self, reader: Reader, number: int) -> PendingMessage:
        message = await self.database.read(outbox.own, "drill:", reader.person, number)
        if message is None:
            raise NotYours
        return message


def _given(message: PendingMessage) -> GivenAnswer:
    """The answer that a message tells; nothing is drawn before."""
    drawn = {edge: EdgeState(state) for edge, state in message.subject.get("drawn", ())}
    shown_at = message.expires_at - TOKEN_LIFETIME
    return GivenAnswer(message.subject.get("text", ""), drawn, shown_at, shown_at)
