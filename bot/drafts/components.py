"""The buttons and the form of a draft."""

from __future__ import annotations

from typing import Annotated

from discord import ButtonStyle, TextStyle

from bot.answering.components import Button, Form, word_of
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from narrator.checks import Detail
from puzzle.places import cell_name
from service.playing.drafts import PuzzleDraft
from texts import drafts as texts
from texts.boards import HINT
from texts.helping import OFFERS, WAYS_BUTTON
from texts.publishing import PUBLISH

MAX_TEXT_LENGTH = 2000
"""Maximum number of characters of typed clues; the rows of a board of 30x30 have 929."""
PLACEHOLDER = "C4 = 2\nD5 = ."

LABELS = {
    "solve": texts.SOLVE,
    "rate": texts.RATE,
    "play": texts.PLAY,
    "type": texts.TYPE,
    "no": texts.NO,
    "share": PUBLISH,
    "copy": texts.COPY,
    "look": texts.LOOK,
    "this": texts.THIS,
    **dict.fromkeys(("nudge", "hint", "step"), HINT),
    "next": texts.NEXT,
    "why": OFFERS[Detail.WHY],
    "ways": WAYS_BUTTON,
    "on": texts.PLAY_ON,
    "fix": texts.FIX,
    "drawn": texts.YES,
    "blank": texts.NO,
    "more": texts.MORE,
}
"""The labels of the actions of buttons."""


class DraftButton(Button, template="ouro:draft:{draft}:{action}"):
    """A button below a draft; the `custom_id` contains the ID of the draft and the action.

    >>> DraftButton(7, "play").custom_id
    'ouro:draft:7:play'
    """

    draft: int
    action: Annotated[str, word_of(LABELS)]

    def __init__(
        self,
        draft: int,
        action: str,
        localizer: Localizer = ENGLISH,
        style: ButtonStyle = ButtonStyle.secondary,
        label: Message | None = None,
    ) -> None:
        super().__init__(draft, action, label=localizer.say(label or LABELS[action]), style=style)


class DraftForm(Form, template="ouro:draft-form:{number}"):
    """A form with one field, for clues as lines or as rows; at first it has the cells in doubt."""

    number: int

    def __init__(
        self, number: int, draft: PuzzleDraft | None = None, localizer: Localizer = ENGLISH
    ):
        super().__init__(number, title=localizer.say(texts.FORM_TITLE))
        self.add_text(
            "clues",
            localizer.say(texts.FORM_LABEL),
            localizer.say(texts.FORM_NOTE),
            style=TextStyle.paragraph,
            placeholder=PLACEHOLDER,
            max_length=MAX_TEXT_LENGTH,
            default=doubtful_lines(draft) if draft else None,
        )


def doubtful_lines(draft: PuzzleDraft) -> str | None:
    """The clues that were read in the cells in doubt, as lines to mend; None without doubts."""
    lines = [
        f"{cell_name(draft.puzzle.grid, cell)} = {'.' if clue is None else clue}"
        for cell in draft.doubts
        for clue in draft.puzzle.clues[cell : cell + 1]
    ]
    return "\n".join(lines)[:MAX_TEXT_LENGTH] or None
