"""Races: several people on the same new puzzle, which nobody sees before all begin.

A race is stored, so any process of the bot goes on with it. What a person draws is an attempt like
any other; standings are read from the attempts, so nothing is counted twice. Nobody gets a board of
another person before all are done.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import Drawing
from play.race import (
    COUNTDOWN,
    FEWEST,
    LIMIT,
    MOST,
    WAITING,
    RacePhase,
    RaceStanding,
    is_by_par,
    phase_of,
    progress,
    ranked,
)
from service.errors import InputError, Problem
from service.generating.generation import Generation, PuzzleOptions
from service.playing.attempts import Attempts
from service.playing.drawing import draw
from service.playing.loaded_attempt import LoadedAttempt
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.membership import Membership
from service.running.outbox import TOKEN_LIFETIME, Subject, answer_with
from service.running.readers import Place, Reader, begin_change
from service.settings import RACES
from store import attempts, outbox, players, puzzles, races, servers
from store.database import Database
from store.errors import ConflictError
from store.records import (
    Attempt,
    AttemptKind,
    Ending,
    PendingMessage,
    Race,
    Racer,
    StoredPuzzle,
    Surface,
    Target,
)
from store.transaction import Connection
from workers.pool import WorkPool

EDITABLE = timedelta(hours=1)
"""How long after the end of a race it is tried to show its result."""


class RaceView(Struct, frozen=True):
    """A race with its puzzle and the standings of its people, in order.

    `host` joined first and begins the race; None if nobody is in it. Who is `kept_off` the boards
    of the server is not named to others.
    """

    race: Race
    puzzle: StoredPuzzle
    phase: RacePhase
    standings: tuple[RaceStanding, ...]
    host: int | None
    kept_off: frozenset[int] = frozenset()

    @property
    def by_par(self) -> bool:
        """Whether it ranks by the share of par: decided at the start, till then as it would be."""
        return any(each.par is not None for each in self.standings)


class Races(Subject, eq=False):
    """Stores who races, and reads how far they are; `now` gives the current time.

    Methods that store something claim the request of their reader for it, and raise
    `AlreadyClaimed` if another handler has claimed it. They raise `InputError` for a race that is
    in another phase.
    """

    database: Database
    pool: WorkPool
    own_attempts: Attempts
    generation: Generation
    members: Membership
    now: Clock

    async def require_allowed(self, person: int, server: int) -> None:
        """Raise `InputError` if the server has no races, or the person is in another one."""
        await self.database.read(self._require_allowed, person, server)

    async def invite(
        self,
        reader: Reader,
        options: PuzzleOptions,
        place: Place | None,
        handicap: bool | None = None,
    ) -> RaceView:
        """Store a race on a new puzzle with these options, as `create_race` does."""
        await self.require_allowed(reader.person, _allowing(place).server)
        puzzle = await self.generation.generate(replace(reader, claim=None), options)
        return await self.create_race(reader, puzzle, place, handicap)

    async def create_race(
        self,
        reader: Reader,
        puzzle: StoredPuzzle,
        place: Place | None,
        handicap: bool | None = None,
    ) -> RaceView:
        """Store a race on a puzzle that nobody has seen, with its first person and its message.

        The message takes the place of the answer to an interaction. `place` is None outside of
        servers, where no race can be. With `handicap` it ranks by the share of par, by default
        where pars differ (`play.race.is_by_par`).
        """
        now, place = self.now(), _allowing(place)
        new = Race(0, puzzle.id, place.server, place.channel, None, now, now + WAITING)
        new = replace(new, handicap=handicap)

        async def add(connection: Connection) -> Race:
            await begin_change(connection, reader, now)
            await self._require_allowed(connection, reader.person, place.server)
            race = await races.create(connection, new)
            await self._add(connection, race, reader, now)
            message = _message_of(race)
            if not await answer_with(connection, reader.claim, message):
                await outbox.add(connection, message)
            return race

        return await self._view(await self.database.write(add))

    async def join_race(self, reader: Reader, race_id: int) -> RaceView:
        """Add a person to a race that waits for people.

        The answer to their interaction becomes their board when the race begins.
        """
        now = self.now()

        async def add(connection: Connection) -> Race:
            await begin_change(connection, reader, now)
            race, people = await self._waiting(connection, race_id)
            if all(each.player_id != reader.person for each in people):
                await self._require_allowed(connection, reader.person, race.server_id)
                if len(people) >= MOST:
                    raise InputError(Problem.RACE_FULL, {"most": MOST})
                await self._add(connection, race, reader, now)
            await answer_with(connection, reader.claim, _board_of(race, reader, now))
            await outbox.change(connection, f"race:{race_id}", now)
            return race

        return await self._view(await self.database.write(add))

    async def leave_race(self, reader: Reader, race_id: int) -> RaceView:
        """Remove a person from a race that waits for people; it is called off if nobody is left."""

        now = self.now()

        async def remove(connection: Connection) -> Race:
            await store_claim(connection, reader.claim, now)
            race, people = await self._waiting(connection, race_id)
            if all(each.player_id != reader.person for each in people):
                raise InputError(Problem.NOT_IN_RACE)
            await races.leave(connection, race_id, reader.person)
            await outbox.remove(connection, f"race-board:{race_id}:{reader.person}")
            await outbox.change(connection, f"race:{race_id}", now)
            return race

        return await self._view(await self.database.write(remove))

    async def start_race(self, reader: Reader, race_id: int) -> RaceView:
        """Begin a race for all at the same instant, after a countdown; only its host may.

        The answer to their interaction becomes their board.
        """
        now = self.now()
        start = now + COUNTDOWN

        async def begin(connection: Connection) -> Race:
            before = {each.player_id for each in await races.racers_of(connection, race_id)}
            await players.lock(connection, *before)
            await store_claim(connection, reader.claim, now)
            race, people = await self._waiting(connection, race_id)
            if not before.issuperset(each.player_id for each in people):
                raise ConflictError(connection.place)  # somebody joined meanwhile
            if people[0].player_id != reader.person:
                raise InputError(Problem.NOT_HOST, {"host": people[0].player_id})
            if len(people) < FEWEST:
                raise InputError(Problem.RACE_ALONE, {"fewest": FEWEST})
            puzzle = await self._puzzle(connection, race)
            people = await self._with_pars(connection, race, puzzle, people)
            for racer in people:
                with self.database.damaged.skipping("racers", race_id=race_id):
                    attempt = await attempts.begin(
                        connection, racer.player_id, puzzle, AttemptKind.ENDLESS, start
                    )
                    shown = replace(attempt, shown_at=start, touched_at=start)
                    await attempts.save(connection, shown)
                    await players.join(connection, racer.player_id, race.server_id)
            await races.start(connection, race, people, start, start + LIMIT)
            await answer_with(connection, reader.claim, _board_of(race, reader, start))
            await outbox.change_all(connection, f"race-board:{race_id}:", start)
            await outbox.change(connection, f"race:{race_id}", now)
            return replace(race, started_at=start, ends_at=start + LIMIT)

        return await self._view(await self.database.write(begin))

    async def view(self, race_id: int) -> RaceView:
        """A race as it is now; raises `InputError` if there is none."""
        race = await self.database.read(races.get, race_id)
        if race is None:
            raise InputError(Problem.RACE_GONE)
        return await self._view(race)

    async def last(self, person: int, puzzle: int) -> RaceView | None:
        """A person's newest race that has not ended, or that is on a puzzle."""
        race = await self.database.read(races.last, person, puzzle)
        return None if race is None else await self._view(race)

    def starts_in(self, view: RaceView) -> float | None:
        """The seconds until all in a race get their boards; None before its host starts it."""
        start = view.race.started_at
        return None if start is None else max(0.0, (start - self.now()).total_seconds())

    async def names(self, view: RaceView) -> dict[int, str]:
        """What the people in a race are called in its server: their places if it is unknown."""
        people = [each.player for each in view.standings]
        named = set(people).difference(view.kept_off)
        known = await self.members.names(view.race.server_id, named)
        return {each: known.get(each) or f"{place}" for place, each in enumerate(people, 1)}

    async def waiting_in(self, place: Place | None) -> RaceView | None:
        """The newest race in a channel that waits for people and has room for one more."""
        if place is None:
            return None
        found = await self.database.read(races.in_channel, place.channel)
        for race in found:
            with self.database.damaged.skipping("races", id=race.id):
                view = await self._view(race)
                if view.phase is RacePhase.WAITING and len(view.standings) < MOST:
                    return view
        return None

    async def board(self, person: int, race_id: int) -> LoadedAttempt:
        """A person's board of a race that has begun; raises `InputError` if they have none."""
        race = await self.database.read(races.get, race_id)
        loaded = None
        if race is not None:
            loaded = await self.own_attempts.find_on(person, race.puzzle_id)
        if loaded is None:
            raise InputError(Problem.NOT_IN_RACE)
        return loaded

    async def boards(self, reader: Reader, view: RaceView) -> tuple[Drawing, ...]:
        """The boards of a race that is over, in the order of its standings."""
        drawings = []
        for standing in view.standings:
            loaded = None
            with self.database.damaged.skipping("attempts", race=view.race.id):
                loaded = await self.own_attempts.find_on(standing.player, view.puzzle.id)
            if loaded is not None:
                drawings.append(await draw(self.pool, reader, loaded.pad.board))
        return tuple(drawings)

    async def sent(self, connection: Connection, message: PendingMessage) -> None:
        """Note the message of a race."""
        await races.show(connection, message.subject["race"], message.message_id)

    async def ended(self, connection: Connection, message: PendingMessage, _: Ending) -> None:
        """End a race whose message is the result, or which nobody sees: its people are free."""
        race, now = message.subject["race"], self.now()
        await races.end(connection, race, now)
        await outbox.change_all(connection, f"race-board:{race}:", now)

    async def _require_allowed(self, connection: Connection, person: int, server_id: int) -> None:
        if not RACES.of(await servers.find(connection, server_id)):
            raise InputError(Problem.RACES_OFF)
        for race in await races.of_player(connection, person):
            people = await races.racers_of(connection, race.id)
            standings = await self._standings(connection, race, people)
            races_there = any(each.player == person and each.is_racing for each in standings)
            phase = phase_of(standings, race.started_at, race.ends_at, self.now())
            if phase in {RacePhase.WAITING, RacePhase.RUNNING} and races_there:
                raise InputError(Problem.IN_OTHER_RACE)

    async def _waiting(
        self, connection: Connection, race_id: int
    ) -> tuple[Race, tuple[Racer, ...]]:
        """A race that waits for people, which nothing else changes meanwhile, and its people."""
        race = await races.get(connection, race_id, lock=True)
        if race is None:
            raise InputError(Problem.RACE_GONE)
        people = await races.racers_of(connection, race_id)
        if race.started_at is not None:
            raise InputError(Problem.RACE_BEGUN)
        if not people or race.ended_at is not None or self.now() >= race.ends_at:
            raise InputError(Problem.RACE_GONE)
        return race, people

    async def _add(self, connection: Connection, race: Race, reader: Reader, now: datetime) -> None:
        await players.ensure(connection, reader.person, now)
        await races.join(connection, Racer(race.id, reader.person, now))

    async def _puzzle(self, connection: Connection, race: Race) -> StoredPuzzle:
        puzzle = await puzzles.get(connection, race.puzzle_id)
        if puzzle is None:  # the race was removed meanwhile, which keeps its puzzle stored
            raise InputError(Problem.RACE_GONE)
        return puzzle

    async def _view(self, race: Race) -> RaceView:
        async with self.database.reading() as connection:
            puzzle = await self._puzzle(connection, race)
            people = await races.racers_of(connection, race.id)
            if race.started_at is None:
                people = await self._with_pars(connection, race, puzzle, people)
            standings = await self._standings(connection, race, people)
            kept_off = await players.kept_off(connection, race.server_id)
        phase = phase_of(standings, race.started_at, race.ends_at, self.now())
        host = people[0].player_id if people else None
        return RaceView(race, puzzle, phase, standings, host, frozenset(kept_off))

    async def _with_pars(
        self, connection: Connection, race: Race, puzzle: StoredPuzzle, people: tuple[Racer, ...]
    ) -> tuple[Racer, ...]:
        """The people in a race that has not begun, with their pars if it is by par as it is now."""
        known = people
        if race.handicap is not False and len(people) >= FEWEST:
            known = await self.own_attempts.pars.of_racers(connection, race, puzzle, people)
        return known if is_by_par([each.par for each in known], race.handicap) else people

    async def _standings(
        self, connection: Connection, race: Race, people: tuple[Racer, ...]
    ) -> tuple[RaceStanding, ...]:
        """The standings of people; in the order in which they joined while the race waits."""
        if race.started_at is None:
            return tuple(RaceStanding(each.player_id, par=each.par) for each in people)
        found = await races.attempts_of(connection, race)
        by_player = {each.player_id: each for each in found}
        standings = [
            await self._standing(connection, race, each, by_player.get(each.player_id))
            for each in people
        ]
        return ranked(tuple(standings))

    async def _standing(
        self, connection: Connection, race: Race, racer: Racer, attempt: Attempt | None
    ) -> RaceStanding:
        """A person's standing; as without a board, if that cannot be read."""
        if attempt is not None:
            with self.database.damaged.skipping("attempts", id=attempt.id):
                found = await self._standing_on(connection, race, attempt)
                in_chat = attempt.surfaces == Surface.CHAT
                return replace(found, par=racer.chat_par if in_chat else racer.par)
        return RaceStanding(racer.player_id, par=racer.par)

    async def _standing_on(
        self, connection: Connection, race: Race, attempt: Attempt
    ) -> RaceStanding:
        player = attempt.player_id
        solved_at = attempt.solved_at
        if solved_at is not None and solved_at <= race.ends_at:
            seconds = (attempt.seconds or 0) + attempt.penalty
            return RaceStanding(player, 100, seconds, solved_at)
        loaded = await self.own_attempts.loaded(attempt, connection)
        # A solution that was seen after the end is no surrender.
        gave_up = attempt.revealed and attempt.touched_at <= race.ends_at
        return RaceStanding(player, progress(loaded.pad.board), gave_up=gave_up)


def _allowing(place: Place | None) -> Place:
    """A place where races can be; raises `InputError` for any other."""
    if place is None or not place.joined:
        raise InputError(Problem.ONLY_WITH_BOT)
    if not place.shows:
        raise InputError(Problem.RACE_UNSEEN)
    return place


def _message_of(race: Race) -> PendingMessage:
    """The message of a race, which is kept up to date until it is the result."""
    place, begins = (race.server_id, race.channel_id), race.created_at
    ends = begins + WAITING + LIMIT + EDITABLE
    return outbox.in_channel(f"race:{race.id}", {"race": race.id}, place, begins, ends)


def _board_of(race: Race, reader: Reader, now: datetime) -> PendingMessage:
    """What only a person in a race sees: that they are in it, and then their board."""
    key = f"race-board:{race.id}:{reader.person}"
    subject = {"race": race.id, "language": reader.language}
    expires = now + TOKEN_LIFETIME
    return PendingMessage(key, subject, Target.ANSWER, 0, now, expires, person_id=reader.person)
