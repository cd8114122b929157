"""The guided first puzzle: what to learn next on a board, until its loop is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ButtonStyle, ui

from bot.helping.page import page
from bot.presenter import COLOURS
from bot.views.daily import PlayDaily
from bot.views.learning import Learn
from bot.views.pad import PadButton
from jobs import DrawRequest, LessonRequest, Stage, draw_board, find_lesson
from play.calendar import Track, today
from play.history import Mark, Undo
from puzzle.notation import format_puzzle, parse_loopy
from puzzle.symmetry import images
from solver.search import Outcome
from store import attempts, puzzles
from store.records import Kind, NewPuzzle
from texts import learning
from workers.pool import Urgency

if TYPE_CHECKING:
    from datetime import date

    from bot.client import OuroClient
    from bot.presenters.layouts import Post
    from bot.readers import Reader
    from i18n.voice import Voice
    from jobs import Drawing, Lesson
    from service.attempts import Held

COURSE = "5x5:b1a312c20a2a3a3a1e"
"""A puzzle whose walkthrough needs all that easy puzzles need, and a little more."""


async def open_course(client: OuroClient, person: int) -> Held:
    """The board of somebody's course. Who has finished it gets it turned, to learn it anew.

    After all eight ways to lay it down it stays as it is, finished.
    """
    course = parse_loopy(COURSE)
    stored = None
    async with client.database.writing() as connection:
        for image in dict.fromkeys(images(course)):
            new = NewPuzzle(format_puzzle(image, "loopy"), course.canonical_key)
            stored = await puzzles.add(connection, new)
            attempt = await attempts.find(connection, person, stored.id)
            if attempt is None or (attempt.solved_at is None and not attempt.revealed):
                break
    if stored is None:
        raise RuntimeError("a puzzle has an image")
    return await client.attempts.open(person, stored, Kind.LEARN)


async def lesson_post(client: OuroClient, reader: Reader, person: int, held: Held) -> Post:
    """The message with what is to be learned next on a board."""
    lesson = await _lesson(client, reader, person, held)
    return lesson_page(reader.voice, held, lesson, today(client.now()))


async def begin_post(client: OuroClient, reader: Reader, person: int, held: Held) -> Post:
    """The message before the first lesson: the rules."""
    lesson = await _lesson(client, reader, person, held)
    request = DrawRequest(held.pad.board, reader.looking(None, True), locale=reader.voice.language)
    drawing = await client.pool.run(draw_board, request, person=person, urgency=Urgency.QUICK)
    return begin_page(reader.voice, held, lesson.total, drawing)


def lesson_page(voice: Voice, held: Held, lesson: Lesson, day: date) -> Post:
    """What is to be learned next; in the end the way to the Easy daily of a day."""
    attempt = held.attempt.id
    text, note = learning.lesson_text(voice, lesson), learning.lesson_note(voice, lesson)
    if lesson.stage is Stage.SOLVED:
        daily = PlayDaily(day, Track.EASY, voice)
        daily.item.label = voice.say(learning.DAILY_BUTTON)
        return page(text, lesson.drawing, [daily], colour=COLOURS[Outcome.UNIQUE])
    marks = _marks(held)
    buttons: list[ui.Item[Any]] = [
        Learn(attempt, "do", marks, learning.go_on_button(voice, lesson.stage)),
        PadButton(attempt, "open", voice.say(learning.PLAY_BUTTON)),
    ]
    if held.pad.done:
        buttons.append(Learn(attempt, "undo", marks, voice.say(learning.UNDO_BUTTON)))
    return page(text, lesson.drawing, buttons, note=note)


def begin_page(voice: Voice, held: Held, total: int, drawing: Drawing) -> Post:
    """The rules, with a button to the first lesson."""
    button = Learn(held.attempt.id, "show", _marks(held), voice.say(learning.BEGIN_BUTTON))
    button.item.style = ButtonStyle.primary
    return page(voice.say(learning.INTRODUCTION, total=total), drawing, [button])


async def do_deed(  # noqa: PLR0913, PLR0917 - whose, what, on which board
    client: OuroClient, reader: Reader, person: int, held: Held, deed: str, marks: int
) -> Held:
    """The board after a button of the course, if it has still as many marks as were shown."""
    if deed == "show" or marks != _marks(held):
        return held
    action: Mark | Undo = Undo()
    if deed == "do":
        action = Mark((await _lesson(client, reader, person, held)).states)
    return await client.attempts.change(person, held.attempt.id, action)


async def _lesson(client: OuroClient, reader: Reader, person: int, held: Held) -> Lesson:
    look = reader.looking(None, True)
    request = LessonRequest(held.pad.board, look, reader.voice.language)
    return await client.pool.run(find_lesson, request, person=person, urgency=Urgency.QUICK)


def _marks(held: Held) -> int:
    """How many marks are on a board, by which a button knows whether it is still the same."""
    return len(held.pad.board.lines) + len(held.pad.board.crosses)
