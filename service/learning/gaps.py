"""What people lack and know well, by the journals of the boards that they solved.

The uses of techniques are read from each journal once, after its board is solved, by a job that
nobody waits for.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf

import structlog
from msgspec import Struct, json

from jobs.reviewing import UsesRequest, find_uses
from play.par import FEWEST, are_late
from puzzle.errors import NotationError
from puzzle.notation import parse_loopy
from service.playing.pars import learn_steps, par_of_step, step_term
from service.running.clock import Clock
from solver.explain.step import TechniqueFamily
from solver.explain.techniques import EVERY_ROW
from solver.review.gaps import BOARDS, Gap, Use, Uses, gaps, strengths
from store import journals, pars
from store.database import Database
from store.records import SolvedJournal, StoredUses
from store.transaction import Connection
from workers.errors import Busy, WorkerLost, WorkError
from workers.pool import SYSTEM, Priority, WorkPool

__all__ = ["BATCH", "SECONDS", "Gap", "Gaps"]

BATCH = 20
"""Maximum number of journals that are read in one run."""
SECONDS = 10.0
"""Seconds between two runs."""
KNOWN = frozenset(row.name for row in EVERY_ROW)
"""The names of all techniques; a stored one may be of another version."""
BASICS = frozenset(
    row.name for row in EVERY_ROW if row.family in (TechniqueFamily.CLUE, TechniqueFamily.DOT)
)
"""The techniques that are the rules themselves: they are no strength."""

log = structlog.stdlib.get_logger(__name__)


class Gaps(Struct, eq=False):
    """Reads journals in a worker pool, and tells gaps and strengths; `now` gives the time."""

    database: Database
    pool: WorkPool
    now: Clock

    async def read_journals(self) -> None:
        """Read the uses of boards that were solved lately, one after the other.

        A busy pool ends the run; the next one goes on.
        """
        found = await self.database.read(journals.unread, BATCH)
        for journal in found:
            try:
                uses = await self._read(journal)
            except (Busy, WorkerLost):
                return
            text = json.encode(uses).decode() if uses else None
            async with self.database.writing() as connection:
                await journals.save_uses(connection, journal.attempt_id, text)
                await learn_steps(connection, journal, uses or {})

    async def _read(self, journal: SolvedJournal) -> dict[str, Use] | None:
        """The uses of a journal; None if it cannot be read."""
        try:
            request = UsesRequest(parse_loopy(journal.notation), journal.text)
            return await self.pool.run(
                find_uses, request, person=SYSTEM, priority=Priority.BACKGROUND
            )
        except (Busy, WorkerLost):
            raise
        except (NotationError, WorkError) as error:
            log.warning("journal not read", attempt=journal.attempt_id, reason=type(error).__name__)
            return None

    async def gaps(self, person: int) -> tuple[Gap, ...]:
        """The techniques that a person lacks, the weakest first, for them alone.

        Before them comes the one that takes them most time over par, if there is one.
        """
        async with self.database.reading() as connection:
            stored = await journals.last_uses(connection, person, BOARDS)
            dearest = await self._dearest(connection, stored)
        return (*([dearest] if dearest else ()), *gaps([uses for _, uses in self._uses(stored)]))

    async def dearest(self, person: int) -> Gap | None:
        """The technique whose steps take a person most time over par, for them alone.

        It counts the boards that were solved without help. None where nothing is certain.
        """
        async with self.database.reading() as connection:
            stored = await journals.last_uses(connection, person, BOARDS)
            return await self._dearest(connection, stored)

    async def _dearest(self, connection: Connection, stored: Sequence[StoredUses]) -> Gap | None:
        boards = [*self._uses(stored)]
        names = {name for _, uses in boards for name in uses}
        known = await pars.difficulties(connection, ["chat", *map(step_term, names)])
        steps = defaultdict[str, list[tuple[int, float]]](list)
        over = defaultdict[str, float](float)
        timed = [(row, uses) for row, uses in boards if row.variance is not None]
        for row, uses in timed:
            for name, use in uses.items():
                par = par_of_step(row, known, name)
                if par is not None and use.taken:
                    steps[name].append((use.taken, use.seconds / par))
                    over[name] += use.taken * (use.seconds - par)
        variance = timed[0][0].variance or 0 if len(timed) >= FEWEST else inf
        late = [name for name in steps if over[name] > 0 and are_late(steps[name], variance)]
        if not late:
            return None
        name = max(late, key=over.__getitem__)
        return Gap(name, 0, len(timed), over[name] / len(timed))

    async def strengths(self, person: int) -> tuple[str, ...]:
        """The techniques that a person knows well; dailies of today tell nothing yet."""
        today = self.now().date()
        stored = await self.database.read(journals.last_uses, person, BOARDS, before=today)
        boards = [
            {name: use for name, use in uses.items() if name not in BASICS}
            for _, uses in self._uses(stored)
        ]
        return strengths(boards)

    def _uses(self, stored: Sequence[StoredUses]) -> Iterator[tuple[StoredUses, Uses]]:
        for row in stored:
            with self.database.damaged.skipping("journals", attempt_id=row.attempt_id):
                found = json.decode(row.uses, type=dict[str, Use])
                yield row, {name: use for name, use in found.items() if name in KNOWN}
