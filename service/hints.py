"""Hints for somebody's board: the next step, told as far as they want to know, and counted."""

from dataclasses import dataclass

from jobs import Hinted, HintRequest, Look, find_hint
from narrator.narration import Level
from play.clock import Help
from service.attempts import Attempts, Held
from service.help_costs import HINTS
from solver.explain.explainer import NoStep
from workers.pool import Urgency, WorkPool

QUICK_CELLS = 100
"""On larger boards finding a step may take a second or more."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found, the attempt in which it is counted, and as what; None for nothing."""

    held: Held
    level: Level
    found: Hinted
    counted: Help | None


class Hints:
    """Finds hints in a worker pool."""

    def __init__(self, pool: WorkPool, attempts: Attempts) -> None:
        self._pool = pool
        self._attempts = attempts

    async def give(self, person: int, held: Held, level: Level, look: Look, language: str) -> Hint:
        """A hint for somebody's board.

        Where wrong marks are all there is to tell, it counts as a nudge; a hint that tells
        nothing about the loop counts as none.
        """
        request = HintRequest(held.pad.board, level, look, language)
        found = await self._pool.run(find_hint, request, person=person, urgency=urgency_of(held))
        counted = _counted(found, level)
        if counted is not None:
            held = await self._attempts.help(person, held.attempt.id, counted)
        return Hint(held, level, found, counted)


def urgency_of(held: Held) -> Urgency:
    """How long a job on this board may take."""
    return Urgency.QUICK if len(held.puzzle.clues) <= QUICK_CELLS else Urgency.SLOW


def _counted(found: Hinted, level: Level) -> Help | None:
    if found.missing is None:
        return HINTS[level]
    return Help.NUDGE if found.missing is NoStep.WRONG_MARKS else None
