"""Shares results: facts about a solved board and a card, which show nothing of its loop."""

from dataclasses import dataclass
from datetime import timedelta

from jobs import draw_card
from play.calendar import Track
from play.share import ShareCard, share_title
from renderer.card import Card
from service.attempts import Attempts, LoadedAttempt
from service.errors import InputError, Problem
from service.interaction_claims import InteractionClaim
from service.quotas import Quotas
from service.streaks import Streaks
from workers.pool import Priority, WorkPool

SHARE_INTERVAL = timedelta(minutes=1)
"""The interval in which a person can share a board once."""


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A solved board, its public facts, and the card with them as a PNG file."""

    loaded: LoadedAttempt
    card: ShareCard
    png: bytes


class Sharing:
    """Makes the cards of results."""

    def __init__(
        self, pool: WorkPool, attempts: Attempts, streaks: Streaks, quotas: Quotas
    ) -> None:
        self._pool = pool
        self._attempts = attempts
        self._streaks = streaks
        self._quotas = quotas

    async def share(
        self, person: int, attempt: int, theme: str, *, claim: InteractionClaim | None = None
    ) -> SharedResult:
        """The result of a solved attempt, to be posted now; the card is drawn in a theme.

        Raises `InputError` for a board that is not solved or was just shared, `NotYours`, and
        `AlreadyClaimed` if another handler has claimed the interaction.
        """
        loaded = await self._attempts.find(person, attempt)
        if not loaded.solved:
            raise InputError(Problem.NOT_SOLVED)
        shared = await self._result(loaded, theme)
        what = f"share {attempt}"
        if not await self._quotas.allow_once(what, person, SHARE_INTERVAL, claim=claim):
            raise InputError(Problem.SHARED_LATELY)
        return shared

    async def _result(self, loaded: LoadedAttempt, theme: str) -> SharedResult:
        person, grid = loaded.attempt.player_id, loaded.puzzle.grid
        streak = await self._streaks.current(person) if loaded.attempt.ranked else 0
        card = card_of(loaded, streak)
        picture = Card(
            card_title(card),
            grid.rows,
            grid.cols,
            card.total,
            card.help_counts.helps,
            card.streak,
            theme,
        )
        png = await self._pool.run(draw_card, picture, person=person, priority=Priority.QUICK)
        return SharedResult(loaded, card, png)


def card_of(loaded: LoadedAttempt, streak: int) -> ShareCard:
    """The public facts about a solved board."""
    attempt = loaded.attempt
    return ShareCard(
        attempt.day,
        None if attempt.track is None else Track(attempt.track),
        loaded.puzzle.size,
        attempt.seconds or 0,
        loaded.help_counts,
        streak if attempt.ranked else 0,
        attempt.ranked or attempt.day is None,
    )


def card_title(card: ShareCard) -> str:
    """The title on the card, in English letters only; without the size, which is drawn below it."""
    return share_title(card).removesuffix(card.size).rstrip(" ·")
