"""Puzzles that people publish in a server, and its puzzle of the week.

A puzzle is posted at once, or waits in the queue of its server until a manager chooses it as the
puzzle of the week. That is a secret from then on until its week is over. The outbox keeps the
message up to date. The author is not among those who are ranked.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from jobs.generating import GenerateAnswer
from jobs.playing import Drawing
from jobs.solving import RateRequest, rate_puzzle
from play.calendar import closes, opens, today
from puzzle.model import Board
from puzzle.notation import parse_loopy
from puzzle.rules import Capability, require
from service.errors import InputError, NotYours, Problem
from service.generating.daily_generation import unsaved_puzzle
from service.playing.drafts import Drafts
from service.playing.drawing import draw
from service.playing.sharing import posting
from service.posting.schedules import next_due
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.membership import Membership
from service.running.outbox import Subject
from service.running.quotas import Quotas
from service.running.readers import Place, Reader, begin_change
from service.settings import PUBLISHING
from solver.rating import NotRated
from store import attempts, dailies, outbox, players, published, puzzles, quotas, servers
from store.database import Database
from store.records import (
    Ending,
    PendingMessage,
    Published,
    Quota,
    StandingRecord,
    StoredPuzzle,
    UnsavedPuzzle,
)
from store.transaction import Connection
from workers.pool import Priority, WorkPool

MAX_TITLE = 60
"""Maximum number of characters of a title."""
PER_DAY = 3
"""Maximum number of puzzles that a person publishes in a day."""
MAX_QUEUE = 25
"""Maximum number of puzzles that wait in a server; as many as a menu of Discord's has."""
WEEK = timedelta(days=7)
FEW, MANY = 10, 25
"""Maximum number of ranked people in the message of a puzzle, and in its results."""
SHOWN = timedelta(days=60)
"""How long it is tried to send the message of a puzzle, and how long it is kept up to date."""
SCOPE = "published"
"""The scope of the quota."""
_MARKS_IN_A_ROW = 3
_REFUSED = re.compile(r"[@<*_~|`\[\]\\\u115f\u1160\u2800\u3164\uffa0]|://|\w\.[A-Za-z]{2}")
"""What mentions, formats, links or is blank although it is no space."""
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""The categories of characters without a look of their own, or without one for everybody."""


class PublishedView(Struct, frozen=True):
    """A published puzzle, its blank board, and how people fared.

    - `lines`: those who solved it first; some have chosen to be in no list;
    - `opened`, `solved`, `likes`: how many people did so; its author is not counted.
    """

    published: Published
    puzzle: StoredPuzzle
    drawing: Drawing
    lines: Sequence[StandingRecord]
    opened: int
    solved: int
    likes: int


class Publishing(Subject, eq=False):
    """Publishes drafts in servers; `now` gives the current time.

    Methods raise `InputError` for what cannot be done, and for a puzzle that was withdrawn. Those
    that store something claim the request of their reader.
    """

    database: Database
    pool: WorkPool
    drafts: Drafts
    quotas: Quotas
    members: Membership
    now: Clock

    async def require_allowed(self, place: Place | None) -> Place:
        """A place where its person can publish puzzles; raises `InputError` for any other."""
        place = posting(place)
        if not PUBLISHING.of(await self.database.read(servers.find, place.server)):
            raise InputError(Problem.PUBLISHING_OFF)
        return place

    async def publish(
        self, reader: Reader, draft: int, title: str, place: Place | None, *, waits: bool = False
    ) -> Published:
        """Post a draft in a channel of a server, or if it `waits`, add it to the server's queue.

        What the person has published there is returned as it is. Raises `SecretPuzzle` too, and
        `RulesError` for rules that boards lack.
        """
        title, place, now = checked_title(title), await self.require_allowed(place), self.now()
        new = await self._rated(reader, draft)
        quota = Quota(SCOPE, reader.person, opens(today(now)), PER_DAY)

        async def add(connection: Connection) -> Published:
            await begin_change(connection, reader, now)
            await players.ensure(connection, reader.person, now)
            server = (await servers.ensure(connection, place.server, now)).id
            there = await published.copy(connection, server, new.canonical_key)
            if there is not None and there.player_id == reader.person:
                return there
            if there or await dailies.find_by_key(connection, new.canonical_key):
                raise InputError(Problem.NOT_NEW)
            if waits and len(await published.queue(connection, server, now)) >= MAX_QUEUE:
                raise InputError(Problem.QUEUE_FULL, {"most": MAX_QUEUE})
            if not await quotas.take(connection, quota, now):
                values = {"count": PER_DAY, "resets_at": closes(today(now))}
                raise InputError(Problem.PUBLISHED_ENOUGH, values)
            await self.quotas.take_puzzle(connection, reader.person, now)
            puzzle = await puzzles.add(connection, new)
            posted = None if waits else now
            record = Published(0, server, puzzle.id, reader.person, title, now, posted)
            found = await published.create(connection, record)
            if not waits:
                await outbox.add(connection, _message_of(found, place.channel, now))
            return found

        return await self.database.write(add)

    async def choose_week(self, reader: Reader, number: int, place: Place | None) -> Published:
        """Make a puzzle of the queue the puzzle of the week, with the server's next dailies.

        Where the server has none, it is posted at this place.
        """
        now = self.now()

        async def post(connection: Connection) -> Published:
            await store_claim(connection, reader.claim, now)
            found = await self._get(connection, number)
            if place is None or not may_choose(place, found):
                raise InputError(Problem.ONLY_MANAGERS)
            server = await servers.ensure(connection, found.server_id, now)
            for each in await published.queue(connection, server.id, now):
                if each.week_ends is not None:
                    raise InputError(Problem.WEEK_GOES_ON, {"until": each.week_ends})
            due = max(now, await next_due(connection, server.id) or now)
            await published.post(connection, number, due, due + WEEK)
            channel = server.channel_id or place.channel
            await outbox.forget(connection, key_of(number))  # of a message that was not sent
            await outbox.add(connection, _message_of(found, channel, due))
            return replace(found, posted_at=due, week_ends=due + WEEK)

        return await self.database.write(post)

    async def withdraw(self, reader: Reader, number: int, place: Place | None) -> None:
        """Remove a published puzzle; raises `NotYours` but for its author and managers."""
        now = self.now()

        async def remove(connection: Connection) -> None:
            await store_claim(connection, reader.claim, now)
            found = await self._get(connection, number)
            if not may_withdraw(reader.person, place, found):
                raise NotYours
            await published.remove(connection, number)
            await outbox.change(connection, key_of(number), now)

        await self.database.write(remove)

    async def like(self, reader: Reader, number: int) -> bool:
        """Note that who solved a puzzle likes it, or takes that back; whether they like it now."""
        now = self.now()

        async def change(connection: Connection) -> bool:
            await begin_change(connection, reader, now)
            found = await self._get(connection, number)
            attempt = await attempts.find(connection, reader.person, found.puzzle_id)
            solved = attempt is not None and attempt.solved_at is not None and not attempt.revealed
            if found.player_id == reader.person or not solved:
                raise InputError(Problem.NOT_LIKED)
            await outbox.change(connection, key_of(number), now)
            return await published.like(connection, number, reader.person)

        return await self.database.write(change)

    async def view(self, reader: Reader, number: int, most: int = FEW) -> PublishedView:
        """A published puzzle as it is now, with at most so many of those who solved it."""
        async with self.database.reading() as connection:
            found = await self._get(connection, number)
            puzzle = await puzzles.get(connection, found.puzzle_id)
            opened, solved, likes = await published.counts(connection, number)
        if puzzle is None:
            raise InputError(Problem.PUBLISHED_GONE)
        board = Board.blank(parse_loopy(puzzle.notation))
        drawing = await draw(self.pool, reader, board)
        lines = await self.members.page(found.server_id, partial(self._lines, number, most))
        return PublishedView(found, puzzle, drawing, lines, opened, solved, likes)

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Return a puzzle whose message was not sent to the queue."""
        if not message.shown and ending is not Ending.SHOWN:
            await published.post(connection, message.subject["published"], None)

    async def _lines(
        self, number: int, most: int, without: Sequence[int]
    ) -> tuple[Sequence[StandingRecord], set[int]]:
        lines = await self.database.read(published.lines, number, without, most)
        return lines, {line.player_id for line in lines}

    async def _rated(self, reader: Reader, draft: int) -> UnsavedPuzzle:
        """The puzzle of a draft with its only solution and its rating."""
        puzzle = (await self.drafts.get(reader.person, draft)).puzzle
        require(puzzle, Capability.PLAY)
        rated = await self.pool.run(
            rate_puzzle, RateRequest(puzzle), person=reader.person, priority=Priority.LONG
        )
        if rated.solution is None:
            raise InputError(Problem.NOT_UNIQUE)
        rating = None if isinstance(rated.found, NotRated) else rated.found
        made = unsaved_puzzle(GenerateAnswer(puzzle, rated.solution, rating, 0, 0))
        return replace(made, seed=None, recipe=None)

    async def _get(self, connection: Connection, number: int) -> Published:
        found = await published.get(connection, number)
        if found is None:
            raise InputError(Problem.PUBLISHED_GONE)
        return found


