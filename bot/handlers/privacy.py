"""The buttons of /privacy: export, deletion, and the question before it."""

from bot.components.privacy import PrivacyButton
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import Post, notice
from bot.presenters.privacy import deletion_question, export_message
from bot.readers import Reader
from bot.router import Router
from service.personal_data import PersonalData
from texts import privacy as texts


class PrivacyHandlers:
    """Gives people what is stored of them, or deletes it."""

    def __init__(self, interactions: Interactions, personal_data: PersonalData) -> None:
        self._interactions = interactions
        self._personal_data = personal_data

    def add_to(self, router: Router) -> None:
        """Handle the buttons."""
        router.add(PrivacyButton, self.press)

    async def press(self, interaction: Interaction, button: PrivacyButton) -> None:
        """Export in a new message, all else in place of this one."""
        person = interaction.user.id
        if button.key == "export":
            async with self._interactions.answering(interaction, private=True) as reader:
                await reply(interaction, await self._export(person, reader))
        else:
            async with self._interactions.pressing(interaction) as reader:
                await reply(interaction, await self._answer(person, reader, button.key))

    async def _answer(self, person: int, reader: Reader, key: str) -> Post:
        if key == "delete":
            return deletion_question(reader.voice)
        if key == "keep":
            return notice(reader.voice.say(texts.KEPT))
        kept = await self._personal_data.delete(person)
        return notice(texts.deleted(reader.voice, kept))

    async def _export(self, person: int, reader: Reader) -> Post:
        export = await self._personal_data.export(person)
        if export is None:
            return notice(reader.voice.say(texts.EXPORT_NOTHING))
        return export_message(reader.voice, export)
