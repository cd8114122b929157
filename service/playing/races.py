"""Races: several people on the same new puzzle, which nobody sees before all begin.

A race is stored, so any process of the bot goes on with it. What a person draws is an attempt like
any other; standings are read from the attempts, so nothing is counted twice. Nobody gets a board of
another person before all are done.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import Drawing, DrawRequest, draw_board
from play.race import (
    FEWEST,
    LIMIT,
    MOST,
    WAITING,
    RacePhase,
    RaceStanding,
    phase_of,
    progress,
    ranked,
)
from service.errors import InputError, Problem
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.readers import NO_TOKEN, InteractionToken, Reader
from service.settings import RACES
from store import attempts, players, puzzles, races, servers
from store.database import Database
from store.errors import ConflictError
from store.records import Attempt, AttemptKind, Race, Racer, StoredPuzzle
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection
from workers.pool import SYSTEM, Priority, WorkPool

MAX_UNFINISHED = 1000
"""Maximum number of races that are looked at in one run."""


class RacePlace(Struct, frozen=True):
    """Where a race is shown."""

    server: int
    channel: int


class RaceView(Struct, frozen=True):
    """A race with its puzzle and the standings of its people, in order.

    `host` joined first and begins the race; None if nobody is in it.
    """

    race: Race
    puzzle: StoredPuzzle
    phase: RacePhase
    standings: tuple[RaceStanding, ...]
    host: int | None


class BegunRace(Struct, frozen=True):
    """A race that has just begun, and its people with the tokens by which they get their boards."""

    view: RaceView
    racers: tuple[Racer, ...]


class Races(Struct, eq=False):
    """Stores who races, and reads how far they are; `now` gives the current time.

    Methods that store something claim the request of their reader for it, and raise
    `AlreadyClaimed` if another handler has claimed it. They raise `InputError` for a race that is
    in another phase.
    """

    database: Database
    pool: WorkPool
    own_attempts: Attempts
    now: Clock

    async def require_allowed(self, person: int, server: int) -> None:
        """Raise `InputError` if the server has no races, or the person is in another one."""
        async with self.database.reading() as connection:
            await self._require_allowed(connection, person, server)

    async def create_race(
        self,
        reader: Reader,
        puzzle: StoredPuzzle,
        place: RacePlace,
        token: InteractionToken = NO_TOKEN,
    ) -> RaceView:
        """Store a race on a puzzle that nobody has seen, with its first person.

        By `token` they get their board; without one, they fetch it.
        """
        now = self.now()
        new = Race(0, puzzle.id, place.server, place.channel, None, now, now + WAITING)

        async def add(connection: Connection) -> Race:
            await players.lock(connection, reader.person)
            await store_claim(connection, reader.claim, now)
            await self._require_allowed(connection, reader.person, place.server)
            race = await races.create(connection, new)
            await self._add(connection, race, reader, token, now)
            return race

        return await self._view(await self.database.write(add))

    async def show(self, race_id: int, message: int) -> None:
        """Note the message of a race."""
        async with self.database.writing() as connection:
            await races.show(connection, race_id, message)

    async def join_race(
        self, reader: Reader, race_id: int, token: InteractionToken = NO_TOKEN
    ) -> RaceView:
        """Add a person to a race that waits for people, who gets their board by `token`."""
        now = self.now()

        async def add(connection: Connection) -> Race:
            await players.lock(connection, reader.person)
            await store_claim(connection, reader.claim, now)
            race, people = await self._waiting(connection, race_id)
            if all(each.player_id != reader.person for each in people):
                await self._require_allowed(connection, reader.person, race.server_id)
                if len(people) >= MOST:
                    raise InputError(Problem.RACE_FULL, {"most": MOST})
                await self._add(connection, race, reader, token, now)
            return race

        return await self._view(await self.database.write(add))

    async def leave_race(self, reader: Reader, race_id: int) -> RaceView:
        """Remove a person from a race that waits for people; it is called off if nobody is left."""

        async def remove(connection: Connection) -> Race:
            await store_claim(connection, reader.claim, self.now())
            race, people = await self._waiting(connection, race_id)
            if all(each.player_id != reader.person for each in people):
                raise InputError(Problem.NOT_IN_RACE)
            await races.leave(connection, race_id, reader.person)
            return race

        return await self._view(await self.database.write(remove))

    async def start_race(self, reader: Reader, race_id: int) -> BegunRace:
        """Begin a race for all at the same instant; only its host may."""
        now = self.now()

        async def begin(connection: Connection) -> tuple[Race, tuple[Racer, ...]]:
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
            begun = list[Racer]()
            for racer in people:
                with self.database.damaged.skipping("racers", race_id=race_id):
                    attempt = await attempts.begin(
                        connection, racer.player_id, puzzle, AttemptKind.ENDLESS, now
                    )
                    shown = replace(attempt, shown_at=now, touched_at=now)
                    await attempts.save(connection, shown)
                    await players.join(connection, racer.player_id, race.server_id)
                    begun.append(racer)
            await races.start(connection, race_id, now, now + LIMIT)
            return replace(race, started_at=now, ends_at=now + LIMIT), tuple(begun)

        race, people = await self.database.write(begin)
        return BegunRace(await self._view(race), people)

    async def view(self, race_id: int) -> RaceView:
        """A race as it is now; raises `InputError` if there is none."""
        async with self.database.reading() as connection:
            race = await races.get(connection, race_id)
        if race is None:
            raise InputError(Problem.RACE_GONE)
        return await self._view(race)

    async def waiting_in(self, channel: int) -> RaceView | None:
        """The newest race in a channel that waits for people and has room for one more."""
        async with self.database.reading() as connection:
            found = await races.in_channel(connection, channel)
        async for view in self._views(found):
            if view.phase is RacePhase.WAITING and len(view.standings) < MOST:
                return view
        return None

    async def board(self, person: int, race_id: int) -> LoadedAttempt:
        """A person's board of a race that has begun; raises `InputError` if they have none."""
        async with self.database.reading() as connection:
            race = await races.get(connection, race_id)
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
                request = DrawRequest(loaded.pad.board, reader.appearance, locale=reader.language)
                drawings.append(
                    await self.pool.run(draw_board, request, person=SYSTEM, priority=Priority.QUICK)
                )
        return tuple(drawings)

    async def is_running_on(self, puzzle_id: int) -> bool:
        """Whether people race on a puzzle now, who may not see a board of it."""
        async with self.database.reading() as connection:
            found = await races.on_puzzle(connection, puzzle_id)
        phases = [view.phase async for view in self._views(found)]
        return RacePhase.RUNNING in phases

    async def unfinished(self, shards: ShardRange = ALL_SHARDS) -> tuple[Race, ...]:
        """The races in servers of some shards whose messages are not the result yet."""
        async with self.database.reading() as connection:
            return await races.unfinished(connection, MAX_UNFINISHED, shards)

    async def end(self, race_id: int) -> None:
        """Note that the message of a race is the result, or that there is no message."""
        now = self.now()
        async with self.database.writing() as connection:
            await races.end(connection, race_id, now)

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

    async def _add(
        self,
        connection: Connection,
        race: Race,
        reader: Reader,
        token: InteractionToken,
        now: datetime,
    ) -> None:
        await players.ensure(connection, reader.person, now)
        racer = Racer(
            race.id, reader.person, now, reader.language, token.application_id, token.token
        )
        await races.join(connection, racer)

    async def _puzzle(self, connection: Connection, race: Race) -> StoredPuzzle:
        puzzle = await puzzles.get(connection, race.puzzle_id)
        if puzzle is None:  # the race was removed meanwhile, which keeps its puzzle stored
            raise InputError(Problem.RACE_GONE)
        return puzzle

    async def _views(self, found: Sequence[Race]) -> AsyncIterator[RaceView]:
        """Races as they are now, without those that cannot be read."""
        for race in found:
            view = None
            with self.database.damaged.skipping("races", id=race.id):
                view = await self._view(race)
            if view is not None:
                yield view

    async def _view(self, race: Race) -> RaceView:
        async with self.database.reading() as connection:
            puzzle = await self._puzzle(connection, race)
            people = await races.racers_of(connection, race.id)
            standings = await self._standings(connection, race, people)
        phase = phase_of(standings, race.started_at, race.ends_at, self.now())
        host = people[0].player_id if people else None
        return RaceView(race, puzzle, phase, standings, host)

    async def _standings(
        self, connection: Connection, race: Race, people: tuple[Racer, ...]
    ) -> tuple[RaceStanding, ...]:
        """The standings of people; in the order in which they joined while the race waits."""
        if race.started_at is None:
            return tuple(RaceStanding(each.player_id) for each in people)
        found = await races.attempts_of(connection, race)
        by_player = {each.player_id: each for each in found}
        standings = [
            await self._standing(connection, race, each.player_id, by_player.get(each.player_id))
            for each in people
        ]
        return ranked(tuple(standings))

    async def _standing(
        self, connection: Connection, race: Race, player: int, attempt: Attempt | None
    ) -> RaceStanding:
        """A person's standing; as without a board, if that cannot be read."""
        standing = RaceStanding(player)
        if attempt is not None:
            with self.database.damaged.skipping("attempts", id=attempt.id):
                standing = await self._standing_on(connection, race, attempt)
        return standing

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
