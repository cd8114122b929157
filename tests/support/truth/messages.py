"""All messages about boards: those that state something, names of places, and all others."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from i18n import localizer
from i18n.messages import Clause, Message, Plural, Template
from narrator import (
    arguments,
    both_ways,
    cell_ideas,
    corner_ideas,
    english,
    problems,
    questions,
    reviews,
    sides,
    ways,
)
from narrator import drills as verdicts_on_drills
from narrator.techniques import TECHNIQUES
from puzzle.rules.sheep_wolf import SHEEP_AND_WOLVES
from renderer import place_words
from tests.support.packages import modules, name_of
from tests.support.truth.arguments import ARGUMENTS
from tests.support.truth.claim import Statements
from tests.support.truth.ideas import IDEAS
from tests.support.truth.questions import QUESTIONS
from tests.support.truth.reports import REPORTS
from tests.support.truth.sides import SIDES
from texts import course, helping, verdicts
from texts import practice as drills
from texts import reviews as moments

STATEMENTS: Statements = {**ARGUMENTS, **IDEAS, **QUESTIONS, **REPORTS, **SIDES}
"""What is true if a message is told, by message."""


def messages_in(value: object) -> Iterator[Template]:
    """The messages of a constant, a table of them, or a table of tables."""
    if isinstance(value, Clause):
        yield from (value.indicative, value.conditional)
    elif isinstance(value, Message | Plural):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from messages_in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from messages_in(each)


def messages_of(module: ModuleType) -> set[Template]:
    """The messages that are constants of a module, or in its tables."""
    return {found for value in vars(module).values() for found in messages_in(value)}


def named(module: ModuleType, names: str) -> set[Template]:
    """The messages of a module with these names, without those that state something."""
    found = {each for name in names.split() for each in messages_in(vars(module)[name])}
    return found.difference(STATEMENTS)


PLACES: frozenset[Template] = frozenset(
    {
        *messages_of(place_words),
        *messages_in(english.ITS_SIDES),
        english.BLANK_CELL,
        english.ITS_OTHER_SIDES,
        english.ALL_ITS_SIDES,
        english.MORE_CLUES,
        english.LINE,
        english.LOOP_OF,
        english.LEGS,
        english.LINES_DRAWN,
        english.CROSSES_MADE,
        english.FROM_OUTSIDE,
        *(Message(str(sign.word)) for sign in SHEEP_AND_WOLVES.signs.values()),
    }
)
"""Names of places and directions, and how they are joined: statements read them."""

FRAMES: frozenset[Template] = frozenset(
    {
        english.STATEMENT,
        english.CLUE_FACTS,
        english.DOT_FACTS,
        english.THEN,
        english.REASONING,
        english.CONCLUSION,
        english.SUMMARY,
        english.FOR_SAME_REASONS,
        english.LINES_AND_CROSSES,
        english.AGAIN,
        english.AGAIN_AT,
        both_ways.RUN,
        cell_ideas.ALL_THEN,
        cell_ideas.NEEDS_REST,
        both_ways.WAYS_AT_CLUE,
        both_ways.WAYS_AT_DOT,
        both_ways.WAYS_AT_PLACES,
        *messages_of(problems),
        *messages_of(localizer),
    }
)
"""What joins statements and says nothing besides; the parts are judged."""

ADVICE: frozenset[Template] = frozenset(
    {
        english.LOOK_AROUND,
        english.LOOK_AT_AREA,
        english.START_IN_AREA,
        questions.HOW_MANY_SIDES,
        questions.HOW_MANY_LINES,
        questions.WHICH_SIDES_OPEN,
        questions.HOW_MANY_MEET,
        questions.HOW_OUT,
        questions.START_AT_DOT,
        questions.WHAT_DOES_THAT_LEAVE,
        questions.WHAT_FOLLOWS,
        questions.HOW_DOES_LOOP_PASS,
        questions.HOW_DOES_LOOP_PASS_THERE,
        questions.ASK_TOGETHER,
        questions.USE_PLACES,
    }
)
"""Questions that take nothing for granted, and where to look."""

GENERAL: frozenset[Template] = frozenset(
    {
        *messages_in(TECHNIQUES),
        english.DOT_COUNTS,
        sides.BEYOND_BORDER,
        *messages_in(english.LEVELS),
        *messages_in(english.LEVEL_MEANINGS),
    }
)
"""Titles, and rules that hold on every board."""

DEPENDENT: frozenset[Template] = frozenset(
    {
        *messages_in(english.THAT_IS_CROSS),
        english.LOOP_TOO_EARLY,
        english.CLASH_OF_LOOP,
        english.HAS_CLASH,
        english.TRIAL_ENDS,
        english.TRIAL_FAILS,
        arguments.EACH_USES_ONE,
        cell_ideas.NOTHING_ELSE,
        corner_ideas.ONE_WAY_THERE,
        corner_ideas.TWO_THERE,
        corner_ideas.ANOTHER_IS_ALONE,
    }
)
"""Ends of sentences that name no place; the argument is checked by `tests/solver/explain`."""

VERDICTS: frozenset[Template] = frozenset(
    {verdicts.WRONG, verdicts.WRONG_WITHOUT_CLOCK, verdicts.MORE}
)
"""The heading of a verdict, and the number of what it leaves out."""

SEARCH: frozenset[Template] = frozenset(
    {
        english.NOT_CHECKED,
        english.NO_SHORT_REASON,
        english.TOO_HARD,
        english.SEVERAL_SOLUTIONS,
        english.SEVERAL_SOLUTIONS_IN,
        english.CLUES_CANNOT_HOLD,
        english.HARDEST_STEP,
        english.PLACES_OF_LEVEL,
        english.STEPS_TOGETHER,
        english.HARDER_STEPS,
        english.TECHNIQUES_NEEDED,
        english.MORE_TECHNIQUES,
        english.SEVERAL_SOLUTIONS_UNRATED,
        english.NO_SOLUTION_UNRATED,
        english.TOO_HARD_UNRATED,
    }
)
"""What a search found or did not find, about the whole puzzle and its rating."""

OF_FEATURES: frozenset[Template] = frozenset().union(
    named(
        helping,
        "HINT HINT_LEVEL HINT_LEVELS HINT_PUZZLE HINT_MOVES CHECK "
        "CHECK_DETAIL CHECK_DETAILS SOLUTION SOLUTION_BOARD "
        "SOLUTION_ANIMATE PARTS_BUTTON "
        "WHOLE_BUTTON WAYS_BUTTON DO_IT_BUTTON DONE SURE SURE_LIVE REVEALED NOT_ANIMATED "
        "ANIMATE_BUTTON BOARD_CHOICE",
    ),
    named(
        course,
        "LEARN INTRODUCTION FIND BEGIN_BUTTON PLAY_BUTTON LESSON_BUTTON UNDO_BUTTON "
        "DAILY_BUTTON NUMBERED_DAILY OPEN_BOARD CROSSES MODES CHANGE CROSSES_HERE CROSSES_ON_PAGE",
    ),
    named(
        verdicts_on_drills,
        "RIGHT_TITLE FURTHER_TITLE WRONG_TITLE OPPOSITE_TITLE SIGNED_EDGE",
    ),
    named(
        drills,
        "ANONYMOUS PRACTICE_TECHNIQUE TITLE OF_THREE QUESTION WHY BOX LOWEST_BOX AGAIN_SOON AGAIN "
        "NOT_COUNTED LINE_BUTTON CROSS_BUTTON NEXT_BUTTON CHOOSE_BUTTON LIST_CHOICE "
        "MIXED_BUTTON PRACTISE_BUTTON TRAIN_BUTTON CHOOSE MASTERED_TITLE MENU PLACE "
        "STATE_NEW STATE_BOX STATE_LOWEST STATE_DUE LEGEND GROUPS GROUP BEGIN BEGIN_BUTTON "
        "AGAIN_BUTTON STORM WAS_RIGHT WAS_WRONG WHICH OVER MISSED COUNTS PRACTICE BOARD "
        "LINE PRACTICE_COMMAND PRACTICE_STORM PASSED TOOK_LONG OVER_PAR "
        "MORE_WRONG TRAIN_MISSED_BUTTON MISSED_BEFORE FIND FIND_BUTTON "
        "DRAW_BUTTON DRAW_FIRST DONE "
        "SIGNS_BUTTON FIND_TITLE FIND_LABEL FIND_DESCRIPTION EXAMPLE_BUTTON EXAMPLE",
    ),
    named(
        helping,
        "LEVEL_TITLES CHECK_TITLE COST COUNTED_BEFORE LEFT_OFF PART_TITLE "
        "WITH_PENALTY REVEAL_BUTTON OFFERS ANOTHER_HINT HINT_FILE",
    ),
    named(
        course,
        "LESSON_TITLE QUESTIONS QUESTION RIGHT TECHNIQUE PRACTICE_TITLE PRACTICE "
        "PRACTICE_SHOWN LONG_REASON END_TITLE END SHOW_BUTTON DO_BUTTON MEND_BUTTON "
        "TAUGHT_TITLE RIGHT_ALONE RULE CROSSES TRY_TITLE TRY_AGAIN LOOK_AGAIN "
        "REASON_TITLE WHY_BUTTON FIND_HERE",
    ),
    named(
        moments,
        "REVIEW REPLAY TITLE REPLAY_TITLE TIMED NO_MOMENTS OVER_PAR TOO_LONG",
    ),
    {ways.NO_LINES},
    named(
        reviews,
        "STROKES STROKES_ALONE FOLLOWED AHEAD_COUNT NO_MISTAKE MISTAKES FOLLOWED_WRONG "
        "TAKEN_BACK GIVEN NOT_JUDGED WRONG TOOK_BACK BY_THEN IT_SHOWS FIND_OUT FIRST_OF_SEVERAL "
        "NOT_FORCED PAUSED WAS_EASY WAS_HARD STAYED_OPEN TITLES",
    ),
)
"""Headings, buttons, costs and counts of hints, lessons, drills and reviews.

What reviews count and drills leave open is checked by the tests of `solver`.
"""

ELSEWHERE = frozenset(
    {
        "texts.boards",
        "texts.dailies",
        "texts.drafts",
        "texts.leaderboards",
        "texts.manual",
        "texts.new_puzzles",
        "texts.pasting",
        "texts.races",
        "texts.privacy",
        "texts.publishing",
        "texts.together",
        "texts.server_setup",
        "texts.settings",
        "texts.solving",
        "texts.stats",
        "texts.board_page",
        "texts.commands",
        "texts.failures",
        "texts.problems",
        "texts.operator",
        "texts.puzzles",
        "texts.sharing",
        "texts.times",
        "texts.tracks",
    }
)
"""The modules of texts that tell of no marks on a board."""


def modules_of_texts() -> Iterator[ModuleType]:
    """The modules whose messages tell about boards."""
    for package in ("narrator", "texts"):
        for path in modules(package):
            name = name_of(path)
            if name not in ELSEWHERE:
                yield import_module(name)


SILENT = frozenset(FRAMES | ADVICE | GENERAL | DEPENDENT | SEARCH | VERDICTS | OF_FEATURES)
"""Messages that state nothing about a board by themselves."""
