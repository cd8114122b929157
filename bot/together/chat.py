"""Begins boards of several people, and handles their buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from operator import attrgetter
from typing import Any, cast

from discord import ui

from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import message, notice, row
from bot.answering.router import chosen_values
from bot.boards.components import PEN_ACTIONS
from bot.boards.launching import Launcher
from bot.chat import Chat
from bot.connection.permissions import manages_server, place_of
from bot.together.components import OrderMenu, TogetherButton, TogetherMenu, TogetherPad
from bot.together.messages import pad_message
from play.history import History
from play.pen import Pad
from puzzle.names import column_name
from service.errors import InputError, Problem
from service.helping.common_help import HelpWanted
from service.helping.help_offers import FIRST_DETAIL, FIRST_LEVEL
from service.playing.together import Merged, Order, SharedBoard
from service.running.readers import Reader
from texts import board_page
from texts import together as texts
from texts.failures import failure_text


class TogetherHandlers:
    """Begins boards of several people, and handles presses of those who draw."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._attempts = chat.use.attempts
        self._boards = chat.use.boards
        self._together = chat.use.together
        self._help = chat.use.common_help
        self._links = chat.use.board_links
        self._launcher = Launcher(chat.interactions, chat.use.activities)
        self._page = chat.page
        self.presses = {"together": self.begin}

    async def begin(self, interaction: Interaction, attempt: int) -> None:
        """Begin a board of several people from a board that a person has; its message replaces
        "thinking…"."""
        async with self._interactions.answering(interaction):
            loaded = await self._attempts.find(interaction.user.id, attempt)
            place, reader = place_of(interaction), reader_of(interaction)
            stored = await self._boards.stored_puzzle(loaded.attempt.puzzle_id)
            await self._together.begin(reader, stored, place, drawn=loaded.pad.board)

    async def press(self, interaction: Interaction, button: TogetherButton) -> None:
        """Do what a button is for."""
        number = button.board
        match button.action:
            case "draw" | "anyway" | "look":
                await self._open(interaction, number, button.action)
            case "here":
                await self._answer(interaction, partial(self._draw_along, number, "draw"))
            case "next":
                await self._answer(interaction, partial(self._go_on, number))
            case "order":
                await self._answer(interaction, partial(self._show_order, number))
            case _:
                await self._answer(interaction, partial(self._give_up, number))

    async def choose(self, interaction: Interaction, menu: TogetherMenu) -> None:
        """Do what was chosen in the menu of a pad."""
        [action] = chosen_values(interaction)
        await self._act(interaction, menu, action)

    async def move_pen(self, interaction: Interaction, button: TogetherPad) -> None:
        """Do what a button of a pad is for."""
        await self._act(interaction, button, button.action)

    async def _act(
        self, interaction: Interaction, at: TogetherPad | TogetherMenu, action: str
    ) -> None:
        """Move the pen of a person, and draw what it passes on the board of all; or help all."""
        async with self._interactions.pressing(interaction) as reader:
            number, asked = at.board, reader_of(interaction)
            shared = await self._together.find(reader.person, number)
            pad, drawn = Pad(History(shared.drawn), pen=at.pen, mode=at.mode), Merged(shared)
            match action:
                case "hint":
                    drawn = await self._help.ask(asked, number, HelpWanted(FIRST_LEVEL))
                case "check":
                    drawn = await self._help.ask(asked, number, HelpWanted(detail=FIRST_DETAIL))
                case "clear":
                    drawn = await self._together.clear(asked, number)
                case "undo":
                    drawn = await self._together.undo(asked, number)
                case _:
                    pad = pad.apply(PEN_ACTIONS[action])
                    marks = enumerate(zip(shared.drawn.marks, pad.board.marks, strict=True))
                    states = {edge: new for edge, (old, new) in marks if new is not old}
                    if states:
                        drawn = await self._together.draw(asked, number, states)
            caption = texts.left(reader.localizer, drawn)
            await self._show(interaction, reader, drawn.shared, pad, caption)

    async def keep_order(self, interaction: Interaction, menu: OrderMenu) -> None:
        """Do what was chosen about a member of a board."""
        [chosen] = chosen_values(interaction)
        what, _, member = chosen.partition(".")
        async with self._interactions.pressing(interaction) as reader:
            asked, about = reader_of(interaction), (menu.board, int(member), cast("Order", what))
            await self._together.keep_order(asked, *about, manages=manages_server(interaction))
            await self._show_order(menu.board, interaction, reader)

    async def _answer(
        self, interaction: Interaction, answer: Callable[[Interaction, Reader], Awaitable[None]]
    ) -> None:
        async with self._interactions.answering(interaction, private=True) as reader:
            await answer(interaction, reader)

    async def _open(self, interaction: Interaction, number: int, action: str) -> None:
        """Open the page inside Discord, or answer where that cannot be."""

        async def find(reader: Reader) -> int:
            return (await self._found(reader, number, action)).board.id

        if not await self._launcher.launch(interaction, find, "together_id"):
            await self._answer(interaction, partial(self._draw_along, number, action))

    async def _found(self, reader: Reader, number: int, action: str) -> SharedBoard:
        """A board for who joins, or only looks on."""
        shared = await self._together.find(reader.person, number)
        if action == "look" or self._together.closed_to(shared, reader.person) is not None:
            return shared
        return await self._together.join(reader, number, ends_own=action == "anyway")

    async def _draw_along(
        self, number: int, action: str, interaction: Interaction, reader: Reader
    ) -> None:
        """Show a board to who draws or looks on, and tell why they only do; or ask first whether
        their own board of the puzzle may end."""
        try:
            shared = await self._found(reader_of(interaction), number, action)
        except InputError as error:
            if error.problem is not Problem.TOGETHER_ENDS_OWN:
                raise
            text = failure_text(reader.localizer, error) or ""
            button = TogetherButton("anyway", number, reader.localizer)
            await reply(interaction, message(text, row(button)))
            return
        closed, member = (
            self._together.closed_to(shared, reader.person),
            shared.member(reader.person),
        )
        caption = failure_text(reader.localizer, closed) if closed and action != "look" else ""
        if member is not None and closed is None:
            letter = column_name(member.member)
            caption = reader.localizer.say(texts.JOINED, letter=letter)
        await self._show(interaction, reader, shared, caption=caption or "")

    async def _go_on(self, number: int, interaction: Interaction, reader: Reader) -> None:
        following = await self._together.go_on(reader_of(interaction), number)
        await self._show(interaction, reader, following)

    async def _give_up(self, number: int, interaction: Interaction, reader: Reader) -> None:
        shared = await self._together.give_up(reader_of(interaction), number)
        await reply(interaction, notice(texts.verdict(reader.localizer, shared)))

    async def _show_order(self, number: int, interaction: Interaction, reader: Reader) -> None:
        """What can be done about others, for managers and who began the board."""
        shared = await self._together.ordered(
            reader.person, number, manages=manages_server(interaction)
        )
        names, labels = await self._together.names(shared), dict[str, str]()
        others = (each for each in shared.members if each.player_id != reader.person)
        for each in sorted(others, key=attrgetter("drew_at"), reverse=True):
            removed, out = shared.marks.is_removed(each.member), each.shut_out
            for what in ("put-back" if removed else "take-back", "let-in" if out else "shut-out"):
                said = reader.localizer.say(texts.ORDERS[what], person=names[each.member])
                labels[f"{what}.{each.member}"] = said[:100]
        rows = [row(OrderMenu(number, dict([*labels.items()][:25])))] if labels else []
        if shared.began(reader.person) and not shared.is_over:
            rows.append(row(TogetherButton("give-up", number, reader.localizer)))
        await reply(interaction, message(reader.localizer.say(texts.KEEP_ORDER), *rows))

    async def _show(
        self,
        interaction: Interaction,
        reader: Reader,
        shared: SharedBoard,
        pad: Pad | None = None,
        caption: str = "",
    ) -> None:
        """Show the board, to who draws with the pad, and where there is a page a link to it."""
        member = shared.member(reader.person)
        pen = None
        if member is not None and not (shared.is_over or member.shut_out):
            pen = pad or Pad(History(shared.drawn))
        drawing = await self._together.draw_picture(reader, shared, pen.pen if pen else None)
        pages = list[ui.Item[Any]]()
        if self._page is not None and not shared.is_over:
            secret = await self._links.make_link(reader.person, shared.board.id, "together_id")
            label = reader.localizer.say(board_page.OPEN_BOARD)
            pages.append(ui.Button(label=label, url=f"{self._page}#{secret}"))
        shown = pad_message(reader.localizer, shared, pen, drawing, pages, caption)
        await reply(interaction, shown)
