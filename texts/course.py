"""The texts of the guided first puzzle."""

from __future__ import annotations

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs.teaching import Lesson, LessonStage
from play.pen import Mode
from texts.board_page import OPEN_BOARD
from texts.boards import MODES

LESSON_TITLE = Message("Lesson {number} of {total}")
TAUGHT_TITLE = Message("Lesson {number} of {total}: {technique}")
QUESTIONS = MappingProxyType(
    {
        "zero": Message("Which sides of {places} can be lines?"),
        "full-clue": Message("Count the open sides of {places}. Does it need all of them?"),
        "met-clue": Message("How many lines does {places} still need?"),
        "way-on": Message("A line comes to {places}. Where does it go on?"),
        "two-lines-at-dot": Message("Look at {places}. Can a third line join there?"),
        "dead-end": Message("If a line came to {places}, could it leave again?"),
        "premature-loop": Message(
            "Look around {places}. Which line there would close a loop too early? Put a cross in "
            "its place."
        ),
        "corner-3": Message(
            "Look at {places} in its corner. Could one of the two sides there be a cross?"
        ),
        "adjacent-3-3": Message(
            "Look at {places}. Which three lines do they have, however the loop runs? What does "
            "that leave at the ends of the middle one?"
        ),
        "diagonal-3-3": Message(
            "Look at {places} and the dot where they touch. Which of their sides are lines, "
            "however the loop runs?"
        ),
        "three-at-closed-corner": (
            closed := Message(
                "At which corner of {places} are only its own two sides open? Can just one of "
                "them be a line?"
            )
        ),
        "one-at-closed-corner": closed,
    }
)
"""The questions of lessons, by the technique."""
QUESTION = Message("Look at {places}. What follows there?")
RIGHT = Message("**Right!** {why}")
RIGHT_ALONE = Message("**Right!**")
RULE = Message("**{technique}:** {rule}")
CROSSES = Message(
    "To set a cross with a mouse, click the edge with the right button. On a phone, tap the edge "
    "twice: the first tap draws a line, the second makes it a cross. Or choose **{cross}** first."
)
FIND_HERE = Plural("Mark {count} edge on the board.", "Mark {count} edges on the board.")
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
TRY_TITLE = Message("Not quite yet")
TRY_AGAIN = Plural(
    "The highlighted mark does not fit yet. Have another look:",
    "The {count} highlighted marks do not fit yet. Have another look:",
)
LOOK_AGAIN = Plural(
    "The highlighted mark does not fit. Have another look at it.",
    "The {count} highlighted marks do not fit. Have another look at them.",
)
REASON_TITLE = Message("Why it does not fit")
LONG_REASON = Message(
    "Why that cannot be takes many steps to see. Take it back and go on: the lessons will come to "
    "it."
)
END_TITLE = Message("The loop is closed!")
END = Message(
    "One loop, and every number has as many lines around it as it says. These "
    "{total} techniques solve most easy puzzles, and hints teach the others. Now try an "
    "Easy daily!"
)
SHOW_BUTTON = Message("Show me")
WHY_BUTTON = Message("Why?")
DO_BUTTON = Message("Do it for me")
MEND_BUTTON = Plural("Take it back", "Take them back")


def praise_text(localizer: Localizer, lesson: Lesson) -> str:
    """Why the last marks of the learner are right, and their rule; an empty text without praise."""
    praise = lesson.praise
    if praise is None:
        return ""
    right = localizer.say(RIGHT, why=praise.why) if praise.why else localizer.say(RIGHT_ALONE)
    rule = localizer.say(RULE, technique=praise.title, rule=praise.rule)
    return f"{right}\n{rule}"


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
    """The question of a lesson; or its answer, with the rule after it."""
    values = {"number": lesson.number, "total": lesson.total}
    narration = lesson.narration
    if narration is None:
        return localizer.say(LESSON_TITLE, **values), _question(localizer, lesson)
    title = localizer.say(TAUGHT_TITLE, **values, technique=lesson.title)
    sentences = "\n".join(narration.sentences)
    return title, f"{sentences}\n**{narration.conclusion}**\n\n{lesson.rule}"


def _question(localizer: Localizer, lesson: Lesson) -> str:
    message = QUESTIONS.get(lesson.technique, QUESTION)
    return f"**{localizer.say(message, places=lesson.places)}**"


def _practice(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    techniques = localizer.join([localizer.say(TECHNIQUE, title=title) for title in lesson.titles])
    count, message = len(lesson.states), PRACTICE_SHOWN if lesson.shown else PRACTICE
    values = {"count": count, "techniques": techniques, "places": lesson.places}
    return localizer.say(PRACTICE_TITLE), localizer.say(message, count, **values)


def _mistake(localizer: Localizer, lesson: Lesson) -> tuple[str, str]:
    """A word about wrong marks, with the question that they answer, if any; or the reason."""
    reason, count = lesson.narration, len(lesson.states)
    if lesson.shown:
        text = localizer.say(LONG_REASON) if reason is None else "\n".join(reason.sentences)
        return localizer.say(REASON_TITLE), text
    title = localizer.say(TRY_TITLE)
    if not lesson.technique:
        return title, localizer.say(LOOK_AGAIN, count, count=count)
    again = localizer.say(TRY_AGAIN, count, count=count)
    return title, f"{again}\n{_question(localizer, lesson)}"


def how_text(localizer: Localizer, lesson: Lesson, cross: str) -> str:
    """What to do on the page in the first lesson, and how."""
    count = len(lesson.states)
    find = localizer.say(FIND_HERE, count, count=count)
    return f"{find}{localizer.gap}{localizer.say(CROSSES, cross=cross)}"


def needs_crosses(lesson: Lesson) -> bool:
    """Whether to tell how crosses are set: in the first lesson, which needs them."""
    return lesson.number == 1 and bool(lesson.technique)


def show_button(localizer: Localizer, lesson: Lesson) -> str:
    """The label of the button that shows the answer of a lesson, or why a mark is wrong."""
    is_mistake = lesson.stage is LessonStage.MISTAKE
    return localizer.say(WHY_BUTTON if is_mistake else SHOW_BUTTON)


def do_button(localizer: Localizer, lesson: Lesson) -> str:
    """The label of the button that makes the marks of a lesson."""
    if lesson.stage is LessonStage.MISTAKE:
        return localizer.say(MEND_BUTTON, len(lesson.states))
    return localizer.say(DO_BUTTON)


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
NUMBERED_DAILY = Message("Easy daily #{number}")


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
