"""The message of a draft: its picture, what the solver says, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui
from msgspec import Struct
from msgspec.structs import replace

from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import (
    COLOURS,
    PLAIN,
    OutgoingMessage,
    custom_ids,
    message,
    picture,
    row,
    walk,
)
from bot.chat import Chat
from bot.drafts.components import DraftButton
from i18n.localizer import Localizer
from jobs.playing import Drawing
from service.errors import SecretPuzzle
from service.playing.drafts import PuzzleDraft
from service.running.readers import Reader
from solver.report import Outcome
from texts import drafts as texts
from texts.drafts import page_title, told_count, told_doubts

PICTURE_FILE = "slitherlink.png"
EDITOR = "edit.html"
"""The file of the page on which drafts are edited, beside the board page."""


class OtherReading(Struct, frozen=True):
    """Another board that a text may be: the ID of its draft, how it was read, and its picture."""

    draft: int
    reading: str
    drawing: Drawing


class DraftView(Struct, frozen=True):
    """A draft with its picture, and how many solutions it has, or why that is not told.

    `original` is the address of the picture from which it was read, at Discord, which is shown
    beside it; `page` that of its page, empty without one. `use` is the action that the picture was
    sent for. `others` are the other boards that its text may be.
    """

    draft: PuzzleDraft
    counted: Outcome | SecretPuzzle
    drawing: Drawing
    original: str = ""
    page: str = ""
    use: str = "solve"
    others: Sequence[OtherReading] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing speaks against the puzzle: it has one solution and nothing in doubt."""
        return self.counted is Outcome.UNIQUE and not self.draft.in_doubt


def draft_message(localizer: Localizer, view: DraftView, caption: str = "") -> OutgoingMessage:
    """The message of a draft, with `caption` above what the solver says."""
    draft = view.draft
    title = localizer.say(texts.IS_THIS_IT) if draft.pictured else page_title(localizer, draft)
    shown = replace(draft, pictured=bool(view.original))
    count, doubts = told_count(localizer, shown, view.counted), told_doubts(localizer, draft)
    text = "\n".join(filter(None, [f"### {title}", caption, doubts, count]))
    file, gallery = picture(view.drawing.png, PICTURE_FILE, view.drawing.alt)
    if view.original:
        gallery.add_item(media=view.original, description=localizer.say(texts.ORIGINAL))
    colour = PLAIN
    if draft.puzzle.clue_cells and not isinstance(view.counted, SecretPuzzle):
        colour = COLOURS[view.counted]
    rows = (row(*buttons) for buttons in _buttons(localizer, view) if buttons)
    files, items = [file], list[ui.Item[Any] | str]([text, gallery, *rows])
    for number, other in enumerate(view.others, 2):
        file, gallery = picture(other.drawing.png, f"{number}-{PICTURE_FILE}", other.drawing.alt)
        files.append(file)
        items += [other.reading, gallery, row(DraftButton(other.draft, "this", localizer))]
    return message(*items, colour=colour, files=files)


def _buttons(localizer: Localizer, view: DraftView) -> list[list[ui.Item[Any]]]:
    """The rows of buttons; the first one is what is most likely wanted."""

    def button(action: str, *, first: bool = False) -> DraftButton:
        style = ButtonStyle.primary if first else ButtonStyle.secondary
        return DraftButton(view.draft.id, action, localizer, style)

    uses = ("rate" if view.use == "rate" else "solve", "play")
    pictured, label = view.draft.pictured, texts.FIX if view.draft.pictured else texts.EDIT
    if view.page:
        edit: ui.Item[Any] = ui.Button(label=localizer.say(label), url=view.page)
        more: list[ui.Item[Any]] = [button("type"), button("look")]
    else:
        style = ButtonStyle.secondary if view.settled else ButtonStyle.primary
        edit, more = DraftButton(view.draft.id, "type", localizer, style, label), []
    others = [button("share"), button("copy")]
    if not pictured:
        play = button("play", first=view.settled)
        return [[play, *others, edit] if view.settled else [edit, play, *others], more]
    used = [button(each, first=view.settled and each == view.use) for each in uses]
    first = [*used, edit] if view.settled else [edit, *used]
    return [[*first, button("no")], [*more, *others]]


class DraftDisplay:
    """Shows drafts in private messages.

    What shows a draft counts its solutions and draws it, by quick jobs of its person.
    """

    def __init__(self, chat: Chat) -> None:
        self._drafts = chat.use.drafts
        self._links = chat.use.board_links
        self._page = chat.page

    async def show(  # noqa: PLR0913 - keyword-only
        self,
        interaction: Interaction,
        reader: Reader,
        draft: PuzzleDraft,
        *,
        caption: str = "",
        original: str | None = None,
        use: str | None = None,
        others: Sequence[OtherReading] = (),
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a draft.

        `original` is the address of the picture from which it was read, and `use` the action for
        which it was sent; None for those of the message whose button was pressed. `others` are the
        other boards that its text may be.
        """
        if original is None:
            original = original_in(interaction)
        view = await self.view(reader, draft, original)
        use = _use_in(interaction, draft) if use is None else use
        view = replace(view, use=use, others=others)
        await reply(interaction, draft_message(reader.localizer, view, caption))

    async def view(self, reader: Reader, draft: PuzzleDraft, original: str = "") -> DraftView:
        """What is shown of a draft; only in a private message it has a link to its page."""
        counted: Outcome | SecretPuzzle
        try:
            counted = await self._drafts.count(draft)
        except SecretPuzzle as kept:
            counted = kept
        drawing = await self._drafts.draw(reader, draft)
        page = ""
        if self._page is not None and reader.private:
            secret = await self._links.make_link(draft.player_id, draft=draft.id)
            page = f"{self._page}{EDITOR}#{secret}"
        return DraftView(draft, counted, drawing, original, page)


def original_in(interaction: Interaction) -> str:
    """The address of the second picture of the message whose button was pressed; empty without."""
    components = interaction.message.components if interaction.message else []
    pictures = [
        item.media.url
        for part in walk(components)
        if isinstance(part, discord.MediaGalleryComponent)
        for item in part.items[1:]
    ]
    return pictures[0] if pictures else ""


def _use_in(interaction: Interaction, draft: PuzzleDraft) -> str:
    """What the picture of the message whose button was pressed was sent for."""
    shown = custom_ids(interaction.message) if interaction.message else frozenset()
    return "rate" if DraftButton(draft.id, "rate").custom_id in shown else "solve"
