"""The handlers of the buttons that review and replay solved boards, for the player alone."""

from bot.components.reviews import ReplayBoard, ReviewBoard
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.reviews import replay_message, review_message
from bot.router import Router
from service.reviews import Reviews


class ReviewHandlers:
    """Shows reviews and replays in private messages."""

    def __init__(self, interactions: Interactions, reviews: Reviews) -> None:
        self._interactions = interactions
        self._reviews = reviews

    def add_to(self, router: Router) -> None:
        """Register the handlers of the buttons."""
        router.add(ReviewBoard, self.review)
        router.add(ReplayBoard, self.replay)

    async def review(self, interaction: Interaction, button: ReviewBoard) -> None:
        """Review the user's board."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            localizer = viewer.localizer
            result = await self._reviews.review(
                interaction.user.id,
                button.attempt,
                viewer.appearance,
                localizer.language,
                clock=localizer.clock,
            )
            await reply(interaction, review_message(localizer, result))

    async def replay(self, interaction: Interaction, button: ReplayBoard) -> None:
        """Replay the user's board."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            moving = await self._reviews.replay(
                interaction.user.id,
                button.attempt,
                viewer.appearance,
                viewer.localizer.language,
                interaction.filesize_limit,
            )
            await reply(interaction, replay_message(viewer.localizer, moving))
