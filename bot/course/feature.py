"""What the guided first puzzle adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.course.chat import CourseHandlers, learn_commands
from service.course import Course
from service.dailies import Dailies


def course(
    interactions: Interactions, course: Course, dailies: Dailies, *, on_page: bool
) -> Feature:
    """/learn and its lessons; `on_page` is whether boards can be drawn on a page."""
    handlers = CourseHandlers(interactions, course, dailies, on_page=on_page)
    return Feature(learn_commands(interactions, course, handlers), (handlers,))
