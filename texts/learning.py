"""The texts of the guided first puzzle."""

from __future__ import annotations

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs import Lesson, LessonStage

INTRODUCTION = Message(
    "### Your first Slitherlink\n"
    "Draw **one closed loop** along the dots. It never crosses itself and has no branches. A "
    "number says how many of the four sides of its cell belong to the loop; around an empty "
    "cell any number of lines is allowed.\n\n"
    "Nothing has to be guessed: each line and each cross follows from what is there. Crosses mark "
    "where the loop cannot go. Let us find them one by one, in {total} lessons. Letters "
    "name the columns and numbers the rows, so the cell at the top left is A1."
)
LESSON_TITLE = Message("Lesson {number} of {total}: {technique}")
PRACTICE_TITLE = Message("Your turn")
PRACTICE = Plural(
    "{count} more mark follows from what you have learned so far. Find it on the "
    "board, or let me fill it in.",
    "{count} more marks follow from what you have learned so far. Find them on the "
    "board, or let me fill them in.",
)
MISTAKE_TITLE = Message("Something is not right yet")
MISTAKE = Plural(
    "The highlighted mark is wrong. Fix it on the board, or let me remove it.",
    "The {count} highlighted marks are wrong. Fix them on the board, or let me remove them.",
)
YOURS = Message("-# Mark it yourself on the board, or let me do it.")
YOURS_AND_MORE = Plural(
    "-# Mark it yourself on the board, or let me do it, along with {count} more mark "
    "that follows from what you already know.",
    "-# Mark it yourself on the board, or let me do it, along with {count} more "
    "marks that follow from what you already know.",
)
END = Message(
    "### The loop is closed!\n"
    "One loop, and every number has as many lines around it as it says. With these "
    "{total} techniques you can solve every easy puzzle. Now try today's Easy daily!"
)

BEGIN_BUTTON = Message("Begin")
DO_BUTTON = Message("Do it for me")
FILL_BUTTON = Message("Fill them in and go on")
MEND_BUTTON = Message("Remove them")
PLAY_BUTTON = Message("Play on the board")
LESSON_BUTTON = Message("Back to the lesson")
UNDO_BUTTON = Message("Back")
DAILY_BUTTON = Message("Today's Easy daily")


def lesson_text(localizer: Localizer, lesson: Lesson) -> str:
    """The text above the picture of a lesson."""
    match lesson.stage:
        case LessonStage.SOLVED:
            return localizer.say(END, total=lesson.total)
        case LessonStage.PRACTICE:
            count = lesson.practice
            text = localizer.say(PRACTICE, count, count=count)
            return f"### {localizer.say(PRACTICE_TITLE)}\n{text}"
        case LessonStage.MISTAKE:
            count = len(lesson.states)
            text = localizer.say(MISTAKE, count, count=count)
            return f"### {localizer.say(MISTAKE_TITLE)}\n{text}"
        case LessonStage.LESSON:
            return _step_text(localizer, lesson)


def _step_text(localizer: Localizer, lesson: Lesson) -> str:
    narration = lesson.narration
    if narration is None:
        raise ValueError("a lesson without a narration")
    values = {"number": lesson.number, "total": lesson.total, "technique": narration.title}
    sentences = "\n".join(narration.sentences)
    title = localizer.say(LESSON_TITLE, **values)
    return f"### {title}\n*{lesson.rule}*\n\n{sentences}\n**{narration.conclusion}**"


def lesson_note(localizer: Localizer, lesson: Lesson) -> str:
    """The text below the picture of a lesson; empty at other stages."""
    if lesson.stage is not LessonStage.LESSON:
        return ""
    if not lesson.practice:
        return localizer.say(YOURS)
    return localizer.say(YOURS_AND_MORE, lesson.practice, count=lesson.practice)


def go_on_button(localizer: Localizer, stage: LessonStage) -> str:
    """The label of the button that makes the marks of a stage."""
    labels = {LessonStage.PRACTICE: FILL_BUTTON, LessonStage.MISTAKE: MEND_BUTTON}
    return localizer.say(labels.get(stage, DO_BUTTON))
