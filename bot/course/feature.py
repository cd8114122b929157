"""What the guided first puzzle adds to the bot."""

from bot.boards.display import BoardDisplay
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.course.chat import CourseHandlers, learn_commands
from service.course import Course
from service.dailies import Dailies


def course(
    interactions: Interactions, course: Course, dailies: Dailies, display: BoardDisplay
) -> Feature:
    """/learn and its lessons."""
    handlers = CourseHandlers(interactions, course, dailies, display)
    return Feature(learn_commands(interactions, course, handlers), (handlers,))
