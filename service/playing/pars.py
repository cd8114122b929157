"""Par of boards: what is learned from those that people solve, and what is told of it.

The model is in `play.par`. It learns from what was solved without help, when that is stored, in the
same transaction: from the time itself, without what mistakes add. Boards of the course, copies of
secret dailies, and people who have no clock or have switched par off are left out. What was solved
before there was par is learned from later, in the order of solving, a few boards at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from statistics import median

import structlog
from cachetools import LRUCache
from msgspec import Struct, field
from msgspec.structs import replace

from play.par import (
    FEWEST,
    PRIORS,
    Belief,
    TimedBoard,
    drifted,
    learned,
    nearest,
    prior,
    step_learned,
    step_par,
)
from play.par import par as par_of
from puzzle.errors import NotationError
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from service.generating.generation import PuzzleOptions, timed_kinds
from service.running.clock import Clock
from service.running.readers import Reader
from service.settings import PAR, VISIBILITY
from solver.review.gaps import Use
from store import meta, pars
from store.database import Database
from store.records import (
    Attempt,
    AttemptKind,
    Race,
    Racer,
    RacerStrength,
    RatedPuzzle,
    SolvedBoard,
    StoredPar,
    StoredPuzzle,
    StoredTerm,
    StoredUses,
    Strength,
    Surface,
)
from store.transaction import Connection

BATCH = 100
"""Maximum number of stored attempts that are learned from in one run."""
USUAL = 10
"""Number of last generated boards that tell what a person usually plays."""
SECONDS = 5.0
"""Seconds between two runs."""
MAX_CACHED = 4096
"""Maximum number of boards whose par is kept in memory."""
KEY = "pars"
"""The key of `meta` with the attempt that was learned from last, or `DONE`."""
DONE = "done"

log = structlog.stdlib.get_logger(__name__)


class Pars(Struct, eq=False):
    """Reads and learns the pars in a database; `now` gives the current time."""

    database: Database
    now: Clock
    _told: LRUCache[object, float | None] = field(default_factory=lambda: LRUCache(MAX_CACHED))

    async def of(
        self, attempt: Attempt, puzzle: Puzzle, within: Connection | None = None
    ) -> float | None:
        """The par in seconds of an attempt for its player, as it was before a solved one.

        None for what no par is told of. An unfinished board keeps its par. `within` is the
        transaction in which this happens.
        """
        key = _key(attempt)
        if attempt.kind is AttemptKind.LEARN or attempt.revealed:
            return None
        if key not in self._told:
            if within is None:
                async with self.database.reading() as connection:
                    return await self.of(attempt, puzzle, connection)
            self._told[key] = await self._find(within, attempt, puzzle)
        return self._told[key]

    async def of_solved(
        self, connection: Connection, attempt: Attempt, puzzle: Puzzle
    ) -> float | None:
        """Learn from an attempt that was just solved, as `learn` does, and return its par."""
        found = await learn(connection, {attempt.id: puzzle}, self.now())
        par = self._told[_key(attempt)] = found.get(attempt.id)
        return par

    async def _find(self, connection: Connection, attempt: Attempt, puzzle: Puzzle) -> float | None:
        if attempt.solved_at is not None:
            stored = await pars.of_attempt(connection, attempt.id)
            return None if stored is None else stored.par
        found = (await pars.strengths(connection, [attempt.player_id])).get(attempt.player_id)
        rated = await pars.rated(connection, attempt.id, self.now())
        if rated is None or found is None or found.boards < FEWEST:
            return None
        if rated.raced is not None:
            return rated.raced
        board = _board(rated, puzzle, in_chat=attempt.surfaces == Surface.CHAT)
        known = await pars.difficulties(connection, board.terms)
        return par_of(board, _belief(found), _terms(board, known))

    async def of_racers(
        self, connection: Connection, race: Race, puzzle: StoredPuzzle, people: Sequence[Racer]
    ) -> tuple[Racer, ...]:
        """The people in a race that has not begun, with their pars where they are told one."""
        known = {
            each.player_id: _belief(each)
            for each in await pars.racers(connection, race.id, self.now())
            if each.boards >= FEWEST and _wants_par(each)
        }
        rated = RatedPuzzle(puzzle.canonical_key, puzzle.level, puzzle.score, None)
        in_chat = _board(rated, parse_loopy(puzzle.notation), in_chat=True)
        on_page = replace(in_chat, in_chat=False)
        terms = _terms(in_chat, await pars.difficulties(connection, in_chat.terms))
        return tuple(
            replace(each, par=par_of(on_page, it, terms[:-1]), chat_par=par_of(in_chat, it, terms))
            if (it := known.get(each.player_id))
            else each
            for each in people
        )

    async def usual(self, reader: Reader, size: str | None) -> tuple[PuzzleOptions, float] | None:
        """Options for a puzzle that takes the reader as long as their boards usually do, and how
        long that is, the median of the last ones; None for who has no par, or too few boards.

        Raises `InputError` as `PuzzleOptions.asked` does.
        """
        kinds, person = timed_kinds(size), reader.person
        async with self.database.reading() as connection:
            last = await pars.last_new(connection, person, USUAL)
            found = (await pars.strengths(connection, [person])).get(person)
            if found is None or len(last) < FEWEST or not reader.localizer.par:
                return None
            in_chat = 2 * sum(surfaces == Surface.CHAT for *_, surfaces in last) > len(last)
            boards = {kind: replace(it, in_chat=in_chat) for kind, (_, it) in kinds.items()}
            names = {term for board in boards.values() for term in board.terms}
            known = await pars.difficulties(connection, names)
        told = {
            it: par_of(board, _belief(found), _terms(board, known)) for it, board in boards.items()
        }
        seconds = max(1.0, median(seconds for _, _, seconds, _ in last))
        taken = nearest(told, seconds, [(level or "", size) for level, size, *_ in last])
        return kinds[taken][0], seconds

    async def catch_up(self) -> None:
        """Learn from the next attempts that were solved before there was par, if some are left."""
        if await self.database.read(meta.read, KEY) != DONE:
            await self.database.write(self._learn_next)

    async def restart(self) -> None:
        """Forget what was learned, and learn again from all stored attempts, at once."""

        async def clear(connection: Connection) -> None:
            await meta.write(connection, KEY, "")
            await pars.clear(connection)

        await self.database.write(clear)
        while await self.database.write(self._learn_next):
            pass

    async def _learn_next(self, connection: Connection) -> bool:
        """Learn from the next attempts; whether there may be more."""
        last = await meta.lock(connection, KEY)
        if last == DONE:
            return False
        found = await pars.following(connection, _place(last), BATCH)
        await learn(connection, {number: None for number, _ in found}, self.now())
        left = len(found) == BATCH
        number, at = found[-1] if left else (0, self.now())
        await meta.write(connection, KEY, f"{number} {at.isoformat()}" if left else DONE)
        return left


def _key(attempt: Attempt) -> object:
    """What the par of an attempt depends on; an unfinished one keeps its par."""
    return attempt.id, attempt.solved_at, attempt.surfaces == Surface.CHAT


def _place(text: str) -> tuple[datetime, int]:
    """The place of an attempt in the order of solving; the first one for a text that is none."""
    number, _, at = text.partition(" ")
    try:
        return datetime.fromisoformat(at).astimezone(UTC), int(number)
    except ValueError:
        return datetime.fromtimestamp(0, UTC), 0


async def learn(
    connection: Connection, attempts: Mapping[int, Puzzle | None], now: datetime
) -> dict[int, float | None]:
    """Learn from those attempts, by ID, that were solved and count, in the order of solving.

    Returns the pars of these. Their puzzles are parsed where they are not given. To be called in
    the transaction that stores the attempts, after its other statements: strengths and difficulties
    are locked until its end.
    """
    found = [
        (each, board)
        for each in await pars.solved(connection, [*attempts], now)
        if _wants_par(each)
        if (board := _solved_board(each, attempts[each.attempt_id])) is not None
    ]
    if not found:
        return {}
    found.sort(key=lambda pair: (pair[0].solved_at, pair[0].attempt_id))
    unknown = PRIORS["strength"]
    new = {
        each.player_id: Strength(each.player_id, unknown.mean, unknown.variance, 0, each.solved_at)
        for each, _ in reversed(found)
    }
    terms = {term: _unknown(term) for _, board in found for term in board.terms}
    stored, known_terms = await pars.lock(connection, new.values(), terms.values())
    strengths, difficulties = new | stored, terms | known_terms
    results = []
    for each, board in found:
        before = strengths[each.player_id]
        known = _terms(board, difficulties)
        strength = drifted(_belief(before), each.solved_at - before.at)
        told = each.raced
        if told is None and before.boards >= FEWEST:
            told = par_of(board, strength, known)
        after, known = learned(board, strength, known, each.seconds)
        last = max(before.at, each.solved_at)
        strengths[each.player_id] = Strength(
            each.player_id, after.mean, after.variance, before.boards + 1, last
        )
        difficulties |= {
            term: StoredTerm(term, belief.mean, belief.variance)
            for term, belief in zip(board.terms, known, strict=True)
        }
        results.append(StoredPar(each.attempt_id, told, after.mean, after.variance))
    await pars.save(connection, strengths.values(), difficulties.values())
    await pars.add(connection, results)
    return {each.attempt_id: each.par for each in results}


def step_term(technique: str) -> str:
    """The name of the term of the steps of a technique."""
    return f"step:{technique}"


def par_of_step(
    solved: StoredUses, known: Mapping[str, StoredTerm], technique: str
) -> float | None:
    """The par in seconds of a step on a solved board for its player; None if that is not known."""
    term, chat = known.get(step_term(technique)), known.get("chat")
    if term is None or solved.mean is None or solved.variance is None:
        return None
    in_chat = _belief(chat) if chat and solved.surfaces == Surface.CHAT else None
    return step_par(_belief(term), Belief(solved.mean, solved.variance), in_chat)


async def learn_steps(connection: Connection, journal: StoredUses, uses: Mapping[str, Use]) -> None:
    """Learn from the times of a solved board what steps of techniques take people."""
    if journal.mean is None or journal.variance is None:
        return
    strength, learned_terms = Belief(journal.mean, journal.variance), []
    taken = {name: use for name, use in uses.items() if use.taken}
    _, known = await pars.lock(connection, (), map(_unknown, ["chat", *map(step_term, taken)]))
    for name, use in taken.items():
        par, term = par_of_step(journal, known, name), step_term(name)
        if par is not None:
            after = step_learned(_belief(known[term]), par, strength, use.taken, use.seconds)
            learned_terms.append(StoredTerm(term, after.mean, after.variance))
    await pars.save(connection, (), learned_terms)


def _solved_board(solved: SolvedBoard, puzzle: Puzzle | None) -> TimedBoard | None:
    """The board of a solved attempt; None if its puzzle cannot be read."""
    try:
        puzzle = puzzle or parse_loopy(solved.notation)
    except NotationError:
        log.warning("no par: puzzle not read", attempt=solved.attempt_id)
        return None
    return _board(solved, puzzle, in_chat=solved.surfaces == Surface.CHAT)


def _board(rated: RatedPuzzle, puzzle: Puzzle, *, in_chat: bool) -> TimedBoard:
    grid, level = puzzle.grid, rated.level and rated.level.lower()
    return TimedBoard(
        rated.canonical_key,
        len(grid.edge_dots),
        level,
        rated.score,
        grid.tiling,
        puzzle.rules.name,
        in_chat,
    )


def _unknown(term: str) -> StoredTerm:
    """A term that nothing is known of."""
    return StoredTerm(term, prior(term).mean, prior(term).variance)


def _wants_par(player: RacerStrength | SolvedBoard) -> bool:
    """Whether a person is told their par, by their settings."""
    return PAR.of(player) and VISIBILITY.of(player).has_clock


def _belief(stored: Strength | RacerStrength | StoredTerm) -> Belief:
    return Belief(stored.mean, stored.variance)


def _terms(board: TimedBoard, known: Mapping[str, StoredTerm]) -> Sequence[Belief]:
    """What is known of the terms of a board."""
    return [_belief(known[term]) if term in known else prior(term) for term in board.terms]
