"""Begins races, and handles the buttons of their messages."""

from collections.abc import Awaitable, Callable

from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import notice
from bot.chat import Chat
from bot.connection.permissions import place_of
from bot.races.components import RaceButton
from service.generating.generation import PuzzleOptions
from service.playing.races import RaceView
from service.running.readers import Reader
from texts import races as texts


class RaceHandlers:
    """Begins races and handles presses below their messages."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._races = chat.use.races
        self._display = chat.display

    async def press(self, interaction: Interaction, button: RaceButton) -> None:
        """Do the action of a button; all that it shows to others is shown by the outbox."""
        match button.action:
            case "join":
                await self._change(interaction, self._races.join_race, button.race)
            case "leave":
                await self._leave(interaction, button.race)
            case "start":
                await self._change(interaction, self._races.start_race, button.race)
            case "board":
                await self._open(interaction, button.race)
            case _:
                await self._again(interaction, button.race)

    async def invite(
        self,
        interaction: Interaction,
        wanted: Callable[[], PuzzleOptions],
        handicap: bool | None = None,
    ) -> None:
        """Store a new race on a puzzle with these options; its message replaces "thinking…".

        `wanted` may raise `InputError`.
        """
        async with self._interactions.answering(interaction):
            reader, place = reader_of(interaction), place_of(interaction)
            await self._races.invite(reader, wanted(), place, handicap)

    async def _again(self, interaction: Interaction, earlier: int) -> None:
        """Join the race that waits in the channel, or post one like an earlier race.

        So all who press the button of a race meet in the next one.
        """
        place = place_of(interaction)
        waiting = await self._races.waiting_in(place)
        if waiting is not None:
            await self._change(interaction, self._races.join_race, waiting.race.id)
            return
        async with self._interactions.answering(interaction):
            last = await self._races.view(earlier)
            like, handicap = PuzzleOptions.like(last.puzzle), last.race.handicap
            await self._races.invite(reader_of(interaction), like, place, handicap)

    async def _change(
        self,
        interaction: Interaction,
        change: Callable[[Reader, int], Awaitable[RaceView]],
        race: int,
    ) -> None:
        """Change a race; what the person gets of it alone replaces "thinking…"."""
        async with self._interactions.answering(interaction, private=True):
            await change(reader_of(interaction), race)

    async def _leave(self, interaction: Interaction, race: int) -> None:
        """Leave a race that waits."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await self._races.leave_race(reader, race)
            await reply(interaction, notice(reader.localizer.say(texts.LEFT)))

    async def _open(self, interaction: Interaction, race: int) -> None:
        """Show the board of who presses, visible only to them."""
        async with self._interactions.answering(interaction, private=True) as reader:
            loaded = await self._races.board(interaction.user.id, race)
            await self._display.show(interaction, reader, loaded)
