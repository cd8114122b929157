"""Shares results: facts about a solved board, and a card.

They tell the order in which regions were finished. The card also shows the loop, unless the puzzle
is a live or coming daily.
"""

from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import draw_card
from play.calendar import is_open, number_of
from play.par import against_par
from play.share import ShareCard
from play.tracks import Track
from puzzle.grid import Grid
from renderer.card import Card
from service.dailies.streaks import Streaks
from service.errors import InputError, Problem, SecretPuzzle
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.clock import Clock
from service.running.interaction_claims import unless_repeated
from service.running.quotas import Quotas
from service.running.readers import Place, Reader
from store import outbox
from store.growth import SHARED
from store.records import PendingMessage
from workers.pool import Priority, WorkPool

SHARE_INTERVAL = timedelta(minutes=1)
"""The interval in which a person can share a board once."""
POSTING = timedelta(minutes=15)
"""How long it is tried to post a result."""


class SharedResult(Struct, frozen=True):
    """A solved board, its public facts, and the card with them as a PNG file.

    `open` is true if the card shows the loop.
    """

    loaded: LoadedAttempt
    card: ShareCard
    png: bytes
    open: bool = False


class Sharing(Struct, eq=False):
    """Makes the cards of results."""

    pool: WorkPool
    attempts: Attempts
    streaks: Streaks
    quotas: Quotas
    now: Clock

    async def share(self, reader: Reader, attempt: int) -> SharedResult:
        """The result of a solved attempt, to be posted now.

        Raises what `result` raises, `InputError` for a board that was just shared, and
        `AlreadyClaimed` if another handler has claimed the interaction.
        """
        shared = await self.result(reader, attempt)
        await self._allow(reader, attempt)
        return shared

    async def post(self, reader: Reader, attempt: int, place: Place | None) -> None:
        """Store that a result is to be posted in a channel; raises what `share` raises, and
        `InputError` where the person or the bot may not post."""
        place = posting(place)
        await self.result(reader, attempt)
        now = self.now()
        key, there = f"result:{attempt}:{int(now.timestamp())}", (place.server, place.channel)
        message = outbox.in_channel(key, {"attempt": attempt}, there, now, now + POSTING)
        await self._allow(reader, attempt, replace(message, person_id=reader.person))

    async def _allow(self, reader: Reader, attempt: int, *messages: PendingMessage) -> None:
        what = f"{SHARED}{attempt}"
        allowing = self.quotas.allow_once(reader, what, SHARE_INTERVAL, messages)
        if await unless_repeated(reader.claim, allowing) is False:
            raise InputError(Problem.SHARED_LATELY)

    async def result(self, reader: Reader, attempt: int) -> SharedResult:
        """The result of a solved attempt, with its card in a theme; nothing is counted.

        It tells no time of a person without a clock, and no par of a daily that is open: with the
        time it tells how long that takes people. Raises `InputError` for a board that is not
        solved, `SecretPuzzle` while others race on its puzzle, and `NotYours`.
        """
        loaded = await self.attempts.find(reader.person, attempt)
        if not loaded.solved:
            raise InputError(Problem.NOT_SOLVED)
        person = loaded.attempt.player_id
        streak = await self.streaks.of_attempt(loaded.attempt)
        card, grid = card_of(loaded, streak, clock=reader.localizer.clock), loaded.puzzle.grid
        day = loaded.attempt.day
        if reader.localizer.par and not (day and is_open(day, self.now())):
            card = replace(card, over=loaded.over_par)
        whole = picture_of(card, grid, reader.appearance.theme, loaded.pad.board.lines)
        hidden, quick = replace(whole, loop=frozenset()), Priority.QUICK
        try:
            png = await self.pool.run(draw_card, whole, person=person, priority=quick)
        except SecretPuzzle as kept:
            if kept.secret.kind == "race":
                raise
            png = await self.pool.run(draw_card, hidden, person=person, priority=quick)
            return SharedResult(loaded, card, png)
        return SharedResult(loaded, card, png, open=True)


def posting(place: Place | None) -> Place:
    """A place where the person and the bot may post; raises `InputError` for any other."""
    if place is None or not place.joined:
        raise InputError(Problem.ONLY_WITH_BOT)
    if not (place.shows and place.speaks):
        raise InputError(Problem.NOT_POSTED)
    return place


def card_of(loaded: LoadedAttempt, streak: int, *, clock: bool = True) -> ShareCard:
    """The public facts about a solved board; without `clock`, no time is among them."""
    attempt = loaded.attempt
    return ShareCard(
        attempt.day,
        None if attempt.track is None else Track(attempt.track),
        loaded.puzzle.size,
        (attempt.seconds or 0) if clock else None,
        loaded.help_counts,
        streak,
        attempt.ranked or attempt.day is None,
        loaded.regions,
        loaded.puzzle.grid.tiling,
        loaded.puzzle.rules,
    )


def picture_of(card: ShareCard, grid: Grid, theme: str, loop: frozenset[int] = frozenset()) -> Card:
    """The picture of a result; without the edges of its loop, nothing else of the puzzle."""
    return Card(
        card_title(card),
        grid,
        card.total,
        card.help_counts.helps,
        card.streak,
        card.regions.ranks,
        card.regions.helped,
        loop,
        theme,
        "" if card.over is None else str(against_par(card.over)),
    )


def card_title(card: ShareCard) -> str:
    """The title on the card, in English letters only; without the size, which is drawn below it."""
    title = "Ouro"
    if card.day is not None and card.track is not None:
        title = f"Ouro #{number_of(card.day)} · {card.track.rules.title}"
    return title if card.rules.is_plain else f"{title} · {card.rules.title}"
