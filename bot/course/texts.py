"""The texts of the guided first puzzle."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs import Lesson, LessonStage
from texts.learning import MISTAKE, praise_text, title_and_text

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


def lesson_note(localizer: Localizer, lesson: Lesson) -> str:
    """The text below the picture of a lesson; empty at the end."""
    if lesson.stage is LessonStage.SOLVED:
        return ""
    message, count = FIND, len(lesson.states)
    if lesson.stage is LessonStage.MISTAKE:
        message = MISTAKE
    return localizer.say(message, count, count=count)
