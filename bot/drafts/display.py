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
    Gallery,
    OutgoingMessage,
    custom_ids,
    message,
    picture,
    row,
    walk,
)
from bot.boards.components import open_button
from bot.chat import Chat
from bot.drafts.components import DraftButton
from i18n.localizer import Localizer
from jobs.playing import Drawing, HintAnswer, Wanted
from narrator.narration import Level
from puzzle.rules import Capability
from scanner.values import LINES
from service.errors import SecretPuzzle
from service.playing.drafts import PuzzleDraft
from service.running.readers import Reader
from solver.explain.explainer import NoStep
from solver.rating import NotRated, Rating
from solver.report import Outcome
from store.records import Attempt
from texts import drafts as texts
from texts.drafts import page_title, told_count, told_doubts, told_rating
from texts.helping import CHECK_TITLE, LEVEL_TITLES, narration_text

PICTURE_FILE = "slitherlink.png"
EDITOR = "edit.html"
"""The file of the page on which drafts are edited, beside the board page."""
HINTS = frozenset({*(each.value for each in Wanted), "fix"})
"""The actions of buttons that only messages of hints have."""


class OtherReading(Struct, frozen=True):
    """Another board that is offered: its draft, how it was read, and its picture."""

    draft: PuzzleDraft
    reading: str
    drawing: Drawing


class DraftView(Struct, frozen=True):
    """A draft with its picture, how many solutions it has, or why that is not told, and how hard
    one that was not read from a picture is.

    `page` is the address of its page, empty without one. `use` is the action that the picture was
    sent for. `others` are the other boards that its text or pictures may be. `full` is whether it
    has all buttons, also where nothing speaks against the puzzle.
    """

    draft: PuzzleDraft
    counted: Outcome | SecretPuzzle
    drawing: Drawing
    rated: Rating | NotRated | None = None
    page: str = ""
    use: str = "solve"
    others: Sequence[OtherReading] = ()
    full: bool = False

    @property
    def settled(self) -> bool:
        """Whether nothing speaks against the puzzle: it has one solution and nothing in doubt."""
        return self.counted is Outcome.UNIQUE and not self.draft.in_doubt


def draft_message(localizer: Localizer, view: DraftView, caption: str = "") -> OutgoingMessage:
    """The message of a draft, with `caption` above what the solver says."""
    draft = view.draft
    title = localizer.say(texts.IS_THIS_IT) if draft.pictured else page_title(localizer, draft)
    if draft.asked:
        title = localizer.say(texts.ASKED, len(draft.asked), count=len(draft.asked))
    remarks = tuple(each for each in draft.remarks if each != LINES or view.use not in HINTS)
    shown = replace(draft, remarks=remarks)
    count, doubts = told_count(localizer, shown, view.counted), told_doubts(localizer, draft)
    rated = told_rating(localizer, view.rated) if view.rated else ""
    text = "\n".join(filter(None, [f"### {title}", caption, doubts, count, rated]))
    file, gallery = _pictures(localizer, view.drawing, PICTURE_FILE, draft)
    colour = PLAIN
    if draft.puzzle.clue_cells and not isinstance(view.counted, SecretPuzzle):
        colour = COLOURS[view.counted]
    rows = (row(*buttons) for buttons in _buttons(localizer, view) if buttons)
    files, items = [file], list[ui.Item[Any] | str]([text, gallery, *rows])
    for number, other in enumerate(view.others, 2):
        name = f"{number}-{PICTURE_FILE}"
        file, gallery = _pictures(localizer, other.drawing, name, other.draft)
        files.append(file)
        action = view.use if view.use in HINTS else "this"
        button = DraftButton(other.draft.id, action, localizer, label=texts.THIS)
        items += [other.reading, gallery, row(button)]
    return message(*items, colour=colour, files=files)


def _pictures(
    localizer: Localizer, drawing: Drawing, name: str, draft: PuzzleDraft
) -> tuple[discord.File, Gallery]:
    """The picture of a draft, beside the one from which it was read."""
    file, gallery = picture(drawing.png, name, drawing.alt)
    if draft.original:
        gallery.add_item(media=draft.original, description=localizer.say(texts.ORIGINAL))
    return file, gallery


def _buttons(localizer: Localizer, view: DraftView) -> list[list[ui.Item[Any]]]:
    """The rows of buttons; the first one is what is most likely wanted."""

    def button(action: str, *, first: bool = False) -> DraftButton:
        style = ButtonStyle.primary if first else ButtonStyle.secondary
        return DraftButton(view.draft.id, action, localizer, style)

    uses = [view.use if view.use in {*HINTS, "rate"} else "solve", "play"]
    uses += ["on"] * bool(view.draft.marks)
    pictured, label = view.draft.pictured, texts.FIX if view.draft.pictured else texts.EDIT
    if view.page:
        edit: ui.Item[Any] = ui.Button(label=localizer.say(label), url=view.page)
        more: list[ui.Item[Any]] = [button("type"), button("look")]
    else:
        style = ButtonStyle.secondary if view.settled else ButtonStyle.primary
        edit, more = DraftButton(view.draft.id, "type", localizer, style, label), []
    others = [button("share"), button("copy")]
    if view.draft.asked:
        return [[button("drawn", first=True), button("blank"), edit], more]
    if not pictured:
        play = button("play", first=view.settled)
        return [[play, *others, edit] if view.settled else [edit, play, *others], more]
    used = [button(each, first=view.settled and each == view.use) for each in uses]
    first = [*used, edit] if view.settled else [edit, *used]
    if view.settled and not view.full and not view.others:
        return [[*first, button("more")]]
    return [[*first, button("no")], [*more, *others]]


