"""Begins boards of several people, and handles their buttons."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any, cast

from discord import ui

from bot.answering.components import options
from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import message, notice, question, row
from bot.answering.router import chosen_values
from bot.boards.components import PEN_ACTIONS
from bot.boards.launching import Launcher
from bot.chat import Chat
from bot.connection.permissions import manages_server, place_of
from bot.together.components import OrderMenu, TogetherButton, TogetherMenu, TogetherPad
from bot.together.messages import pad_message
from play.history import History, Mark
from play.pen import Pad
from puzzle.names import column_name
from service.errors import InputError
from service.helping.common_help import HelpWanted
from service.helping.help_offers import FIRST_DETAIL, FIRST_LEVEL
from service.playing.together import Merged, Order, SharedBoard
from service.running.readers import Reader
from texts import board_page
from texts import together as texts
from texts.failures import failure_text

OPENING = frozenset({"draw", "anyway", "look"})
"""The buttons that open a board on its page inside Discord, where that can be."""
REPLACING = frozenset({"give-up", "end", "cancel"})
"""The buttons whose answer replaces what can be done about a board."""


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
        """Do what a button is for: open the page inside Discord, or answer."""
        if button.action in OPENING:
            find = partial(self._opened, button=button)
            if await self._launcher.launch(interaction, find, "together_id"):
                return
        answers = {
            "next": self._go_on,
            "order": self._show_order,
            "give-up": self._ask_to_give_up,
            "end": self._give_up,
            "cancel": self._show_order,
        }
        replaces, interactions = button.action in REPLACING, self._interactions
        answering = partial(interactions.answering, private=True)
        async with (interactions.pressing if replaces else answering)(interaction) as reader:
            await answers.get(button.action, self._draw_along)(interaction, reader, button)

    async def use_pad(self, interaction: Interaction, at: TogetherPad | TogetherMenu) -> None:
        """Move the pen of a person, and draw what it passes on the board of all; or help all."""
        [action] = [at.action] if isinstance(at, TogetherPad) else chosen_values(interaction)
        async with self._interactions.pressing(interaction) as reader:
            number, asked = at.board, reader_of(interaction)
            shared = await self._together.find(reader.person, number)
            pad, drawn = Pad(History(shared.drawn), pen=at.pen, mode=at.mode), Merged(shared)
            match action:
                case _ if shared.is_over:
                    pass  # the answer shows how it ended
                case "hint":
                    drawn = await self._help.ask(asked, number, HelpWanted(FIRST_LEVEL))
                case "check":
                    drawn = await self._help.ask(asked, number, HelpWanted(detail=FIRST_DETAIL))
                case "clear" | "undo":
                    drawn = await self._together.change(asked, number, PEN_ACTIONS[action])
                case _:
                    pad = pad.apply(PEN_ACTIONS[action])
                    marks = enumerate(zip(shared.drawn.marks, pad.board.marks, strict=True))
                    states = {edge: new for edge, (old, new) in marks if new is not old}
                    if states:
                        drawn = await self._together.change(asked, number, Mark(states))
            names = texts.mentions(reader.localizer, drawn.shared)
            caption = texts.left(reader.localizer, drawn, names)
            await self._show(interaction, reader, drawn.shared, pad, caption)

    async def keep_order(self, interaction: Interaction, menu: OrderMenu) -> None:
        """Do what was chosen about a member of a board."""
        [chosen] = chosen_values(interaction)
        what, _, member = chosen.partition(".")
        async with self._interactions.pressing(interaction) as reader:
            asked, about = reader_of(interaction), (menu.board, int(member), cast("Order", what))
            await self._together.keep_order(asked, *about, manages=manages_server(interaction))
            await self._show_order(interaction, reader, menu)

    async def _opened(self, reader: Reader, button: TogetherButton) -> int:
        return (await self._found(reader, button)).board.id

    async def _found(self, reader: Reader, button: TogetherButton) -> SharedBoard:
        """A board for who draws along if they can, or looks on."""
        if button.action == "look":
            return await self._together.find(reader.person, button.board)
        ends_own = button.action == "anyway"
        return await self._together.join(reader, button.board, ends_own=ends_own)

    async def _draw_along(
        self, interaction: Interaction, reader: Reader, at: TogetherButton
    ) -> None:
        """Show a board to who draws or looks on, and tell why they only do; or ask first whether
        their own board of the puzzle may end."""
        say = reader.localizer.say
        try:
            shared = await self._found(reader_of(interaction), at)
        except InputError as error:
            text = failure_text(reader.localizer, error) or ""
            anyway = TogetherButton("anyway", at.board, reader.localizer)
            await reply(interaction, question(text, anyway))
            return
        closed = self._together.closed_to(shared, reader.person)
        member, caption = shared.member(reader.person), ""
        if closed is None and member is not None:
            caption = say(texts.JOINED, letter=column_name(member.member))
        elif closed is not None and at.action != "look":
            caption = failure_text(reader.localizer, closed) or ""
        await self._show(interaction, reader, shared, caption=caption)

    async def _go_on(self, interaction: Interaction, reader: Reader, at: TogetherButton) -> None:
        following = await self._together.go_on(reader_of(interaction), at.board)
        await self._show(interaction, reader, following)

    async def _ask_to_give_up(
        self, interaction: Interaction, reader: Reader, at: TogetherButton
    ) -> None:
        """Replace what can be done about a board with the question whether to give up."""
        localizer = reader.localizer
        ways = (TogetherButton(each, at.board, localizer) for each in ("end", "cancel"))
        await reply(interaction, question(localizer.say(texts.WORDS["ask_reveal"]), *ways))

    async def _give_up(self, interaction: Interaction, reader: Reader, at: TogetherButton) -> None:
        shared = await self._together.give_up(reader_of(interaction), at.board)
        await reply(interaction, notice(texts.verdict(reader.localizer, shared)))

    async def _show_order(
        self, interaction: Interaction, reader: Reader, at: TogetherButton | OrderMenu
    ) -> None:
        """What can be done about others, for managers and who began the board."""
        number = at.board
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
        offered = options(labels, ())[:25]
        rows = [row(OrderMenu(number, options=offered))] if offered else []
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
        drawing = await self._help.draw_picture(reader, shared, pen.pen if pen else None)
        pages = list[ui.Item[Any]]()
        if self._page is not None and not shared.is_over:
            secret = await self._links.make_link(reader.person, shared.board.id, "together_id")
            label = reader.localizer.say(board_page.OPEN_BOARD)
            pages.append(ui.Button(label=label, url=f"{self._page}#{secret}"))
        shown = pad_message(reader.localizer, shared, pen, drawing, pages, caption)
        await reply(interaction, shown)
