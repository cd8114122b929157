"""Hints: finds the next step on a board, describes it at a level of detail, and counts the help."""

from dataclasses import dataclass

from jobs import Appearance, HintAnswer, HintRequest, find_hint
from narrator.narration import Level
from play.clock import Help
from service.attempts import Attempts
from service.help_costs import HINTS, count_help, require_given
from service.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import Claim
from service.training import Training
from solver.explain.explainer import NoStep
from workers.pool import Priority, WorkPool

QUICK_CELLS = 100
"""Maximum cells of a board for quick jobs; on larger ones a step may take a second or more."""

MAX_OTHERS = 99
"""Maximum number of the hints that can be asked for after the first; then they begin again."""

LAST_STEPS, LAST_EDGES = 3, 40
"""Maximum numbers of the last actions of a player, and of edges of each, that a hint is near to."""


@dataclass(frozen=True, slots=True)
class HintResult:
    """The hint, the attempt after it, and the help it counts as, None for none.

    `repeated`: this help was counted before for the same marks, so it costs nothing more.
    `another`: how many other hints came before it.
    `part`: the number of the part of the argument that is shown, from 1; None for all of it.
    """

    loaded: LoadedAttempt
    level: Level
    found: HintAnswer
    counted: Help | None
    repeated: bool = False
    another: int = 0
    part: int | None = None

    @property
    def next_number(self) -> int:
        """The number of the hint after this one."""
        return (self.another + 1) % (MAX_OTHERS + 1)


class Hints:
    """Finds hints in a worker pool."""

    def __init__(self, pool: WorkPool, attempts: Attempts, training: Training) -> None:
        self._pool = pool
        self._attempts = attempts
        self._training = training

    async def give(  # noqa: PLR0913 - independent choices
        self,
        person: int,
        loaded: LoadedAttempt,
        level: Level,
        appearance: Appearance,
        language: str,
        *,
        another: int = 0,
        claim: Claim | None = None,
    ) -> HintResult:
        """Find a hint for a person's board and count it; `another` asks for a different one.

        If wrong marks prevent a step, the hint counts as a nudge; if there is no step for another
        reason, it is not counted. The same hint for the same marks is counted once. A technique
        that is named, and that the person has practised, is due for practice again. Raises
        `AlreadyClaimed` if another handler has claimed the interaction.
        """
        near = last_edges(loaded)
        request = HintRequest(loaded.pad.board, level, appearance, language, near, another)
        found = await self._pool.run(
            find_hint, request, person=person, priority=priority_of(loaded)
        )
        counted = _help_to_count(found, level)
        loaded, repeated = await count_help(
            self._attempts, person, loaded, counted, about=found.about, another=another, claim=claim
        )
        if found.technique is not None and level is not Level.NUDGE and not repeated:
            await self._training.make_due(person, found.technique)
        return HintResult(loaded, level, found, counted, repeated, another)

    async def give_part(  # noqa: PLR0913 - independent choices
        self,
        person: int,
        loaded: LoadedAttempt,
        number: int,
        appearance: Appearance,
        language: str,
        *,
        another: int = 0,
    ) -> HintResult:
        """Show a part of the step that was told for the same marks; 0 is the whole step again.

        `another` is the number of the hint, as in `give`. Nothing is counted. Raises `InputError`
        if the step was not told for the marks that are on the board now.
        """
        require_given(loaded, HINTS[Level.STEP], another)
        part, near = number or None, last_edges(loaded)
        request = HintRequest(
            loaded.pad.board, Level.STEP, appearance, language, near, another, part
        )
        found = await self._pool.run(
            find_hint, request, person=person, priority=priority_of(loaded)
        )
        return HintResult(loaded, Level.STEP, found, None, another=another, part=part)


def last_edges(loaded: LoadedAttempt) -> tuple[tuple[int, ...], ...]:
    """The edges that a player changed with the last actions, the latest first."""
    steps = loaded.pad.done[-LAST_STEPS:]
    return tuple(
        tuple(change.edge for change in step.changes[:LAST_EDGES]) for step in reversed(steps)
    )


def priority_of(loaded: LoadedAttempt) -> Priority:
    """The priority of a job on this board: quick for small boards, slow for large ones."""
    return Priority.QUICK if len(loaded.puzzle.clues) <= QUICK_CELLS else Priority.SLOW


def _help_to_count(found: HintAnswer, level: Level) -> Help | None:
    """The kind of help that a hint counts as; None if it is not counted."""
    if found.missing is None:
        return HINTS[level]
    return Help.NUDGE if found.missing is NoStep.WRONG_MARKS else None
