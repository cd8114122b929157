"""The message that shows a daily: the same in a server's channel and as the answer to /daily."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import ui
from discord.utils import format_dt

from bot.presenters.layouts import PLAIN, Box, Post, Row, layout, picture
from bot.presenter import LONGEST_LINK
from bot.views.daily import DailyBoard, HintDaily, PlayDaily, SubmitDaily
from i18n.voice import Voice
from jobs import Drawing
from play.calendar import Track, closes
from puzzle.notation import format_puzzle, parse_loopy
from store import rankings
from store.records import Daily
from store.records import Puzzle as StoredPuzzle
from texts import dailies as texts
from texts.tracks import track_name

if TYPE_CHECKING:
    from bot.client import OuroClient

PICTURE_FILE = "daily.png"


@dataclass(frozen=True, slots=True)
class Shown:
    """A daily as it is shown: with its puzzle, its picture, and how many solved it so far.

    `ping` is the role that is told of it, `over` says that its day is.
    """

    daily: Daily
    puzzle: StoredPuzzle
    drawing: Drawing
    solvers: int = 0
    ping: int | None = None
    over: bool = False


async def show_daily(
    client: OuroClient,
    voice: Voice,
    daily: Daily,
    puzzle: StoredPuzzle,
    *,
    ping: int | None = None,
) -> Post:
    """The message of a daily as things stand now."""
    async with client.database.reading() as connection:
        solvers = await rankings.solvers(connection, daily.day)
    drawing = await client.pictures.of(puzzle, voice.language)
    over = daily.available_until <= client.now()
    solved = solvers.get(daily.track, 0)
    return daily_message(voice, Shown(daily, puzzle, drawing, solved, ping, over))


def daily_message(voice: Voice, shown: Shown) -> Post:
    """The message: title, picture, how many solved it, until when it is open, and buttons."""
    daily, track = shown.daily, Track(shown.daily.track)
    board = parse_loopy(shown.puzzle.notation)
    alt = voice.say(
        texts.PICTURE,
        number=daily.number,
        track=track_name(voice, track),
        picture=shown.drawing.alt,
    )
    file, gallery = picture(shown.drawing.png, PICTURE_FILE, alt[:1024])
    box: Box = ui.Container(accent_colour=PLAIN)
    heading = texts.title(voice, daily.number, track, board.size)
    ping = f"\n<@&{shown.ping}>" if shown.ping else ""
    box.add_item(ui.TextDisplay(f"### {heading}{ping}"))
    box.add_item(gallery)
    box.add_item(ui.TextDisplay(_standing(voice, shown)))
    row: Row = ui.ActionRow()
    for button in (PlayDaily, HintDaily, SubmitDaily, DailyBoard):
        row.add_item(button(daily.day, track, voice))
    link = format_puzzle(board, "puzzlink")
    if len(link) <= LONGEST_LINK:
        row.add_item(ui.Button(label=voice.say(texts.BROWSER), url=link))
    box.add_item(row)
    return Post(layout(box), [file])


def _standing(voice: Voice, shown: Shown) -> str:
    solved = texts.solved_by(voice, shown.solvers)
    if shown.over:
        return f"{solved}\n-# {voice.say(texts.CLOSED)}"
    end = closes(shown.daily.day)
    until = voice.say(texts.OPEN_UNTIL, time=format_dt(end, "f"), left=format_dt(end, "R"))
    return f"{solved}\n-# {until}"
