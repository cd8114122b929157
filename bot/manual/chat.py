"""/help: the pages of the manual."""

from collections.abc import Iterator, Sequence
from datetime import date
from io import BytesIO
from itertools import zip_longest
from typing import Any

import discord
from discord import app_commands, ui

from bot.answering.commands import AnyCommand, named_choices
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import Gallery, OutgoingMessage, message, row
from bot.answering.router import chosen_values
from bot.chat import Chat
from bot.dailies.components import PlayDaily
from bot.manual.components import HelpMenu, HelpPage
from bot.pasting.components import EnterPuzzle
from bot.shortcuts.components import Shortcut
from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.playing import Drawing
from play.calendar import closes, number_of
from play.tracks import BEGINNERS_TRACK
from service.generating.generation import LONGEST, SHORTEST
from service.learning.manual import Topic
from service.running.readers import Reader
from texts import manual
from texts import manual as texts
from texts.manual import FIRST, TITLES, Facts
from texts.times import clock_time


def manual_page(
    localizer: Localizer,
    topic: Topic,
    facts: Facts,
    drawings: Sequence[Sequence[Drawing]],
    first: Sequence[ui.Item[Any]] = (),
) -> OutgoingMessage:
    """The message of a page: texts and galleries by turns, as long as there are, and a menu.

    The items `first` stand below the first text. The menu leads to all pages.
    """
    items: list[ui.Item[Any] | str] = []
    files: list[discord.File] = []
    texts = manual.page_texts(localizer, topic, facts)
    for text, group in zip_longest(texts, drawings):
        if text is not None:
            items.append(text)
        if group is not None:
            items.append(_gallery(group, files))
    items[1:1] = first
    return message(*items, row(HelpMenu(topic, localizer)), files=files)


def _gallery(drawings: Sequence[Drawing], files: list[discord.File]) -> Gallery:
    """A gallery of drawings, whose files are added to `files`."""
    gallery: Gallery = ui.MediaGallery()
    for drawing in drawings:
        name = f"board{len(files)}.png"
        files.append(discord.File(BytesIO(drawing.png), name, description=drawing.alt))
        gallery.add_item(media=files[-1], description=drawing.alt)
    return gallery


def first_steps(localizer: Localizer, day: date) -> list[ui.Item[Any]]:
    """What to do first, each with a button that does it."""
    buttons = (
        PlayDaily(day, BEGINNERS_TRACK, localizer),
        *(Shortcut(use, localizer) for use in ("learn", "new", "race")),
        EnterPuzzle(localizer),
    )
    return [
        ui.Section(localizer.say(text, number=number_of(day)), accessory=button)
        for text, button in zip(FIRST, buttons, strict=True)
    ]


class ManualHandlers:
    """Shows pages of the manual."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._manual = chat.use.manual
        self._settings = chat.use.settings
        self._dailies = chat.use.dailies
        self._tree = chat.tree

    async def show_chosen(self, interaction: Interaction, _: HelpMenu) -> None:
        """Show the page that is chosen in the menu."""
        [chosen] = chosen_values(interaction)
        await self.show_page(interaction, Topic(chosen))

    async def open_page(self, interaction: Interaction, button: HelpPage) -> None:
        """Show the page of a button of an earlier version."""
        await self.show_page(interaction, button.topic)

    async def show_page(self, interaction: Interaction, topic: Topic) -> None:
        """Show a page: replace a private message, else send a new private one."""
        message = interaction.message
        private = message is not None and message.flags.ephemeral
        block = (
            self._interactions.pressing(interaction)
            if private
            else self._interactions.answering(interaction, private=True)
        )
        async with block as reader:
            await reply(interaction, await self.page(reader, topic))

    async def page(self, reader: Reader, topic: Topic) -> OutgoingMessage:
        """A page of the manual, with its boards drawn."""
        drawings, localizer = await self._manual.drawings(reader, topic), reader.localizer
        first = first_steps(localizer, self._dailies.today()) if topic is Topic.START else ()
        return manual_page(localizer, topic, self.facts(localizer), drawings, first)

    def facts(self, localizer: Localizer) -> Facts:
        """The facts about this bot for the pages."""
        solved, played = self._settings.bounds.max_side, self._settings.play_bounds.max_side
        sides = (solved, played, SHORTEST, LONGEST)
        return Facts(
            clock_time(closes(self._dailies.today())),
            list(command_lines(self._tree.get_commands(), localizer)),
            self._settings.quotas.person_puzzles,
            *(f"{side}x{side}" for side in sides),
        )


def command_lines(commands: Sequence[Any], localizer: Localizer) -> Iterator[str]:
    """A line for each slash command with its description, then one with all message commands."""
    in_menu = []
    for command in commands:
        if isinstance(command, app_commands.Command):
            what = localizer.say(Message(command.description))
            yield localizer.say(texts.COMMAND, name=command.name, what=what)
        elif isinstance(command, app_commands.ContextMenu):
            in_menu.append(f"**{localizer.say(Message(command.name))}**")
    yield localizer.say(texts.MENU, names=localizer.join(in_menu))


def manual_commands(chat: Chat, manual: ManualHandlers) -> tuple[AnyCommand, ...]:
    """The command /help, the manual."""

    @app_commands.command(name="help", description=texts.HELP.text)
    @app_commands.describe(topic=texts.HELP_TOPIC.text)
    @app_commands.choices(topic=named_choices(TITLES))
    async def show_help(interaction: Interaction, topic: str = Topic.START.value) -> None:
        """Show a page of the manual, visible only to the user."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            await reply(interaction, await manual.page(reader, Topic(topic)))

    return (show_help,)
