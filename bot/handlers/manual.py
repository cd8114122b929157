"""The handlers of the manual, whose pages contain facts about this bot."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from discord import app_commands

from bot.commands.base import AnyCommand
from bot.components.manual import HelpPage
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import OutgoingMessage
from bot.presenters.manual import manual_page
from bot.router import Router
from bot.viewers import Viewer
from i18n.localizer import Localizer
from i18n.messages import Message
from service.generation import LONGEST, SHORTEST
from service.manual import Manual, Topic
from texts import manual as texts
from texts.manual import Facts
from texts.timestamps import clock_time


@dataclass(frozen=True, slots=True)
class ManualLimits:
    """Limits of this bot: maximum sides of boards to solve and to play, in cells, and the maximum
    number of puzzles of a user per day."""

    solved_side: int
    played_side: int
    person_puzzles: int


class ManualHandlers:
    """Shows pages of the manual."""

    def __init__(
        self,
        *,
        interactions: Interactions,
        manual: Manual,
        limits: ManualLimits,
        commands: Callable[[], Sequence[Any]],
        midnight: Callable[[], datetime],
    ) -> None:
        self._interactions = interactions
        self._manual = manual
        self._limits = limits
        self._commands = commands
        self._midnight = midnight

    def add_to(self, router: Router) -> None:
        """Register the handler of the buttons."""
        router.add(HelpPage, self.show_page)

    async def show_page(self, interaction: Interaction, button: HelpPage) -> None:
        """Show a page: replace a private message, else send a new private one."""
        message = interaction.message
        private = message is not None and message.flags.ephemeral
        block = (
            self._interactions.pressing(interaction)
            if private
            else self._interactions.answering(interaction, private=True)
        )
        async with block as viewer:
            await reply(interaction, await self.page(interaction.user.id, viewer, button.topic))

    async def page(self, person: int, viewer: Viewer, topic: Topic) -> OutgoingMessage:
        """A page of the manual, with its boards drawn."""
        drawings = await self._manual.drawings(
            person, topic, viewer.appearance, viewer.localizer.language
        )
        return manual_page(viewer.localizer, topic, self.facts(viewer.localizer), drawings)

    def facts(self, localizer: Localizer) -> Facts:
        """The facts about this bot for the pages."""
        sides = (self._limits.solved_side, self._limits.played_side, SHORTEST, LONGEST)
        return Facts(
            clock_time(self._midnight()),
            list(command_lines(self._commands(), localizer)),
            self._limits.person_puzzles,
            *(f"{side}x{side}" for side in sides),
        )


def command_lines(commands: Sequence[AnyCommand], localizer: Localizer) -> Iterator[str]:
    """A line for each slash command with its description, then one with all message commands."""
    in_menu = []
    for command in commands:
        if isinstance(command, app_commands.Command):
            what = localizer.say(Message(command.description))
            yield localizer.say(texts.COMMAND, name=command.name, what=what)
        elif isinstance(command, app_commands.ContextMenu):
            in_menu.append(f"**{localizer.say(Message(command.name))}**")
    yield localizer.say(texts.MENU, names=localizer.join(in_menu))
