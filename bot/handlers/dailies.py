"""The handlers of the buttons below a daily; only the user who presses one sees the answer."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.components.daily import (
    DailyButton,
    DailyLeaderboard,
    HintDaily,
    PlayDaily,
    RevealDaily,
    SubmitDaily,
)
from bot.delivery.post_updates import PostUpdates
from bot.handlers.boards import BoardDisplay
from bot.handlers.helping import HelpHandlers
from bot.handlers.leaderboards import LeaderboardHandlers
from bot.handlers.playing import PlayHandlers
from bot.handlers.secrecy import SecrecyHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.router import Router
from bot.viewers import Viewer
from narrator.narration import Level
from play.ranking import Period
from service.attempts import Attempts
from service.boards import Boards
from service.leaderboards import LeaderboardQuery
from service.loaded_attempt import LoadedAttempt

ButtonT = TypeVar("ButtonT", bound=DailyButton)


class DailyHandlers:
    """Opens, hints and judges boards of dailies, and updates their posts."""

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        interactions: Interactions,
        attempts: Attempts,
        boards: Boards,
        display: BoardDisplay,
        playing: PlayHandlers,
        helping: HelpHandlers,
        leaderboards: LeaderboardHandlers,
        secrecy: SecrecyHandlers,
        updates: PostUpdates,
    ) -> None:
        self._interactions = interactions
        self._attempts = attempts
        self._boards = boards
        self._display = display
        self._playing = playing
        self._helping = helping
        self._leaderboards = leaderboards
        self._secrecy = secrecy
        self._updates = updates

    def add_to(self, router: Router) -> None:
        """Register the handlers of the buttons."""
        router.add(PlayDaily, self._updating(self.play))
        router.add(HintDaily, self._updating(self.hint))
        router.add(SubmitDaily, self._updating(self.submit))
        router.add(DailyLeaderboard, self._updating(self.leaderboard))
        router.add(RevealDaily, self._updating(self._secrecy.reveal))

    async def play(self, interaction: Interaction, button: PlayDaily) -> None:
        """Open the user's own board, which starts the clock."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            await self._open(interaction, viewer, button)

    async def hint(self, interaction: Interaction, button: HintDaily) -> None:
        """Open the user's own board, and replace it with a hint unless it is closed."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            loaded = await self._open(interaction, viewer, button)
            if not loaded.solved and not loaded.attempt.revealed:
                post = await self._helping.hint_post(interaction, viewer, loaded, Level.NUDGE)
                await reply(interaction, post)

    async def submit(self, interaction: Interaction, button: SubmitDaily) -> None:
        """Open the user's own board, and judge it if it has lines and is not closed."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            loaded = await self._open(interaction, viewer, button)
            if loaded.pad.board.lines and not loaded.solved and not loaded.attempt.revealed:
                judged = await self._attempts.submit(
                    interaction.user.id, loaded.attempt.id, claim=claim_of(interaction)
                )
                await self._playing.show_verdict(interaction, viewer, *judged)

    async def leaderboard(self, interaction: Interaction, button: DailyLeaderboard) -> None:
        """Show the leaderboard of the daily."""
        query = LeaderboardQuery(button.track, Period.DAY, button.day, server=True)
        await self._leaderboards.show_privately(interaction, query)

    async def _open(
        self, interaction: Interaction, viewer: Viewer, button: DailyButton
    ) -> LoadedAttempt:
        """Replace "thinking…" with the user's board of a daily."""
        loaded = await self._boards.open_daily(
            interaction.user.id,
            button.day,
            button.track,
            interaction.guild_id,
            claim=claim_of(interaction),
        )
        await self._display.show(interaction, viewer, loaded)
        return loaded

    def _updating(
        self, handler: Callable[[Interaction, ButtonT], Awaitable[None]]
    ) -> Callable[[Interaction, ButtonT], Awaitable[None]]:
        """Wrap a handler so that the number of solvers on the post is updated after it."""

        async def handle(interaction: Interaction, button: ButtonT) -> None:
            await handler(interaction, button)
            await self._updates.after_press(interaction.message, button.day, button.track)

        return handle
