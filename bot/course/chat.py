"""/learn: the guided first puzzle, its lessons, and what their buttons do."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from discord import ButtonStyle, app_commands, ui

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import COLOURS, OutgoingMessage, page
from bot.boards.components import PadButton
from bot.chat import Chat
from bot.course.components import Learn
from bot.dailies.components import PlayDaily
from bot.practice.components import TrainTechnique
from i18n.localizer import Localizer
from jobs.teaching import LessonStage
from play.calendar import number_of
from play.tracks import BEGINNERS_TRACK
from service.learning.course import CourseAction, CoursePage, marks_on
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from solver.report import Outcome
from store.records import AttemptKind
from texts import course as texts
from texts import helping


def lesson_button(localizer: Localizer, loaded: LoadedAttempt) -> Learn | None:
    """The button below the board of the guided puzzle that shows the lesson again."""
    attempt = loaded.attempt
    if attempt.kind is not AttemptKind.LEARN or (attempt.revealed and not loaded.solved):
        return None
    return Learn(attempt.id, CourseAction.SHOW, 0, localizer.say(texts.LESSON_BUTTON))


def course_message(
    localizer: Localizer, shown: CoursePage, day: date, pages: Sequence[ui.Item[Any]] = ()
) -> OutgoingMessage:
    """The message of a page: the rules at the start, else a lesson.

    When the puzzle is solved, a button leads to the Easy daily of `day`. Those of `pages` lead
    to the board page.
    """
    loaded, lesson = shown.loaded, shown.lesson
    attempt, marks = loaded.attempt.id, marks_on(loaded)
    if shown.blank is not None:
        label = localizer.say(texts.BEGIN_BUTTON)
        begin = Learn(attempt, CourseAction.SHOW, marks, label, first=True)
        return page(localizer.say(texts.INTRODUCTION, total=lesson.total), shown.blank, [begin])
    text, note = (
        texts.lesson_text(localizer, lesson),
        texts.lesson_note(localizer, lesson, on_page=bool(pages)),
    )
    if lesson.stage is LessonStage.SOLVED:
        label = localizer.say(texts.NUMBERED_DAILY, number=number_of(day))
        daily = PlayDaily(day, BEGINNERS_TRACK, localizer, label)
        return page(text, lesson.drawing, [daily], colour=COLOURS[Outcome.UNIQUE])
    mends = lesson.stage is LessonStage.MISTAKE
    style = ButtonStyle.secondary if mends else ButtonStyle.primary
    play = PadButton(attempt, "open", label=localizer.say(texts.PLAY_BUTTON), style=style)
    buttons: list[ui.Item[Any]] = [play]
    buttons += pages
    do = Learn(attempt, CourseAction.DO, marks, texts.do_button(localizer, lesson), first=mends)
    if not lesson.shown:
        show = texts.show_button(localizer, lesson)
        buttons.append(Learn(attempt, CourseAction.TELL, marks, show))
    if mends:
        return page(text, lesson.drawing, [do, *buttons], note=note)
    if loaded.pad.done:
        undo = localizer.say(texts.UNDO_BUTTON)
        buttons.append(Learn(attempt, CourseAction.UNDO, marks, undo))
    if lesson.shown:
        buttons.append(do)
    train: list[ui.Item[Any]] = []
    if lesson.ways:
        label = localizer.say(helping.WAYS_BUTTON)
        train.append(Learn(attempt, CourseAction.WAYS, marks, label))
    told = lesson.technique if lesson.shown else lesson.praise and lesson.praise.technique
    if told:
        train.append(TrainTechnique(told, localizer, after_lesson=True))
    return page(text, lesson.drawing, buttons, train, note=note)


class CourseHandlers:
    """Shows the lessons of the guided first puzzle, in messages that follow the board page."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._course = chat.use.course
        self._dailies = chat.use.dailies
        self._display = chat.display

    async def show(self, interaction: Interaction, reader: Reader, shown: CoursePage) -> None:
        """Answer with a page of the course, and go on to the next when it is done elsewhere."""

        async def build(newer: LoadedAttempt) -> OutgoingMessage:
            return await self._message(reader, await self._course.lesson(reader, newer))

        self._display.follow(interaction, shown.loaded, build)
        await reply(interaction, await self._message(reader, shown))

    async def _message(self, reader: Reader, shown: CoursePage) -> OutgoingMessage:
        pages = await self._display.page_buttons(reader, shown.loaded)
        return course_message(reader.localizer, shown, self._dailies.today(), pages)

    async def learn(self, interaction: Interaction, button: Learn) -> None:
        """Do the action of a button unless the board changed meanwhile, and show the lesson."""
        async with self._interactions.pressing(interaction) as reader:
            shown = await self._course.act(reader, button.attempt, button.action, button.marks)
            await self.show(interaction, reader, shown)


def learn_commands(chat: Chat, handlers: CourseHandlers) -> tuple[AnyCommand, ...]:
    """The command /learn, the guided first puzzle."""

    @app_commands.command(name="learn", description=texts.LEARN.text)
    async def learn(interaction: Interaction) -> None:
        """Start the guided first puzzle, or continue it."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            loaded = await chat.use.course.open(reader)
            shown = await chat.use.course.page(reader, loaded)
            await handlers.show(interaction, reader, shown)

    return (learn,)
