"""The message of a board: its words, its picture and its buttons."""

from typing import Any

import discord
from discord import ui

from bot.components.course import Learn
from bot.components.leaderboards import OpenBoard
from bot.components.new_puzzle import NewPuzzle
from bot.components.pad import pad_buttons
from bot.components.sharing import Share
from bot.components.solution import RevealSolution
from bot.presenters.layouts import PLAIN, Box, Post, layout, picture, row
from i18n.voice import Voice
from play.calendar import Track
from service.attempts import Held
from service.boards import BoardView
from store.records import Kind
from texts import playing

PICTURE_FILE = "slitherlink.png"
MOST_SAID = 3000
"""So many characters of what is said are shown; a message may have 4,000 in all."""
SOLVED = discord.Colour.from_str("#3ba55c")

Buttons = list[ui.Item[Any]]


def board_message(voice: Voice, view: BoardView, said: str = "") -> Post:
    """The message of a board as it stands; `said` is put above the picture."""
    held, colour = view.held, PLAIN
    rows: list[Buttons]
    if held.solved:
        said = said or voice.say(playing.SOLVED)
        state, colour = playing.solved(voice, held, view.streak), SOLVED
        rows = [_solved_buttons(voice, held)]
    elif held.attempt.revealed:
        state = voice.say(playing.CLOSED)
        rows = [[RevealSolution(held.attempt.id, voice=voice)]]
    else:
        said = said or playing.notice(voice, held)
        state = playing.state(voice, held)
        rows = [[*buttons] for buttons in pad_buttons(voice, held)]
        if held.attempt.kind is Kind.LEARN:
            rows.append([Learn.back(held, voice)])
    box: Box = ui.Container(accent_colour=colour)
    title = f"### {playing.board_title(voice, held)}"
    box.add_item(ui.TextDisplay(f"{title}\n{said[:MOST_SAID]}".strip()))
    file, gallery = picture(view.drawing.png, PICTURE_FILE, view.drawing.alt)
    box.add_item(gallery)
    box.add_item(ui.TextDisplay(state))
    for buttons in rows:
        box.add_item(row(*buttons))
    return Post(layout(box), [file])


def _solved_buttons(voice: Voice, held: Held) -> Buttons:
    attempt = held.attempt
    buttons: Buttons = [Share(attempt.id, voice)]
    if attempt.day is not None and attempt.track is not None:
        buttons.append(OpenBoard(attempt.day, Track(attempt.track), voice))
    if attempt.kind is Kind.LEARN:
        buttons.append(Learn.back(held, voice))
    else:
        buttons.append(NewPuzzle(attempt.puzzle_id, voice))
    return buttons