def hint_message(
    localizer: Localizer, draft: PuzzleDraft, hint: HintAnswer, level: Level
) -> OutgoingMessage:
    """The message of a hint or a mistake, beside the picture of what was read."""
    first = ["next", "why", *["ways"] * hint.ways] if hint.states else ["step"]
    actions = [*first * (hint.missing is None), "on", *["fix"] * draft.pictured]
    title = CHECK_TITLE if hint.missing is NoStep.WRONG_MARKS else LEVEL_TITLES[level]
    heading: ui.Item[Any] | str = narration_text(localizer, title, hint.narration)
    if draft.original:
        alt = localizer.say(texts.ORIGINAL)
        heading = ui.Section(heading, accessory=ui.Thumbnail(draft.original, description=alt))
    buttons = [DraftButton(draft.id, action, localizer) for action in actions]
    buttons[0].style = ButtonStyle.primary
    file, gallery = picture(hint.drawing.png, PICTURE_FILE, hint.drawing.alt)
    return message(heading, gallery, row(*buttons), files=[file])


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
        use: str = "",
        others: Sequence[OtherReading] = (),
        full: bool = False,
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a draft.

        `use` is the action for which it was sent; without it, that of the message whose button was
        pressed. `others` are the other boards that are offered; `full` shows all buttons.
        """
        view = await self.view(reader, _with_original(interaction, draft))
        view = replace(view, use=use or _use_in(interaction), others=others, full=full)
        await reply(interaction, draft_message(reader.localizer, view, caption))

    async def hint(
        self, interaction: Interaction, reader: Reader, draft: PuzzleDraft, wanted: Wanted
    ) -> None:
        """Tell the next step, ask about what was read, or lead to the player's own board."""
        localizer, found = reader.localizer, await self._drafts.go_on(reader, draft, wanted)
        if isinstance(found, Attempt):
            button = open_button(localizer, found.id)
            await reply(interaction, message(localizer.say(texts.OWN_BOARD), row(button)))
        elif found.hint is None:
            draft, use = replace(draft, asked=found.asked), Wanted.STEP.value
            caption = "" if found.asked else localizer.say(texts.NEEDS_ONE)
            await self.show(interaction, reader, draft, caption=caption, use=use)
        else:
            draft = _with_original(interaction, draft)
            await reply(interaction, hint_message(localizer, draft, found.hint, wanted.level))

    async def view(self, reader: Reader, draft: PuzzleDraft) -> DraftView:
        """What is shown of a draft; only in a private message it has a link to its page."""
        counted: Outcome | SecretPuzzle
        rated = None
        try:
            counted = (await self._drafts.follow(draft))[1].outcome
            supported = draft.puzzle.rules.supports(Capability.RATINGS)
            if counted is Outcome.UNIQUE and supported and not draft.pictured:
                rated = await self._drafts.rate(draft)
        except SecretPuzzle as kept:
            counted = kept
        drawing = await self._drafts.draw(reader, draft)
        page = ""
        if self._page is not None and reader.private:
            secret = await self._links.make_link(draft.player_id, draft.id, "draft_id")
            page = f"{self._page}{EDITOR}#{secret}"
        return DraftView(draft, counted, drawing, rated, page)


def original_in(interaction: Interaction, number: int) -> str:
    """The address of the picture from which a draft of the pressed message was read, or nothing."""
    found, own = "", DraftButton.id_of(number, "look").removesuffix("look")
    for part in walk(interaction.message.components if interaction.message else []):
        accessory = getattr(part, "accessory", None)
        if isinstance(part, discord.MediaGalleryComponent) and len(part.items) > 1:
            found = part.items[1].media.url
        elif isinstance(accessory, discord.ThumbnailComponent):
            found = accessory.media.url
        if str(getattr(part, "custom_id", "")).startswith(own):
            return found
    return ""


def _with_original(interaction: Interaction, draft: PuzzleDraft) -> PuzzleDraft:
    return replace(draft, original=draft.original or original_in(interaction, draft.id))


def _use_in(interaction: Interaction) -> str:
    """What the picture of the message whose button was pressed was sent for."""
    shown = custom_ids(interaction.message) if interaction.message else frozenset()
    actions = {each.rpartition(":")[2] for each in shown}
    if actions & HINTS:
        return Wanted.STEP.value
    return "rate" if "rate" in actions else "solve"
