"""The message of a board: its words, its picture and its buttons."""

from typing import Any

import discord
from discord import ui

from bot.layouts import PLAIN, Box, Post, Row, layout, picture, row
from bot.views.leaderboard import OpenBoard
from bot.views.learning import Learn
from bot.views.new import NewPuzzle
from bot.views.pad import pad_rows
from bot.views.sharing import Share
from bot.views.solution import RevealSolution
from i18n.voice import Voice
from jobs import Drawing
from play.calendar import Track
from service.attempts import Held
from store.records import Kind
from texts import playing

PICTURE_FILE = "slitherlink.png"
MOST_SAID = 3000
"""So many characters of what is said are shown; a message may have 4,000 in all."""
SOLVED = discord.Colour.from_str("#3ba55c")


def board_view(voice: Voice, held: Held, drawing: Drawing, said: str = "", streak: int = 0) -> Post:
    """The message of a board as it stands; `said` is put above the picture.

    `streak` is told of one that was solved and counts.
    """
    attempt, colour = held.attempt, PLAIN
    if held.solved:
        said = said or voice.say(playing.SOLVED)
        state, rows, colour = (
            playing.solved(voice, held, streak),
            [_solved_row(voice, held)],
            SOLVED,
        )
    elif attempt.revealed:
        state, rows = voice.say(playing.CLOSED), [row(RevealSolution(attempt.id, voice=voice))]
    else:
        said = said or playing.notice(voice, held)
        state, rows = playing.state(voice, held), pad_rows(voice, held)
        if attempt.kind is Kind.LEARN:
            rows.append(row(Learn.back(held, voice)))
    box: Box = ui.Container(accent_colour=colour)
    title = f"### {playing.board_title(voice, held)}"
    box.add_item(ui.TextDisplay(f"{title}\n{said[:MOST_SAID]}".strip()))
    file, gallery = picture(drawing.png, PICTURE_FILE, drawing.alt)
    box.add_item(gallery)
    box.add_item(ui.TextDisplay(state))
    for buttons in rows:
        box.add_item(buttons)
    return Post(layout(box), [file])


def _solved_row(voice: Voice, held: Held) -> Row:
    attempt = held.attempt
    buttons: list[ui.Item[Any]] = [Share(attempt.id, voice)]
    if attempt.day is not None and attempt.track is not None:
        buttons.append(OpenBoard(attempt.day, Track(attempt.track), voice))
    if attempt.kind is Kind.LEARN:
        buttons.append(Learn.back(held, voice))
    else:
        buttons.append(NewPuzzle(attempt.puzzle_id, voice))
    return row(*buttons)
