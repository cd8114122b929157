"""The lessons of the guided first puzzle as messages."""

from datetime import date
from typing import Any

from discord import ui

from bot.components.course import Learn
from bot.components.daily import PlayDaily
from bot.components.pad import PadButton
from bot.presenters.layouts import Post
from bot.presenters.pages import page
from bot.presenters.solving import COLOURS
from i18n.voice import Voice
from jobs import Stage
from play.calendar import Track
from service.course import CourseAction, CoursePage, marks_on
from solver.report import Outcome
from texts import learning


def course_message(voice: Voice, shown: CoursePage, day: date) -> Post:
    """The rules before the first lesson, what is to be learned next, or in the end the way to the
    Easy daily of a day."""
    held, lesson = shown.held, shown.lesson
    attempt, marks = held.attempt.id, marks_on(held)
    if shown.blank is not None:
        begin = Learn.begin(held, marks, voice)
        return page(voice.say(learning.INTRODUCTION, total=lesson.total), shown.blank, [begin])
    text, note = learning.lesson_text(voice, lesson), learning.lesson_note(voice, lesson)
    if lesson.stage is Stage.SOLVED:
        daily = PlayDaily(day, Track.EASY, voice, voice.say(learning.DAILY_BUTTON))
        return page(text, lesson.drawing, [daily], colour=COLOURS[Outcome.UNIQUE])
    go_on = learning.go_on_button(voice, lesson.stage)
    buttons: list[ui.Item[Any]] = [
        Learn(attempt, CourseAction.DO, marks, go_on),
        PadButton(attempt, "open", voice.say(learning.PLAY_BUTTON)),
    ]
    if held.pad.done:
        undo = voice.say(learning.UNDO_BUTTON)
        buttons.append(Learn(attempt, CourseAction.UNDO, marks, undo))
    return page(text, lesson.drawing, buttons, note=note)
