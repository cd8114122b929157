"""What messages say of now is true as long as they stand there."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.support.messages import KEYWORDS
from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES

OF_NOW = re.compile(
    r"\b(now|today|tonight|tomorrow|yesterday|yet|currently|so far|still|moment|soon|ago|nobody"
    r"|playing|being (posted|made)|(is|are|stays?) open|no longer|any ?more)\b",
    re.IGNORECASE,
)
TRUE: Mapping[str, str] = {
    "of the board that the message shows": """texts.course: QUESTIONS TRY_TITLE TRY_AGAIN
        texts.drafts: NO_CLUES texts.helping: HINT_MOVES NOT_ANIMATED
        texts.practice: QUESTION texts.problems: BOARD_CHANGED""",
    "of the page, which changes with it": """texts.board_page: STATES TIPS LABELS
        texts.drafts: PAGE texts.together: WORDS""",
    "of what a press does at that time": """texts.board_page: GUIDE texts.boards: COURSE_DONE
        SUBMIT_COMMAND texts.course: END DAILY_BUTTON texts.dailies: DAILY
        texts.leaderboards: PERIOD PERIOD_CHOICES texts.pasting: PLAY
        texts.server_setup: BUTTONS texts.stats: NOTHING_OF_YOU
        texts.new_puzzles: RACE""",
    "a rule, or how the bot is": """texts.manual: HELP FIRST PLAYING FREE
        PRACTICE DAILIES STREAKS texts.privacy: STORED NOT_STORED REMAINS texts.new_puzzles: GIVEN
        texts.server_setup: OPEN_HOURS CLOSES_SOON""",
    "alone with the press that it answers": """texts.boards: IS_A_DAILY texts.dailies: IS_LIVE
        texts.helping: SURE SURE_LIVE texts.practice: AGAIN_SOON texts.privacy: TODAY TODAY_REMAINS
        texts.races: LEFT texts.server_setup: NO_PING WHO LACKING TROUBLE_GONE NONE_MADE NO_POST
        texts.sharing: POSTED texts.publishing: CHOSEN_NOW service.settings: LANGUAGE VISIBILITY""",
    "why the press that it answers failed": """texts.problems: PUZZLE_GONE ORDER_CHANGED STORE_AWAY
        STORE_CROWDED BUSY YOUR_QUOTA_USED SERVERS_QUOTA_USED LIVE_ON_PAGE NO_BOARD_OPEN
        COMING_DAILY SHARED_LATELY NOT_YET PUZZLES_USED PUBLISHED_ENOUGH RACE_RUNS
        TOGETHER_FULL TOGETHER_OVER SHUT_OUT""",
    "with the time at which it was looked up, or of a day that is over": """texts.leaderboards:
        NOBODY""",
    "for good": """texts.dailies: CHANNEL_GONE ONE_POST texts.races: ALL_LEFT
        texts.together: GIVEN_UP ENDED""",
}
"""Why messages with such words stay true, by module and name."""
APART = ("narrator.", "texts.verdicts.")
"""Modules that tell of the board that the message shows."""
RELATIVE = {
    "texts.boards.state": "in private, when a board was begun",
    "texts.failures.problem_text": "when it may be tried again",
    "texts.failures.quota_used": "when it may be tried again",
    "texts.pasting.board_line": "in private, when a board was used last",
    "texts.pasting.daily_line": "in private, when a board was begun",
    "texts.practice.storm_text": "in private; the result takes its place",
    "texts.races._notes": "the result takes its place",
    "texts.races._state": "the result takes its place",
    "texts.server_setup._figures": "since when the bot runs",
    "texts.server_setup._stored": "in private, when posts were or are due",
    "texts.server_setup.overview": "in private, when posts were or are due",
    "texts.settings.reminders_text": "in private, what happened",
    "texts.stats.streak_today": "in private",
}
"""The functions that tell a time as Discord counts it, "in two hours" or "ago", and why."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    """The modules of the packages."""
    for package in PACKAGES:
        for path in modules(package):
            yield name_of(path), ast.parse(path.read_text(encoding="utf-8"))


def messages() -> Iterator[tuple[str, str]]:
    """Each English text in a constant, with the name of the constant."""
    for module, tree in trees():
        for node in tree.body:
            names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in KEYWORDS:
                    texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
                    yield f"{module}.{names[0]}", " ".join(map(str, texts))


def listed() -> Iterator[str]:
    """The names in the table."""
    for names in TRUE.values():
        module = ""
        for name in names.split():
            if name.endswith(":"):
                module = name[:-1]
            else:
                yield f"{module}.{name}"


def test_it_is_known_why_each_message_of_now_stays_true() -> None:
    found = {name for name, text in messages() if OF_NOW.search(text)}
    assert {name for name in found if not name.startswith(APART)} == {*listed()}


def test_it_is_known_why_each_relative_time_stays_true() -> None:
    found = {
        f"{module}.{node.name}"
        for module, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        if any(getattr(each, "id", "") == "relative" for each in ast.walk(node))
    }
    assert found == set(RELATIVE)
