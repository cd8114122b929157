"""The handler of the button that shares a result."""

from bot.components.sharing import Share
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions
from bot.presenters.sharing import share_message
from bot.router import Router
from service.sharing import Sharing
from texts import sharing as texts


class ShareHandlers:
    """Posts results publicly."""

    def __init__(self, interactions: Interactions, sharing: Sharing, display: BoardDisplay) -> None:
        self._interactions = interactions
        self._sharing = sharing
        self._display = display

    def add_to(self, router: Router) -> None:
        """Register the handler of the button."""
        router.add(Share, self.share)

    async def share(self, interaction: Interaction, button: Share) -> None:
        """Post the user's result in the same channel, in the language of its readers."""
        async with self._interactions.pressing(interaction) as viewer:
            public = await self._interactions.viewers.find(interaction, private=False)
            result = await self._sharing.share(
                interaction.user.id,
                button.attempt,
                public.appearance.theme,
                clock=public.localizer.clock,
                claim=claim_of(interaction),
            )
            post = share_message(public.localizer, result)
            await interaction.followup.send(view=post.view, files=list(post.files))
            caption = viewer.localizer.say(texts.SHARED)
            await self._display.show(interaction, viewer, result.loaded, caption=caption)
