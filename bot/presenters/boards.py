"""The message of a board: text, picture and buttons."""

from typing import Any

import discord
from discord import ui

from bot.components.course import Learn
from bot.components.leaderboards import OpenLeaderboard
from bot.components.new_puzzle import NewPuzzle
from bot.components.pad import pad_buttons, pad_menu, page_button
from bot.components.reviews import ReviewBoard
from bot.components.sharing import Share
from bot.components.solution import RevealSolution
from bot.presenters.layouts import PLAIN, OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from play.calendar import Track
from service.boards import BoardView
from service.loaded_attempt import LoadedAttempt
from store.records import AttemptKind
from texts import playing

PICTURE_FILE = "slitherlink.png"
MAX_CAPTION_LENGTH = 3000
"""Maximum number of characters of a caption; Discord allows 4,000 in a whole message."""
SOLVED = discord.Colour.from_str("#3ba55c")

Buttons = list[ui.Item[Any]]


def board_message(
    localizer: Localizer, view: BoardView, caption: str = "", *, on_page: bool = False
) -> OutgoingMessage:
    """The message of a board, with `caption` above the picture.

    With `on_page`, a button beside the title of an unfinished board leads to the board page.
    """
    loaded, colour = view.loaded, PLAIN
    rows: list[Buttons]
    if loaded.solved:
        caption = caption or localizer.say(playing.SOLVED)
        state, colour = playing.solved(localizer, loaded, view.streak), SOLVED
        rows = [_solved_buttons(localizer, loaded)]
    elif loaded.attempt.revealed:
        state = localizer.say(playing.CLOSED)
        rows = [[RevealSolution(loaded.attempt.id, localizer=localizer)]]
    else:
        caption = caption or playing.notice(localizer, loaded)
        state = playing.state(localizer, loaded, dots=view.dots)
        rows = [[*buttons] for buttons in pad_buttons(localizer, loaded)]
        rows.append([pad_menu(localizer, loaded)])
        if loaded.attempt.kind is AttemptKind.LEARN:
            rows.append([Learn.back(loaded, localizer)])
    title = f"### {playing.board_title(localizer, loaded)}"
    caption = caption[:MAX_CAPTION_LENGTH]
    heading: list[ui.Item[Any] | str] = [f"{title}\n{caption}".strip()]
    if on_page and not (loaded.solved or loaded.attempt.revealed):
        button = page_button(localizer, loaded.attempt.id)
        heading = [ui.Section(title, accessory=button), *filter(None, [caption])]
    file, gallery = picture(view.drawing.png, PICTURE_FILE, view.drawing.alt)
    button_rows = (row(*buttons) for buttons in rows)
    return message(*heading, gallery, state, *button_rows, colour=colour, files=[file])


def _solved_buttons(localizer: Localizer, loaded: LoadedAttempt) -> Buttons:
    attempt = loaded.attempt
    buttons: Buttons = [Share(attempt.id, localizer), ReviewBoard(attempt.id, localizer)]
    if attempt.day is not None and attempt.track is not None:
        buttons.append(OpenLeaderboard(attempt.day, Track(attempt.track), localizer))
    if attempt.kind is AttemptKind.LEARN:
        buttons.append(Learn.back(loaded, localizer))
    else:
        buttons.append(NewPuzzle(attempt.puzzle_id, localizer))
    return buttons