def checked_title(text: str) -> str:
    """A title with single spaces; raises `InputError` for one that is too long or not plain.

    >>> checked_title("  Two   swans, part 1.5 ")
    'Two swans, part 1.5'
    """
    title = unicodedata.normalize("NFC", " ".join(text.split()))
    kinds = [unicodedata.category(char) for char in title]
    marks = [len([*same]) for mark, same in groupby(kinds, lambda kind: kind[0] == "M") if mark]
    plain = any(kind[0] in "LN" for kind in kinds) and _UNSEEN.isdisjoint(kinds)
    plain = plain and max(marks, default=0) <= _MARKS_IN_A_ROW
    if not plain or len(title) > MAX_TITLE or _REFUSED.search(title):
        raise InputError(Problem.BAD_TITLE, {"most": MAX_TITLE})
    return title


def may_withdraw(person: int, place: Place | None, found: Published) -> bool:
    """Whether a person is the author of a puzzle, or manages its server."""
    return found.player_id == person or _manages(place, found)


def may_choose(place: Place | None, found: Published) -> bool:
    """Whether a person can make a puzzle that of the week: it waits in the server they manage."""
    return found.posted_at is None and _manages(place, found)


def _manages(place: Place | None, found: Published) -> bool:
    return place is not None and place.manages and place.server == found.server_id


def key_of(number: int) -> str:
    """The key of the message of a published puzzle."""
    return f"published:{number}"


def _message_of(found: Published, channel: int, due: datetime) -> PendingMessage:
    """The message of a puzzle, which is kept up to date."""
    key, about, place = key_of(found.id), {"published": found.id}, (found.server_id, channel)
    return outbox.in_channel(key, about, place, due, due + SHOWN)
