"""Shows solutions of live dailies only privately, after a confirmation."""

from bot.components.daily import RevealDaily
from bot.handlers.helping import HelpHandlers
from bot.interaction_state import Interaction, claim_of, state_of
from bot.interactions import Interactions, reply, reply_privately
from bot.presenters.layouts import PROBLEM, OutgoingMessage, notice
from bot.presenters.solutions import secret_question
from bot.viewers import Viewer
from service.attempts import Attempts
from service.dailies import Dailies, LiveDaily
from store.records import AttemptKind
from texts import secrecy as texts


class SecrecyHandlers:
    """Requests a confirmation before it shows the solution of a live daily privately."""

    def __init__(
        self,
        interactions: Interactions,
        dailies: Dailies,
        attempts: Attempts,
        helping: HelpHandlers,
    ) -> None:
        self._interactions = interactions
        self._dailies = dailies
        self._attempts = attempts
        self._helping = helping

    async def keep_secret(self, interaction: Interaction, viewer: Viewer, live: LiveDaily) -> None:
        """Answer a request for the solution of a live daily privately, with `_answer`."""
        if _is_private(interaction, viewer):
            await reply(interaction, await self._answer(interaction, viewer, live))
            return
        if state_of(interaction).thinking:  # it is public; a pressed message stays unchanged
            await interaction.delete_original_response()
        private_viewer = await self._interactions.viewers.find(interaction, private=True)
        await reply_privately(interaction, await self._answer(interaction, private_viewer, live))

    async def reveal(self, interaction: Interaction, button: RevealDaily) -> None:
        """Replace the question with the solution, which ends the user's attempt."""
        person = interaction.user.id
        async with self._interactions.pressing(interaction) as viewer:
            record, _ = await self._dailies.find(button.day, button.track)
            claim = claim_of(interaction)
            loaded = await self._attempts.open(person, record, AttemptKind.DAILY, claim=claim)
            post = await self._helping.solution_post(interaction, viewer, loaded)
            await reply(interaction, post)

    async def _answer(
        self, interaction: Interaction, viewer: Viewer, live: LiveDaily
    ) -> OutgoingMessage:
        """The question, or for a user whose attempt is closed, the solution.

        For a daily of a later date, a notice instead.
        """
        if live.daily.day != self._dailies.today():
            return notice(viewer.localizer.say(texts.YET_TO_COME), PROBLEM)
        loaded = await self._attempts.find_on(interaction.user.id, live.daily.puzzle_id)
        if loaded is None or not (loaded.solved or loaded.attempt.revealed):
            return secret_question(viewer.localizer, live)
        return await self._helping.solution_post(interaction, viewer, loaded)


def _is_private(interaction: Interaction, viewer: Viewer) -> bool:
    """Whether only the user would see the answer."""
    if interaction.context.dm_channel:
        return True
    if state_of(interaction).thinking:
        return viewer.private
    return interaction.message is not None and interaction.message.flags.ephemeral
