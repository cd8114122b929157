"""What the solver tells of a draft while its clues are set.

What it found out stays beside the draft in memory, and is given to the next job, which is quicker
then; it is never shown. All of it may be lost.
"""

from functools import partial

from cachetools import LRUCache
from msgspec import Struct, field

from jobs.constructing import (
    ClueQuestion,
    FollowAnswer,
    FollowRequest,
    QuestionRequest,
    answer_question,
    follow_clues,
)
from puzzle.model import Puzzle
from service.running.ordered_tasks import OrderedTasks
from solver.constructing import NOTHING, Consequences, KnownLoops, Told
from workers.pool import Priority, WorkPool

MAX_KNOWN_BYTES = 16 * 2**20
"""Maximum memory of what is known of drafts, in bytes; of one it is 15 KiB at most."""


class _Known(Struct, frozen=True):
    """What is known of a draft with a grid."""

    grid: object
    knowledge: KnownLoops


class Constructing(Struct, eq=False):
    """Answers about the clues of drafts, each given by its ID; raises the errors of the pool, and
    `SecretPuzzle`.

    One job at a time follows the clues of a draft; of those that wait, only the last clues count.
    """

    pool: WorkPool
    _known: LRUCache[int, _Known] = field(
        default_factory=lambda: LRUCache(MAX_KNOWN_BYTES, lambda it: 500 + it.knowledge.size)
    )
    _last: dict[int, Puzzle] = field(default_factory=dict)
    _tasks: OrderedTasks = field(default_factory=OrderedTasks)

    async def follow(self, draft: int, puzzle: Puzzle, person: int) -> Consequences | None:
        """How many solutions a draft has, and what all share; None if its clues changed since."""
        self._last[draft] = puzzle
        return await self._tasks.run(draft, partial(self._follow, draft, puzzle, person))

    async def _follow(self, draft: int, puzzle: Puzzle, person: int) -> Consequences | None:
        if self._last.get(draft, puzzle) != puzzle:
            return None
        try:
            request = FollowRequest(puzzle, self._knowledge(draft, puzzle), quick=True)
            answer = await self.pool.run(
                follow_clues, request, person=person, priority=Priority.QUICK
            )
            self._keep(draft, puzzle, answer)
            if not answer.found.complete and self._last.get(draft) == puzzle:
                request = FollowRequest(puzzle, answer.known)
                answer = await self.pool.run(follow_clues, request, person=person)
                self._keep(draft, puzzle, answer)
            return answer.found
        finally:
            if self._last.get(draft) == puzzle:
                del self._last[draft]

    async def ask(  # noqa: PLR0913 - what is asked
        self,
        draft: int,
        puzzle: Puzzle,
        person: int,
        question: ClueQuestion,
        *,
        cell: int | None = None,
        pairs: bool = False,
    ) -> Told:
        """The answer to a question about the clues of a draft."""
        known = self._knowledge(draft, puzzle)
        request = QuestionRequest(puzzle, question, known, cell, pairs)
        return (await self.pool.run(answer_question, request, person=person)).told

    def _knowledge(self, draft: int, puzzle: Puzzle) -> KnownLoops:
        known = self._known.get(draft)
        same = known is not None and known.grid == (puzzle.grid.key, puzzle.rules)
        return known.knowledge if known and same else NOTHING

    def _keep(self, draft: int, puzzle: Puzzle, answer: FollowAnswer) -> None:
        self._known[draft] = _Known((puzzle.grid.key, puzzle.rules), answer.known)
