"""The handlers of the buttons of /privacy: export, and deletion after a confirmation."""

from bot.components.privacy import PrivacyButton
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.layouts import OutgoingMessage, notice
from bot.presenters.privacy import deletion_question, export_message
from bot.router import Router
from bot.viewers import Viewer
from service.personal_data import PersonalData
from texts import privacy as texts


class PrivacyHandlers:
    """Exports or deletes the stored data of a user."""

    def __init__(self, interactions: Interactions, personal_data: PersonalData) -> None:
        self._interactions = interactions
        self._personal_data = personal_data

    def add_to(self, router: Router) -> None:
        """Register the handler of the buttons."""
        router.add(PrivacyButton, self.press)

    async def press(self, interaction: Interaction, button: PrivacyButton) -> None:
        """Send an export as a new message; for any other action replace this one."""
        person = interaction.user.id
        if button.key == "export":
            async with self._interactions.answering(interaction, private=True) as viewer:
                await reply(interaction, await self._export(person, viewer))
        else:
            async with self._interactions.pressing(interaction) as viewer:
                await reply(interaction, await self._answer(interaction, viewer, button.key))

    async def _answer(self, interaction: Interaction, viewer: Viewer, key: str) -> OutgoingMessage:
        if key == "delete":
            return deletion_question(viewer.localizer)
        if key == "keep":
            return notice(viewer.localizer.say(texts.KEPT))
        claim = claim_of(interaction)
        kept = await self._personal_data.delete(interaction.user.id, claim=claim)
        return notice(texts.deleted(viewer.localizer, kept))

    async def _export(self, person: int, viewer: Viewer) -> OutgoingMessage:
        export = await self._personal_data.export(person)
        if export is None:
            return notice(viewer.localizer.say(texts.EXPORT_NOTHING))
        return export_message(viewer.localizer, export)
