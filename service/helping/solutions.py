"""Reveals the solution of a board, as a picture or an animation."""

from msgspec import Struct

from jobs.playing import Animation, AnimationRequest, animate_solution
from jobs.reading import PastedText
from jobs.solving import SolveAnswer, solve_puzzle
from play.calendar import is_open
from puzzle.notation import format_puzzle
from renderer.errors import RendererError
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.solving import Solving
from service.running.clock import Clock
from service.running.readers import Reader
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


class Solutions(Struct, eq=False):
    """Reveals solutions, drawn in a worker pool as files of at most `file_bytes` bytes."""

    pool: WorkPool
    attempts: Attempts
    solving: Solving
    file_bytes: int
    now: Clock

    def is_live(self, loaded: LoadedAttempt) -> bool:
        """Whether a board is of a daily that can still be ranked, so that revealing costs more."""
        day = loaded.attempt.day
        return day is not None and is_open(day, self.now())

    async def reveal(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        *,
        animate: bool = False,
        limit: int | None = None,
    ) -> RevealedSolution:
        """Reveal the solution of a board; an unsolved attempt ends.

        An animation has at most `limit` bytes, and never more than `file_bytes`. Raises
        `AlreadyClaimed` if another handler has claimed the interaction.
        """
        source = PastedText(format_puzzle(loaded.puzzle, "loopy"))
        request = self.solving.request(reader, source)
        answer = await self.pool.run(solve_puzzle, request, person=reader.person)
        moving = await self._animate(reader, loaded, limit) if animate else None
        if answer.solutions and needs_question(loaded):  # the person knows the solution from now on
            loaded = await self.attempts.record_reveal(reader, loaded.attempt.id)
        return RevealedSolution(loaded, answer, animate, moving)

    async def _animate(
        self, reader: Reader, loaded: LoadedAttempt, limit: int | None
    ) -> Animation | None:
        """An animation of the solution; None if it cannot be explained completely or in time."""
        most = self.file_bytes if limit is None else min(limit, self.file_bytes)
        request = AnimationRequest(loaded.puzzle, reader.appearance, most, reader.language)
        try:
            moving = await self.pool.run(
                animate_solution, request, person=reader.person, priority=Priority.LONG
            )
        except (TimedOut, RendererError):
            return None
        return moving if moving.solved else None


def needs_question(loaded: LoadedAttempt) -> bool:
    """Whether revealing the solution ends the attempt, so that the person has to confirm it."""
    return not loaded.is_over
