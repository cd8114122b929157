"""/create, and what the buttons and the form of a draft do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from discord import app_commands, ui
from discord.app_commands import Choice, Range

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import MAX_LINK, OutgoingMessage, message, notice, row
from bot.answering.router import written_fields
from bot.boards.display import remark_text
from bot.chat import Chat
from bot.drafts.components import DraftButton, DraftForm
from bot.drafts.display import DraftDisplay, original_in
from i18n.localizer import Localizer
from jobs.playing import Wanted
from jobs.reading import PastedText
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from puzzle.grid import SQUARE
from puzzle.notation import format_loopy
from puzzle.rules import PLAIN, VARIANTS, Rules
from puzzle.tilings.catalogue import TILINGS
from service.generating.generation import TILING_NAMES
from service.playing.drafts import PuzzleDraft, copied_texts
from service.running.readers import Reader
from texts import drafts as texts
from texts.markdown import quote
from texts.new_puzzles import NEW_TILING
from texts.puzzles import page_label

MAX_PROBLEMS = 5
"""Maximum number of lines of a form whose problem is told."""

Answer: TypeAlias = Callable[[Interaction, Reader, PastedText], Awaitable[None]]
"""Solves or rates a puzzle, and replaces "thinking…" with the answer."""
Press: TypeAlias = Callable[[Interaction, int], Awaitable[None]]
"""A handler of a press, given the ID of the draft."""


class DraftHandlers:
    """Begins drafts, and handles their buttons and their form."""

    def __init__(
        self, chat: Chat, drawn: DraftDisplay, solve: Answer, rate: Answer, publish: Press
    ) -> None:
        self._interactions = chat.interactions
        self._drafts = chat.use.drafts
        self._drawn = drawn
        self._boards = chat.display
        self._presses: Mapping[str, Press] = MappingProxyType(
            {
                "solve": partial(self.answer, solve),
                "rate": partial(self.answer, rate),
                "play": self.play,
                "on": partial(self.play, marked=True),
                "type": self.open_form,
                "no": self.put_away,
                "share": publish,
                "copy": self.copy,
                "look": self.look,
                "this": self.look,
                "fix": self.look,
                **{wanted.value: partial(self.hint, wanted) for wanted in Wanted},
                "more": partial(self.look, full=True),
            }
        )

    async def press(self, interaction: Interaction, button: DraftButton) -> None:
        """Do what a button is for."""
        await self._presses[button.action](interaction, button.draft)

    async def look(self, interaction: Interaction, number: int, *, full: bool = False) -> None:
        """Show the draft as it is now, with its usual buttons or all of them."""
        async with self._interactions.pressing(interaction) as reader:
            draft = await self._drafts.get(interaction.user.id, number)
            await self._drawn.show(interaction, reader, draft, full=full)

    async def answer(self, use: Answer, interaction: Interaction, number: int) -> None:
        """Solve or rate the puzzle in a new private message."""
        async with self._interactions.answering(interaction, private=True) as reader:
            draft = await self._drafts.get(interaction.user.id, number)
            source = PastedText(format_loopy(draft.puzzle), told="")
            await use(interaction, reader, source)

    async def play(self, interaction: Interaction, number: int, *, marked: bool = False) -> None:
        """Open a board of the puzzle, `marked` as the draft, in a new private message."""
        async with self._interactions.answering(interaction, private=True) as reader:
            draft = await self._drafts.get(interaction.user.id, number)
            opened = await self._drafts.open_draft(reader, draft, marked=marked)
            remark = opened.remark
            caption = "" if remark is None else remark_text(reader.localizer, remark)
            await self._boards.show(interaction, reader, opened.loaded, caption=caption)

    async def hint(self, wanted: Wanted, interaction: Interaction, number: int) -> None:
        """Replace the message with the next step on a draft."""
        async with self._interactions.pressing(interaction) as reader:
            draft = await self._drafts.get(interaction.user.id, number)
            await self._drawn.hint(interaction, reader, draft, wanted)

    async def copy(self, interaction: Interaction, number: int) -> None:
        """Show the puzzle as texts to copy, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as reader:
            draft = await self._drafts.get(interaction.user.id, number)
            await reply(interaction, copy_message(reader.localizer, draft))

    async def put_away(self, interaction: Interaction, number: int) -> None:
        """Remove the draft, and tell what else can be done."""

        def remove() -> Coroutine[Any, Any, None]:
            return self._drafts.put_away(reader_of(interaction), number)

        async with self._interactions.changing(interaction, remove) as (reader, removed):
            await removed
            told = texts.PUT_AWAY if original_in(interaction, number) else texts.TEXT_PUT_AWAY
            await reply(interaction, notice(reader.localizer.say(told)))

    async def open_form(self, interaction: Interaction, number: int) -> None:
        """Open the form, which Discord only accepts as the first answer to a press."""
        await self._interactions.admit(interaction)
        reader = await self._interactions.readers.find(interaction, private=True)
        draft = await self._drafts.get(interaction.user.id, number)
        form = DraftForm(number, draft, reader.localizer)
        await self._interactions.show_form(interaction, form)

    async def type_clues(self, interaction: Interaction, form: DraftForm) -> None:
        """Set the clues of the form, and show the draft with what could not be read."""
        text = written_fields(interaction).get("clues", "")
        change = partial(self._drafts.type_clues, reader_of(interaction), form.number, text)
        async with self._interactions.changing(interaction, change) as (reader, changed):
            draft, problems = await changed
            caption = told_problems(reader.localizer, problems)
            await self._drawn.show(interaction, reader, draft, caption=caption)


def told_problems(localizer: Localizer, problems: tuple[PuzzleError, ...]) -> str:
    """What is wrong with typed clues, a sentence for each."""
    told = [quote(explain_problem(each, localizer)) for each in problems[:MAX_PROBLEMS]]
    return "\n".join(told)


def copy_message(localizer: Localizer, draft: PuzzleDraft) -> OutgoingMessage:
    """The message with a puzzle as texts: its ID, its rows, and its address."""
    copied = copied_texts(draft.puzzle)
    address = copied.address
    items: list[ui.Item[Any] | str] = [localizer.say(texts.TEXTS)]
    items += [f"```\n{text}\n```" for text in (copied.id, copied.rows) if text]
    if len(address) <= MAX_LINK:
        items.append(row(ui.Button(label=page_label(localizer, address), url=address)))
    return message(*items)


def create_commands(chat: Chat, drawn: DraftDisplay) -> tuple[AnyCommand, ...]:
    """The command /create."""

    @app_commands.command(name="create", description=texts.CREATE.text)
    @app_commands.describe(
        size=texts.CREATE_SIZE.text, tiling=NEW_TILING.text, rules=texts.CREATE_RULES.text
    )
    @app_commands.choices(
        tiling=[Choice(name=TILINGS[name].title.message, value=name) for name in TILING_NAMES],
        rules=[Choice(name=each.title.message, value=name) for name, each in VARIANTS.items()],
    )
    async def create(
        interaction: Interaction,
        size: Range[str, 1, 20] | None = None,
        tiling: str = SQUARE,
        rules: str = PLAIN.name,
    ) -> None:
        """Show an empty draft, visible only to the user."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            draft = await chat.use.drafts.begin_empty(reader, size, tiling, Rules(rules))
            await drawn.show(interaction, reader, draft)

    return (create,)
