"""The handlers of storms."""

from bot.components.practice import AnswerStorm, BeginStorm
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.storm import storm_message
from bot.router import Router
from bot.viewers import Viewer
from service.storms import StormReader, Storms


class StormHandlers:
    """Begins storms and judges their answers; the clock is that of Discord's timestamps."""

    def __init__(self, interactions: Interactions, storms: Storms) -> None:
        self._interactions = interactions
        self._storms = storms

    def add_to(self, router: Router) -> None:
        """Register the handlers of the buttons."""
        router.add(BeginStorm, self.begin)
        router.add(AnswerStorm, self.answer)

    async def begin(self, interaction: Interaction, _: BeginStorm) -> None:
        """Begin a storm in the message."""
        async with self._interactions.pressing(interaction) as viewer:
            page = await self._storms.begin_storm(
                _reader(interaction, viewer),
                interaction.created_at,
                interaction.id,
                claim=claim_of(interaction),
            )
            await reply(interaction, storm_message(viewer.localizer, page))

    async def answer(self, interaction: Interaction, button: AnswerStorm) -> None:
        """Judge an answer, and show the next drill or the result."""
        async with self._interactions.pressing(interaction) as viewer:
            page = await self._storms.go_on(
                _reader(interaction, viewer),
                button.storm,
                button.text,
                button.chosen,
                interaction.created_at,
                interaction.id,
            )
            await reply(interaction, storm_message(viewer.localizer, page))


def _reader(interaction: Interaction, viewer: Viewer) -> StormReader:
    person, server = interaction.user.id, interaction.guild_id
    return StormReader(person, server, viewer.appearance, viewer.localizer.language)
