"""Checks of somebody's marks: how many are wrong, which, and why."""

from dataclasses import dataclass

from jobs import Checked, CheckRequest, Look, check_marks
from narrator.checks import Detail
from play.clock import Help
from service.attempts import Attempts, Held
from service.help_costs import CHECKS
from service.hints import urgency_of
from solver.explain.mistakes import CheckOutcome
from workers.pool import Urgency, WorkPool


@dataclass(frozen=True, slots=True)
class Check:
    """What was found, the attempt in which it is counted, and as what; None for nothing."""

    held: Held
    detail: Detail
    found: Checked
    counted: Help | None


class Checks:
    """Checks marks in a worker pool."""

    def __init__(self, pool: WorkPool, attempts: Attempts) -> None:
        self._pool = pool
        self._attempts = attempts

    async def give(
        self, person: int, held: Held, detail: Detail, look: Look, language: str
    ) -> Check:
        """A check of somebody's board.

        Where all marks are right that is all it tells, so it counts as a count. Without marks, or
        where nothing could be found out, it counts as none.
        """
        request = CheckRequest(held.pad.board, detail, look, language)
        urgency = Urgency.SLOW if detail is Detail.WHY else urgency_of(held)
        found = await self._pool.run(check_marks, request, person=person, urgency=urgency)
        counted = _counted(held, found, detail)
        if counted is not None:
            held = await self._attempts.help(person, held.attempt.id, counted)
        return Check(held, detail, found, counted)


def _counted(held: Held, found: Checked, detail: Detail) -> Help | None:
    if not any(held.pad.board.marks):
        return None
    match found.outcome:
        case CheckOutcome.RIGHT:
            return Help.CHECK_COUNT
        case CheckOutcome.WRONG | CheckOutcome.NOT_TOGETHER:
            return CHECKS[detail]
        case _:
            return None
