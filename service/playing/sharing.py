"""Shares results: facts about a solved board, and a card.

They tell the order in which regions were finished. The card also shows the loop, unless the puzzle
is a live or coming daily.
"""

from datetime import timedelta

from msgspec import Struct

from jobs.playing import draw_card
from play.share import ShareCard, share_title
from play.tracks import Track
from puzzle.grid import Grid
from renderer.card import Card
from service.dailies.dailies import Dailies
from service.dailies.streaks import Streaks
from service.errors import InputError, Problem
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.races import Races
from service.running.interaction_claims import unless_repeated
from service.running.quotas import Quotas
from service.running.readers import Reader
from store.growth import SHARED
from workers.pool import Priority, WorkPool

SHARE_INTERVAL = timedelta(minutes=1)
"""The interval in which a person can share a board once."""


class SharedResult(Struct, frozen=True):
    """A solved board, its public facts, and the card with them as a PNG file.

    `open` is true if the card shows the loop.
    """

    loaded: LoadedAttempt
    card: ShareCard
    png: bytes
    open: bool = False


class Sharing(Struct, eq=False, kw_only=True):
    """Makes the cards of results."""

    pool: WorkPool
    attempts: Attempts
    dailies: Dailies
    streaks: Streaks
    quotas: Quotas
    races: Races

    async def share(self, reader: Reader, attempt: int) -> SharedResult:
        """The result of a solved attempt, to be posted now, with its card in a theme.

        It tells no time of a person without a clock.

        Raises `InputError` for a board that is not solved or was just shared, and while others race
        on its puzzle, `NotYours`, and `AlreadyClaimed` if another handler has claimed the
        interaction.
        """
        loaded = await self.attempts.find(reader.person, attempt)
        if not loaded.solved:
            raise InputError(Problem.NOT_SOLVED)
        if await self.races.is_running_on(loaded.attempt.puzzle_id):
            raise InputError(Problem.RACE_RUNS)
        shared = await self._result(reader, loaded)
        what = f"{SHARED}{attempt}"
        allowing = self.quotas.allow_once(reader, what, SHARE_INTERVAL)
        if await unless_repeated(reader.claim, allowing) is False:
            raise InputError(Problem.SHARED_LATELY)
        return shared

    async def _result(self, reader: Reader, loaded: LoadedAttempt) -> SharedResult:
        person = loaded.attempt.player_id
        streak = await self.streaks.of_attempt(loaded.attempt)
        secret = await self.dailies.recognise(loaded.puzzle.canonical_key) is not None
        card, lines = card_of(loaded, streak, clock=reader.localizer.clock), loaded.pad.board.lines
        grid = loaded.puzzle.grid
        picture = picture_of(card, grid, reader.appearance.theme, frozenset() if secret else lines)
        png = await self.pool.run(draw_card, picture, person=person, priority=Priority.QUICK)
        return SharedResult(loaded, card, png, open=not secret)


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
    )


def card_title(card: ShareCard) -> str:
    """The title on the card, in English letters only; without the size, which is drawn below it."""
    title = share_title(card).removesuffix(card.size).rstrip(" ·")
    return title if card.rules.is_plain else f"{title} · {card.rules.title}"
