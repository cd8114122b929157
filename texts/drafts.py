"""The texts of drafts, which are puzzles that people enter or mend, in chat and on their page."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from i18n.localizer import GROUPS, LIST, Localizer
from i18n.messages import Message, Plural
from jobs.constructing import ClueQuestion
from narrator.outcomes import RatingNumbers, describe_rating, explain_not_rated
from narrator.problems import localize
from puzzle.places import cell_name
from scanner.values import REMARKS
from service.errors import SecretPuzzle
from service.playing.drafts import PuzzleDraft
from solver.constructing import Consequences, Told
from solver.rating import NotRated, Rating
from solver.report import Outcome
from texts import board_page
from texts.board_page import kept
from texts.failures import secret_text
from texts.pasting import ENTER
from texts.puzzles import puzzle_size

COUNTS: Mapping[Outcome, Message] = MappingProxyType(
    {
        Outcome.UNIQUE: Message("It has one solution."),
        Outcome.MULTIPLE: Message("It has several solutions."),
        Outcome.NONE: Message("It has no solution."),
        Outcome.LIMIT: Message("Its solutions are too hard to count quickly."),
    }
)
"""How many solutions a puzzle that is entered has so far."""
AT_LEAST = Message("At least these lines and crosses are forced; more may be.")
VALUES = Message("Possible at {cell}: {clues}.")
NO_VALUES = Message("No clue at {cell} goes with the others.")
CONTRADICTION = Plural(
    "This clue alone has no solution: {cells}.",
    "These {count} clues have no solution together: {cells}.",
)
LARGE_CONTRADICTION = Plural(
    "{count} clue has no solution.", "{count} clues together have no solution."
)
NO_LOOP = Message("Whatever the clues, this board has no solution.")
MAX_CONTRADICTION = 8
"""Maximum number of clues that contradict each other whose cells are told."""
DIFFERENCE = Plural(
    "Two solutions differ in {count} edge.",
    "Two solutions differ in {count} edges, dashed in one and dotted in the other. Thin lines and "
    "crosses are in all solutions.",
)
REMOVABLE = Message("Any one of these could go: {cells}.")
NOTHING_TOLD: Mapping[ClueQuestion, Message] = MappingProxyType(
    {
        ClueQuestion.CONTRADICTION: Message("The clues have a solution."),
        ClueQuestion.DIFFERENCE: Message("There are no two solutions."),
        ClueQuestion.REMOVABLE: Message("No clue could go without more solutions."),
    }
)
"""What is told where a question finds nothing."""
TOO_HARD = Message("That takes too long to find out.")
DOUBTS = Message("Not certain: {cells}. Look there first.")
NO_CLUES = Message("It has no clues yet. **{enter}** in `/play` reads a picture of it.")
YOURS = Message("Your puzzle, {size}")
LABELS = ("tools", "undo", "redo", "more", "whole", "cancel")
"""What the page of a draft names as the board page does."""
PAGE: Mapping[str, Message] = MappingProxyType(
    {
        **board_page.STATES,
        "no_link": Message("Open this page with the button Edit or Fix of a puzzle in chat."),
        "session_over": Message(
            "This page is no longer connected to the puzzle. Press Look again in chat, then Edit."
        ),
        "counting": Message("Counting the solutions…"),
        "cells": Message("Clues"),
        "blank": Message("Blank"),
        "open": Message("A clue to come"),
        "impossible": Message("{clue}, impossible here"),
        "cell_now": Message("{cell}: {clue}"),
        "cell_blank": Message("{cell}: blank"),
        "cell_open": Message("{cell}: a clue to come"),
        "in_doubt": Message("{cell}, not certain"),
        "doubt_count": Message("Not certain: {cells}"),
        "next_doubt": Message("Next doubt"),
        "certain": Message("It is right"),
        **{name: board_page.LABELS[name] for name in LABELS},
        **{name: text for name, text in board_page.SPOKEN.items() if name.startswith("clue_-")},
        "symmetric": Message("Pairs"),
        "tip_symmetric": Message("Each new clue also gets a question mark in the opposite cell"),
        "rows": Message("By rows"),
        "tip_rows": Message("Each clue leads to the next cell: for copying a board"),
        "play": Message("Play"),
        "turn_right": Message("Turn right"),
        "turn_left": Message("Turn left"),
        "turn_mirror": Message("Mirror"),
        "tip_turn_mirror": Message("Left and right change places"),
        "turn_flip": Message("Flip"),
        "tip_turn_flip": Message("Top and bottom change places"),
        "resize": Message("Change size"),
        "size_columns": Message("Columns"),
        "size_rows": Message("Rows"),
        "removable": Message("Could go"),
        "tip_removable": Message(
            "Rings the clues without which there is still one solution; in pairs while you set "
            "clues symmetrically"
        ),
        "copy_id": Message("Copy ID"),
        "copy_rows": Message("Copy rows"),
        "copy_link": Message("Copy link"),
        "copied": board_page.LABELS["copied"],
        "edit_keys": Message(
            "Tap a cell, then a clue; tap it again for the next one, or with the right button for "
            "the one before. Keys: digits, minus for a clue to come, a dot or Delete for blank, "
            "space bar for the next cell, Enter for the next row, arrows, U undo, R redo, N next "
            "doubt; S sheep and W wolf, where there are any."
        ),
        "edit_share": Message("To publish the puzzle, press Publish below it in chat."),
    }
)
"""What the page of a draft says itself."""
MAX_NAMED = 12
"""Maximum number of cells in doubt that are named."""


def draft_words(localizer: Localizer) -> dict[str, str]:
    """What the page of a draft says itself, in a language, with placeholders left in braces."""
    return {key: localizer.say(each, **kept(each.text)) for key, each in PAGE.items()}


def page_title(localizer: Localizer, draft: PuzzleDraft) -> str:
    """The title of the page of a draft."""
    return localizer.say(YOURS, size=puzzle_size(localizer, draft.puzzle))


def told_count(
    localizer: Localizer, draft: PuzzleDraft, counted: Consequences | Outcome | SecretPuzzle
) -> str:
    """How many solutions a draft has, or why that is not told, below remarks on its picture."""
    told = [localize(REMARKS[remark], localizer) for remark in draft.remarks]
    if isinstance(counted, SecretPuzzle):
        return "\n".join([*told, secret_text(localizer, counted)])
    if not draft.puzzle.clue_cells:
        return "\n".join([*told, localizer.say(NO_CLUES, enter=localizer.say(ENTER))])
    if isinstance(counted, Outcome):
        return "\n".join([*told, localizer.say(COUNTS[counted])])
    told.append(localizer.say(COUNTS[counted.outcome]))
    return "\n".join([*told, *([] if counted.complete else [localizer.say(AT_LEAST)])])


def told_answer(
    localizer: Localizer, draft: PuzzleDraft, question: ClueQuestion, told: Told, cell: int | None
) -> str:
    """The answer to a question about the clues of a draft."""
    grid, groups = draft.puzzle.grid, told.groups

    def joined(some: Iterable[tuple[int, ...]]) -> str:
        names = [localizer.join([cell_name(grid, each) for each in group]) for group in some]
        return localizer.chain(names, GROUPS)

    match question:
        case ClueQuestion.VALUES:
            signs = draft.puzzle.rules.variant.signs
            clues = [
                localize(signs[clue].word, localizer) if clue in signs else str(clue)
                for group in groups
                for clue in group
            ]
            values = {"cell": cell_name(grid, cell or 0), "clues": localizer.join(clues)}
            return localizer.say((VALUES if clues else NO_VALUES), **values)
        case ClueQuestion.CONTRADICTION if groups:
            count = len(groups[0])
            if not 0 < count <= MAX_CONTRADICTION:
                return localizer.say(LARGE_CONTRADICTION if count else NO_LOOP, count, count=count)
            return localizer.say(CONTRADICTION, count, count=count, cells=joined(groups))
        case ClueQuestion.DIFFERENCE if groups:
            count = sum(map(len, groups))
            return localizer.say(DIFFERENCE, count, count=count)
        case ClueQuestion.REMOVABLE if groups:
            return localizer.say(REMOVABLE, cells=joined(groups))
    return localizer.say(NOTHING_TOLD[question] if told.complete else TOO_HARD)


def told_rating(localizer: Localizer, found: Rating | NotRated) -> str:
    """The rating of a draft, or why it has none."""
    if isinstance(found, NotRated):
        return explain_not_rated(found, localizer)
    return describe_rating(RatingNumbers.of(found), localizer)


def rated_level(found: Rating | NotRated) -> str:
    """The level of a draft as data; empty without a rating."""
    return found.level.name.lower() if isinstance(found, Rating) else ""


def told_doubts(localizer: Localizer, draft: PuzzleDraft) -> str:
    """Which cells of a draft are in doubt; empty for none."""
    if not draft.doubts:
        return ""
    names = [cell_name(draft.puzzle.grid, cell) for cell in draft.doubts[:MAX_NAMED]]
    more = ["…"] if len(draft.doubts) > MAX_NAMED else []
    return localizer.say(DOUBTS, cells=localizer.chain([*names, *more], LIST))


CREATE = Message("A puzzle of your own: enter one from a newspaper, or set a new one, clue by clue")
CREATE_SIZE = Message("Columns x rows, from 3x3 to 30x30 (default: 10x10)")
CREATE_RULES = Message("Rules of the puzzle (default: the plain ones)")
IS_THIS_IT = Message("Is this it?")

SOLVE = Message("Solve")
RATE = Message("Rate")
PLAY = Message("Play")
FIX = Message("Fix")
EDIT = Message("Edit")
TYPE = Message("Type clues")
NO = Message("No")
COPY = Message("Copy")
LOOK = Message("Look again")
THIS = Message("This one")
NEXT = Message("Next")
PLAY_ON = Message("Play on from here")
YES = Message("Yes")
ASKED = Plural("Did you draw the mark in the frame?", "Did you draw the {count} marks in frames?")
"""The question about marks that may have been read where none are."""
OWN_BOARD = Message("You have a board of this puzzle. Its hints are there, and count for it.")
NEEDS_ONE = Message("A hint needs a puzzle with one solution. Please fix its clues first.")
MORE = Message("More…")

ORIGINAL = Message("The picture that was read")
PICTURE = Message("Picture {number}")
OTHERS = Plural(
    "There is {count} more picture. Send it alone if you mean that.",
    "There are {count} more pictures. Send the one alone that you mean.",
)

FORM_TITLE = Message("Clues")
FORM_LABEL = Message("Which cells have which clues")
FORM_NOTE = Message("One on a line: C4 = 2, D5 = blank. Or all rows: digits and dots")

PUT_AWAY = Message(
    "Then I have put it away. Try a sharper picture that shows one whole board, or enter the clues "
    "yourself: `/create`."
)
TEXT_PUT_AWAY = Message(
    "Then I have put it away. Send the rows alone, with a dot for each blank cell, or enter the "
    "clues yourself: `/create`."
)
TEXTS = Message("### The puzzle as text")
"""Above its ID, its rows and its address."""


def other_pictures(localizer: Localizer, count: int) -> str:
    """The sentence about pictures that were not read; empty without any.

    >>> other_pictures(Localizer(), 2)
    'There are 2 more pictures. Send the one alone that you mean.'
    """
    return localizer.say(OTHERS, count, count=count) if count > 0 else ""
