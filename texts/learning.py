"""The texts of the guided first puzzle."""

from __future__ import annotations

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs import Lesson, LessonStage

LESSON_TITLE = Message("Lesson {number} of {total}: {technique}")
QUESTIONS = MappingProxyType(
    {
        "zero": Message("Which sides of {places} can be lines?"),
        "full-clue": Message("Count the open sides of {places}. Does it need all of them?"),
        "met-clue": Message("How many lines does {places} still need?"),
        "way-on": Message("A line comes to {places}. Where does it go on?"),
        "two-lines-at-dot": Message("Look at {places}. Can a third line join there?"),
        "dead-end": Message("If a line came to {places}, could it leave again?"),
        "premature-loop": Message(
            "Look around {places}. Which line there would close a loop too early?"
        ),
        "corner-3": Message(
            "Look at {places} in its corner. Could one of the two sides there be a cross?"
        ),
        "adjacent-3-3": Message(
            "Look at {places}. Which three lines do they have, however the loop runs?"
        ),
        "diagonal-3-3": Message(
            "Look at {places} and the dot where they touch. Which of their sides are lines, "
            "however the loop runs?"
        ),
        "three-at-closed-corner": Message(
            "At which corner of {places} can no line leave, and what about its two sides there?"
        ),
        "one-at-closed-corner": Message(
            "At which corner of {places} can no line leave, and what about its two sides there?"
        ),
    }
)
"""The questions of lessons, by the technique."""
QUESTION = Message("Look at {places}. What follows there?")
RIGHT = Message("**Right!** {why}")
TECHNIQUE = Message("“{title}”")
PRACTICE_TITLE = Message("Your turn")
PRACTICE = Plural(
    "{count} mark follows from what you have learned: {techniques}. Look at {places}.",
    "{count} marks follow from what you have learned: {techniques}. Begin at {places}.",
)
PRACTICE_SHOWN = Plural(
    "Here it is. It follows from what you have learned: {techniques}. Do you see why?",
    "Here they are. They follow from what you have learned: {techniques}. Do you see why?",
)
MISTAKE_TITLE = Message("Something is not right yet")
LONG_REASON = Message(
    "Why that cannot be takes many steps to see. Take it back and go on: the lessons will come to "
    "it."
)
MISTAKE = Plural(
    "-# The highlighted mark is wrong. Fix it on the board, or take it back.",
    "-# The {count} highlighted marks are wrong. Fix them on the board, or take them back.",
)
END_TITLE = Message("The loop is closed!")
END = Message(
    "One loop, and every number has as many lines around it as it says. These "
    "{total} techniques solve most easy puzzles, and hints teach the others. Now try today's "
    "Easy daily!"
)
SHOW_BUTTON = Message("Show me")
DO_BUTTON = Message("Do it for me")
MEND_BUTTON = Plural("Take it back", "Take them back")


def praise_text(localizer: Localizer, lesson: Lesson) -> str:
    """Why the last marks of the learner are right; an empty text without praise."""
    return localizer.say(RIGHT, why=lesson.praise) if lesson.praise else ""


def title_and_text(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    """The title and the text of a lesson, without praise."""
    match lesson.stage:
        case LessonStage.LESSON:
            return _lesson(localizer, lesson)
        case LessonStage.PRACTICE:
            return _practice(localizer, lesson)
        case LessonStage.MISTAKE:
            return _mistake(localizer, lesson)
        case LessonStage.SOLVED:
            return localizer.say(END_TITLE), localizer.say(END, total=lesson.total)


def _lesson(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    values = {"number": lesson.number, "total": lesson.total, "technique": lesson.title}
    title, narration = localizer.say(LESSON_TITLE, **values), lesson.narration
    if narration is None:
        message = QUESTIONS.get(lesson.technique, QUESTION)
        question = localizer.say(message, places=lesson.places)
        return title, f"{lesson.rule}\n**{question}**"
    sentences = "\n".join(narration.sentences)
    return title, f"{lesson.rule}\n\n{sentences}\n**{narration.conclusion}**"


def _practice(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    techniques = localizer.join([localizer.say(TECHNIQUE, title=title) for title in lesson.titles])
    count, message = len(lesson.states), PRACTICE_SHOWN if lesson.shown else PRACTICE
    values = {"count": count, "techniques": techniques, "places": lesson.places}
    return localizer.say(PRACTICE_TITLE), localizer.say(message, count, **values)


def _mistake(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    reason = lesson.narration
    text = localizer.say(LONG_REASON) if reason is None else "\n".join(reason.sentences)
    return localizer.say(MISTAKE_TITLE), text


def do_button(localizer: Localizer, lesson: Lesson) -> str:
    """The label of the button that makes the marks of a lesson."""
    if lesson.stage is LessonStage.MISTAKE:
        return localizer.say(MEND_BUTTON, len(lesson.states))
    return localizer.say(DO_BUTTON)
