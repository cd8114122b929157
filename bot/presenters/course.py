"""The messages of the lessons of the guided first puzzle."""

from datetime import date
from typing import Any

from discord import ButtonStyle, ui

from bot.components.course import Learn
from bot.components.daily import PlayDaily
from bot.components.pad import PadButton, page_button
from bot.components.practice import TrainTechnique
from bot.presenters.layouts import OutgoingMessage
from bot.presenters.pages import page
from bot.presenters.solving import COLOURS
from i18n.localizer import Localizer
from jobs import LessonStage
from play.calendar import Track
from service.course import CourseAction, CoursePage, marks_on
from solver.report import Outcome
from texts import learning, practice


def course_message(
    localizer: Localizer, shown: CoursePage, day: date, *, on_page: bool = False
) -> OutgoingMessage:
    """The message of a page: the rules at the start, else a lesson.

    When the puzzle is solved, a button leads to the Easy daily of `day`. With `on_page`, another
    one leads to the board page.
    """
    loaded, lesson = shown.loaded, shown.lesson
    attempt, marks = loaded.attempt.id, marks_on(loaded)
    if shown.blank is not None:
        begin = Learn.begin(loaded, marks, localizer)
        return page(localizer.say(learning.INTRODUCTION, total=lesson.total), shown.blank, [begin])
    text, note = learning.lesson_text(localizer, lesson), learning.lesson_note(localizer, lesson)
    if lesson.stage is LessonStage.SOLVED:
        daily = PlayDaily(day, Track.EASY, localizer, localizer.say(learning.DAILY_BUTTON))
        return page(text, lesson.drawing, [daily], colour=COLOURS[Outcome.UNIQUE])
    mends = lesson.stage is LessonStage.MISTAKE
    play = learning.PLAY_BUTTON, ButtonStyle.secondary if mends else ButtonStyle.primary
    buttons: list[ui.Item[Any]] = [PadButton(attempt, "open", localizer.say(play[0]), play[1])]
    if on_page:
        buttons.append(page_button(localizer, attempt))
    do = Learn(attempt, CourseAction.DO, marks, learning.do_button(localizer, lesson), first=mends)
    if mends:
        return page(text, lesson.drawing, [do, *buttons], note=note)
    if not lesson.shown:
        show = localizer.say(learning.SHOW_BUTTON)
        buttons.append(Learn(attempt, CourseAction.TELL, marks, show))
    if loaded.pad.done:
        undo = localizer.say(learning.UNDO_BUTTON)
        buttons.append(Learn(attempt, CourseAction.UNDO, marks, undo))
    if lesson.shown:
        buttons.append(do)
    train: list[ui.Item[Any]] = []
    if lesson.technique:
        train.append(TrainTechnique(lesson.technique, localizer.say(practice.PRACTISE_BUTTON)))
    return page(text, lesson.drawing, buttons, train, note=note)
