"""Reveals the solution of a board, as a picture or an animation."""

from msgspec import Struct

from jobs.appearance import Appearance
from jobs.playing import Animation, AnimationRequest, animate_solution
from jobs.reading import PastedText
from jobs.solving import SolveAnswer, solve_puzzle
from play.calendar import is_open
from puzzle.notation import format_puzzle
from renderer.errors import RendererError
from service.attempts import Attempts
from service.loaded_attempt import LoadedAttempt
from service.running.clock import Clock
from service.running.interaction_claims import Claim
from service.solving import Solving
from workers.errors import TimedOut
from workers.pool import Priority, WorkPool


class RevealedSolution(Struct, frozen=True):
    """The solution of a board and the attempt, which ends if it was unsolved.

    `moving` is an animation, None if none was requested (`animate`) or possible.
    """

    loaded: LoadedAttempt
    answer: SolveAnswer
    animate: bool = False
    moving: Animation | None = None


class Solutions:
    """Reveals solutions, drawn in a worker pool as files of at most `file_bytes` bytes."""

    def __init__(
        self, pool: WorkPool, attempts: Attempts, solving: Solving, file_bytes: int, now: Clock
    ) -> None:
        self._pool = pool
        self._attempts = attempts
        self._solving = solving
        self._file_bytes = file_bytes
        self._now = now

    def is_live(self, loaded: LoadedAttempt) -> bool:
        """Whether a board is of a daily that can still be ranked, so that revealing costs more."""
        day = loaded.attempt.day
        return day is not None and is_open(day, self._now())

    async def reveal(  # noqa: PLR0913 - independent choices
        self,
        person: int,
        loaded: LoadedAttempt,
        appearance: Appearance,
        language: str,
        *,
        animate: bool = False,
        limit: int | None = None,
        claim: Claim | None = None,
    ) -> RevealedSolution:
        """Reveal the solution of a board; an unsolved attempt ends.

        An animation has at most `limit` bytes, and never more than `file_bytes`. Raises
        `AlreadyClaimed` if another handler has claimed the interaction.
        """
        source = PastedText(format_puzzle(loaded.puzzle, "loopy"))
        request = self._solving.request(source, appearance, language)
        answer = await self._pool.run(solve_puzzle, request, person=person)
        moving = (
            await self._animate(person, loaded, appearance, language, limit) if animate else None
        )
        if answer.solutions and needs_question(loaded):  # the person knows the solution from now on
            loaded = await self._attempts.record_reveal(person, loaded.attempt.id, claim=claim)
        return RevealedSolution(loaded, answer, animate, moving)

    async def _animate(
        self,
        person: int,
        loaded: LoadedAttempt,
        appearance: Appearance,
        language: str,
        limit: int | None,
    ) -> Animation | None:
        """An animation of the solution; None if it cannot be explained completely or in time."""
        most = self._file_bytes if limit is None else min(limit, self._file_bytes)
        request = AnimationRequest(loaded.puzzle, appearance, most, language)
        try:
            moving = await self._pool.run(
                animate_solution, request, person=person, priority=Priority.LONG
            )
        except (TimedOut, RendererError):
            return None
        return moving if moving.solved else None


def needs_question(loaded: LoadedAttempt) -> bool:
    """Whether revealing the solution ends the attempt, so that the person has to confirm it."""
    return not loaded.is_over
