"""What the button to share a result does, and where it is."""

from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.sharing.components import Share
from bot.sharing.messages import share_message
from i18n.localizer import Localizer
from service.playing.loaded_attempt import LoadedAttempt
from store.records import AttemptKind
from texts import sharing as texts


def share_button(localizer: Localizer, loaded: LoadedAttempt) -> Share | None:
    """The button below a solved board, but for that of the course."""
    is_own = loaded.solved and loaded.attempt.kind is not AttemptKind.LEARN
    return Share(loaded.attempt.id, localizer) if is_own else None


class ShareHandlers:
    """Posts results publicly."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._sharing = chat.use.sharing
        self._display = chat.display

    async def share(self, interaction: Interaction, button: Share) -> None:
        """Post the user's result in the same channel, in the language of its readers."""
        async with self._interactions.pressing(interaction) as reader:
            public = await self._interactions.readers.find(interaction, private=False)
            result = await self._sharing.share(public, button.attempt)
            post = share_message(public.localizer, result)
            await interaction.followup.send(view=post.view, files=list(post.files))
            caption = reader.localizer.say(texts.SHARED)
            await self._display.show(interaction, reader, result.loaded, caption=caption)
