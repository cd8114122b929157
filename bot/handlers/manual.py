"""The pages of the manual, with what they tell of this bot."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from discord import app_commands

from bot.commands.base import AnyCommand
from bot.components.manual import HelpPage
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import Post
from bot.presenters.manual import manual_page
from bot.readers import Reader
from bot.router import Router
from i18n.messages import Message
from i18n.voice import Voice
from service.generation import LONGEST, SHORTEST
from service.manual import Manual, Topic
from texts import manual as texts
from texts.manual import Facts
from texts.timestamps import clock_time


@dataclass(frozen=True, slots=True)
class ManualLimits:
    """What this bot allows: sides of boards, in cells, that it solves and lets people play, and
    puzzles in a day."""

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
        """Handle the buttons of pages."""
        router.add(HelpPage, self.turn)

    async def turn(self, interaction: Interaction, button: HelpPage) -> None:
        """Show a page: in place of a message that only its reader sees, else beside it."""
        message = interaction.message
        own = message is not None and message.flags.ephemeral
        showing = (
            self._interactions.pressing(interaction)
            if own
            else self._interactions.answering(interaction, private=True)
        )
        async with showing as reader:
            await reply(interaction, await self.page(interaction.user.id, reader, button.topic))

    async def page(self, person: int, reader: Reader, topic: Topic) -> Post:
        """A page of the manual, with its boards drawn."""
        drawings = await self._manual.drawings(person, topic, reader.look, reader.voice.language)
        return manual_page(reader.voice, topic, self.facts(reader.voice), drawings)

    def facts(self, voice: Voice) -> Facts:
        """What pages tell of this bot."""
        sides = (self._limits.solved_side, self._limits.played_side, SHORTEST, LONGEST)
        return Facts(
            clock_time(self._midnight()),
            list(command_lines(self._commands(), voice)),
            self._limits.person_puzzles,
            *(f"{side}x{side}" for side in sides),
        )


def command_lines(commands: Sequence[AnyCommand], voice: Voice) -> Iterator[str]:
    """Every command there is, with what it does, and at last those in the menu of a message."""
    in_menu = []
    for command in commands:
        if isinstance(command, app_commands.Command):
            what = voice.say(Message(command.description))
            yield voice.say(texts.COMMAND, name=command.name, what=what)
        elif isinstance(command, app_commands.ContextMenu):
            in_menu.append(f"**{voice.say(Message(command.name))}**")
    yield voice.say(texts.MENU, names=voice.join(in_menu))
