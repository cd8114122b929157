"""The texts of drafts, which are puzzles that people enter or mend, in chat and on their page."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from puzzle.places import cell_name
from service.drafts import Draft
from solver.report import Outcome

COUNTS: Mapping[Outcome, Message] = MappingProxyType(
    {
        Outcome.UNIQUE: Message("It has one solution."),
        Outcome.MULTIPLE: Message("It has several solutions."),
        Outcome.NONE: Message("It has no solution."),
        Outcome.LIMIT: Message("Its solutions are too hard to count quickly."),
    }
)
"""How many solutions a puzzle that is entered has so far."""
READ_COUNTS: Mapping[Outcome, Message] = MappingProxyType(
    {
        **COUNTS,
        Outcome.MULTIPLE: Message(
            "What I read has several solutions. Is a clue missing, or is the picture cut off?"
        ),
        Outcome.NONE: Message(
            "What I read has no solution. Is a clue wrong, or is the picture cut off?"
        ),
    }
)
"""The same of a puzzle that was read from a picture."""
DOUBTS = Message("Not certain: {cells}. Look at these first.")
NO_CLUES = Message("It has no clues yet.")
MAX_NAMED = 12
"""Maximum number of cells in doubt that are named."""


def told_count(localizer: Localizer, draft: Draft, counted: Outcome) -> str:
    """How many solutions a draft has, in a sentence."""
    if not draft.puzzle.clue_cells:
        return localizer.say(NO_CLUES)
    return localizer.say((READ_COUNTS if draft.pictured else COUNTS)[counted])


def told_doubts(localizer: Localizer, draft: Draft) -> str:
    """Which cells of a draft are in doubt; empty for none."""
    if not draft.doubts:
        return ""
    names = [cell_name(draft.puzzle.grid, cell) for cell in draft.doubts[:MAX_NAMED]]
    more = ["…"] if len(draft.doubts) > MAX_NAMED else []
    return localizer.say(DOUBTS, cells=", ".join([*names, *more]))
