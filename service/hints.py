"""Hints for somebody's board: the next step, told as far as they want to know, and counted."""

from dataclasses import dataclass

from jobs import Appearance, HintAnswer, HintRequest, find_hint
from narrator.narration import Level
from play.clock import Help
from service.attempts import Attempts, LoadedAttempt
from service.help_costs import HINTS
from solver.explain.explainer import NoStep
from workers.pool import Priority, WorkPool

QUICK_CELLS = 100
"""On larger boards finding a step may take a second or more."""


@dataclass(frozen=True, slots=True)
class HintResult:
    """What was found, the attempt in which it is counted, and as what; None for nothing."""

    loaded: LoadedAttempt
    level: Level
    found: HintAnswer
    counted: Help | None


class Hints:
    """Finds hints in a worker pool."""

    def __init__(self, pool: WorkPool, attempts: Attempts) -> None:
        self._pool = pool
        self._attempts = attempts

    async def give(
        self,
        person: int,
        loaded: LoadedAttempt,
        level: Level,
        appearance: Appearance,
        language: str,
    ) -> HintResult:
        """A hint for somebody's board.

        Where wrong marks are all there is to tell, it counts as a nudge; a hint that tells
        nothing about the loop counts as none.
        """
        request = HintRequest(loaded.pad.board, level, appearance, language)
        found = await self._pool.run(
            find_hint, request, person=person, priority=priority_of(loaded)
        )
        counted = _help_to_count(found, level)
        if counted is not None:
            loaded = await self._attempts.add_help(person, loaded.attempt.id, counted)
        return HintResult(loaded, level, found, counted)


def priority_of(loaded: LoadedAttempt) -> Priority:
    """How long a job on this board may take."""
    return Priority.QUICK if len(loaded.puzzle.clues) <= QUICK_CELLS else Priority.SLOW


def _help_to_count(found: HintAnswer, level: Level) -> Help | None:
    if found.missing is None:
        return HINTS[level]
    return Help.NUDGE if found.missing is NoStep.WRONG_MARKS else None
