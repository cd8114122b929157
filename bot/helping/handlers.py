"""The handlers of hints, checks and solutions, which replace the board."""

from __future__ import annotations

from types import MappingProxyType

from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import OutgoingMessage
from bot.chat import Chat
from bot.helping.components import (
    ApplyStep,
    CheckMarks,
    Explained,
    GiveHint,
    RevealSolution,
    ShowPart,
)
from bot.helping.messages import check_message, hint_message, question_message, solution_message
from i18n.localizer import Localizer
from narrator.checks import Detail
from narrator.narration import Level
from play.history import Mark
from play.journal import MarkSource
from service.helping.help_offers import FIRST_DETAIL, FIRST_LEVEL
from service.helping.solutions import needs_question
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from texts import helping as texts


def reveal_button(localizer: Localizer, loaded: LoadedAttempt) -> RevealSolution | None:
    """The button below a board whose solution was shown before it was solved."""
    ended = loaded.attempt.revealed and not loaded.solved
    return RevealSolution(loaded.attempt.id, localizer=localizer) if ended else None


class HelpHandlers:
    """Gives hints, checks and solutions of boards."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._attempts = chat.use.attempts
        self._hints = chat.use.hints
        self._checks = chat.use.checks
        self._solutions = chat.use.solutions
        self._display = chat.display
        self.presses = MappingProxyType(
            {
                "hint": lambda press, attempt: self.hint(press, attempt, FIRST_LEVEL),
                "check": lambda press, attempt: self.check(press, attempt, FIRST_DETAIL),
                "give-up": self.ask_to_reveal,
            }
        )
        """What the buttons for help below a board do, by their actions."""

    async def press_hint(self, interaction: Interaction, button: GiveHint) -> None:
        """Replace the message with the hint of a button."""
        await self.hint(interaction, button.attempt, button.level, button.another)

    async def press_check(self, interaction: Interaction, button: CheckMarks) -> None:
        """Replace the message with the check of a button."""
        await self.check(interaction, button.attempt, button.detail)

    async def hint(
        self, interaction: Interaction, attempt: int, level: Level, another: int = 0
    ) -> None:
        """Replace the message with a hint on the board as it is now."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.settled(interaction.user.id, attempt)
            post = await self.hint_post(reader, loaded, level, another=another)
            await self._display.replace(interaction, loaded, post)

    async def hint_post(
        self, reader: Reader, loaded: LoadedAttempt, level: Level, *, another: int = 0
    ) -> OutgoingMessage:
        """Give a hint on a board, which is counted, and present it."""
        hint = await self._hints.give(reader, loaded, level, another=another)
        return hint_message(reader.localizer, hint)

    async def check(self, interaction: Interaction, attempt: int, detail: Detail) -> None:
        """Replace the message with a check of the board as it is now."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.settled(interaction.user.id, attempt)
            post = await self.check_post(reader, loaded, detail)
            await self._display.replace(interaction, loaded, post)

    async def check_post(
        self, reader: Reader, loaded: LoadedAttempt, detail: Detail
    ) -> OutgoingMessage:
        """Check a board, which is counted, and present the result."""
        check = await self._checks.give(reader, loaded, detail)
        return check_message(reader.localizer, check)

    async def mark_step(self, interaction: Interaction, button: ApplyStep) -> None:
        """Mark the edges of a step as one action, which can be undone, and show the board."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.change(
                reader, button.attempt, Mark(button.states), source=MarkSource.HINT
            )
            closed = loaded.is_over
            caption = "" if closed else reader.localizer.say(texts.DONE)
            await self._display.show(interaction, reader, loaded, caption=caption)

    async def part(self, interaction: Interaction, button: ShowPart) -> None:
        """Replace the message with a part of an argument that was given to the player before."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.settled(reader.person, button.attempt)
            shown = reader, loaded, button.number
            if button.kind is not Explained.CHECK:
                ways = button.kind is Explained.WAYS
                hint = await self._hints.give_part(*shown, another=button.another, ways=ways)
                post = hint_message(reader.localizer, hint)
            else:
                check = await self._checks.give_part(*shown)
                post = check_message(reader.localizer, check)
            await self._display.replace(interaction, loaded, post)

    async def ask_to_reveal(self, interaction: Interaction, attempt: int) -> None:
        """Replace the message with the question whether to show the solution."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.find(interaction.user.id, attempt)
            live = self._solutions.is_live(loaded)
            await self._display.replace(
                interaction, loaded, question_message(reader.localizer, loaded, live=live)
            )

    async def reveal(self, interaction: Interaction, button: RevealSolution) -> None:
        """Replace the message with the solution, and store that it was revealed."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.find(interaction.user.id, button.attempt)
            limit = interaction.filesize_limit
            post = await self.solution_post(reader, loaded, animate=button.animate, limit=limit)
            await reply(interaction, post)

    async def solution_or_question(
        self, reader: Reader, loaded: LoadedAttempt, *, animate: bool, limit: int
    ) -> OutgoingMessage:
        """The solution of a board, or a question first if it would end an unsolved attempt."""
        if needs_question(loaded):
            live = self._solutions.is_live(loaded)
            return question_message(reader.localizer, loaded, live=live, animate=animate)
        return await self.solution_post(reader, loaded, animate=animate, limit=limit)

    async def solution_post(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        *,
        animate: bool = False,
        limit: int | None = None,
    ) -> OutgoingMessage:
        """Reveal the solution of a board and present it.

        With `animate` the picture is an animation of at most `limit` bytes, if possible.
        """
        revealed = await self._solutions.reveal(reader, loaded, animate=animate, limit=limit)
        return solution_message(reader.localizer, revealed)
