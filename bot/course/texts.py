"""The texts of the guided first puzzle."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs.teaching import Lesson, LessonStage
from play.pen import Mode
from texts.board_page import OPEN_BOARD
from texts.learning import CROSSES, needs_crosses, praise_text, title_and_text
from texts.playing import MODES

LEARN = Message("Your first puzzle: learn Slitherlink step by step")

INTRODUCTION = Message(
    "### Your first Slitherlink\n"
    "Draw **one closed loop** along the dots. It never crosses itself and has no branches. A "
    "number says how many of the four sides of its cell belong to the loop; around an empty "
    "cell any number of lines is allowed.\n\n"
    "Nothing has to be guessed: each line and each cross follows from what is there. Crosses mark "
    "where the loop cannot go. Let us find them one by one, in {total} lessons. Letters "
    "name the columns and numbers the rows, so the cell at the top left is A1."
)
FIND = Plural(
    "-# Mark {count} edge on the board, then come back to the lesson.",
    "-# Mark {count} edges on the board, then come back to the lesson.",
)

CHANGE = Plural(
    "-# Change it on the board, or take it back.", "-# Change them on the board, or take them back."
)
CROSSES_HERE = Message(
    "-# To set crosses on the board in chat, press **{cross}** and then the arrows along the edges."
)
CROSSES_ON_PAGE = Message("-# **{open}** leads to a page to draw on. {how}")

BEGIN_BUTTON = Message("Begin")
PLAY_BUTTON = Message("Mark it on the board")
LESSON_BUTTON = Message("Back to the lesson")
UNDO_BUTTON = Message("Undo")
DAILY_BUTTON = Message("Today's Easy daily")


def lesson_text(localizer: Localizer, lesson: Lesson) -> str:
    """The text above the picture of a lesson."""
    title, text = title_and_text(localizer, lesson)
    praise = praise_text(localizer, lesson)
    return f"{praise}\n### {title}\n{text}".strip()


def lesson_note(localizer: Localizer, lesson: Lesson, *, on_page: bool = False) -> str:
    """The text below the picture of a lesson; empty at the end.

    In the first lesson it tells how crosses are set, with `on_page` also on the board page.
    """
    if lesson.stage is LessonStage.SOLVED:
        return ""
    message, count = FIND, len(lesson.states)
    if lesson.stage is LessonStage.MISTAKE:
        message = CHANGE
    notes = [localizer.say(message, count, count=count)]
    if needs_crosses(lesson):
        cross = localizer.say(MODES[Mode.CROSS])
        notes.append(localizer.say(CROSSES_HERE, cross=cross))
        if on_page:
            how, opens = localizer.say(CROSSES, cross=cross), localizer.say(OPEN_BOARD)
            notes.append(localizer.say(CROSSES_ON_PAGE, open=opens, how=how))
    return "\n".join(notes)
