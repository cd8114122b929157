"""Begins races, and handles the buttons of their messages."""

from collections.abc import Callable, Coroutine
from typing import Any

from bot.answering.interactions import Interaction, reader_of, reply, token_of
from bot.answering.layouts import notice
from bot.answering.router import Router
from bot.chat import Chat
from bot.connection.permissions import joined_guild
from bot.races.components import RaceButton
from bot.races.messages import RaceMessages, race_message
from service.errors import InputError, Problem
from service.generating.generation import PuzzleOptions
from service.playing.races import RacePlace, RaceView
from service.running.readers import Reader
from texts import races as texts


class RaceHandlers:
    """Begins races and handles presses below their messages."""

    def __init__(self, chat: Chat, messages: RaceMessages) -> None:
        self._interactions = chat.interactions
        self._races = chat.use.races
        self._generation = chat.use.generation
        self._display = chat.display
        self._messages = messages

    def add_to(self, router: Router) -> None:
        """Register the handler of the buttons."""
        router.add(RaceButton, self.press)

    async def press(self, interaction: Interaction, button: RaceButton) -> None:
        """Do the action of a button."""
        asking = reader_of(interaction)
        match button.action:
            case "join":
                token = token_of(interaction)
                await self._change(
                    interaction, lambda: self._races.join_race(asking, button.race, token)
                )
            case "leave":
                await self._change(interaction, lambda: self._races.leave_race(asking, button.race))
            case "start":
                await self._start(interaction, button.race)
            case "board":
                await self._open(interaction, button.race)
            case _:
                await self._again(interaction, button.race)

    async def invite(self, interaction: Interaction, wanted: Callable[[], PuzzleOptions]) -> None:
        """Post the message of a new race on a puzzle with these options.

        `wanted` may raise `InputError`.
        """
        async with self._interactions.answering(interaction) as reader:
            await self._post(interaction, reader, wanted())

    async def _again(self, interaction: Interaction, earlier: int) -> None:
        """Join the race that waits in the channel, or post one like an earlier race.

        So all who press the button of a race meet in the next one.
        """
        async with self._interactions.answering(interaction) as reader:
            waiting = await self._races.waiting_in(interaction.channel_id or 0)
            if waiting is None:
                view = await self._races.view(earlier)
                await self._post(interaction, reader, PuzzleOptions.like(view.puzzle))
                return
            number = waiting.race.id
            await self._races.join_race(reader_of(interaction), number, token_of(interaction))
            joined = texts.joined(reader.localizer, reader.person, waiting.race)
            await reply(interaction, notice(joined))

    async def _post(self, interaction: Interaction, reader: Reader, options: PuzzleOptions) -> None:
        """Replace "thinking…" with the message of a new race."""
        asking, guild = reader_of(interaction), joined_guild(interaction)
        if not interaction.app_permissions.view_channel or interaction.channel_id is None:
            raise InputError(Problem.RACE_UNSEEN)
        await self._races.require_allowed(asking.person, guild.id)
        puzzle = await self._generation.generate(asking, options)
        place = RacePlace(guild.id, interaction.channel_id)
        view = await self._races.create_race(asking, puzzle, place, token_of(interaction))
        shown = await reply(interaction, race_message(reader.localizer, view))
        await self._races.show(view.race.id, shown.id)

    async def _change(
        self, interaction: Interaction, change: Callable[[], Coroutine[Any, Any, RaceView]]
    ) -> None:
        """Change who is in a race, and show it."""
        async with self._interactions.changing(interaction, change) as (reader, changed):
            await reply(interaction, race_message(reader.localizer, await changed))

    async def _start(self, interaction: Interaction, race: int) -> None:
        """Begin a race: all get their boards."""
        async with self._interactions.changing(
            interaction, lambda: self._races.start_race(reader_of(interaction), race)
        ) as (reader, started):
            begun = await started
            await self._messages.send_boards(begun)
            await reply(interaction, race_message(reader.localizer, begun.view))

    async def _open(self, interaction: Interaction, race: int) -> None:
        """Show the board of who presses, visible only to them."""
        async with self._interactions.answering(interaction, private=True) as reader:
            loaded = await self._races.board(interaction.user.id, race)
            await self._display.show(interaction, reader, loaded)
