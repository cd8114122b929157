"""The handler of the way from a board in chat to the board page."""

from __future__ import annotations

from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.board_page import link_message
from service.board_links import BoardLinks


class PageHandlers:
    """Makes links to the board page at the address `url`."""

    def __init__(self, interactions: Interactions, links: BoardLinks, url: str) -> None:
        self._interactions = interactions
        self._links = links
        self._url = url

    async def open_page(self, interaction: Interaction, attempt: int) -> None:
        """Answer in private with a link to the board, for the one who pressed."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            secret = await self._links.make_link(
                interaction.user.id, attempt, claim=claim_of(interaction)
            )
            await reply(interaction, link_message(viewer.localizer, f"{self._url}#{secret}"))
