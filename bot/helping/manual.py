"""The pages of /help as messages, with boards drawn as their reader likes them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.utils import format_dt

from bot.helping.making import LONGEST, SHORTEST
from bot.presenters.layouts import PLAIN, Box, Post, layout
from bot.views.manual import HelpPage
from i18n.messages import Message
from jobs import Drawing, DrawRequest, draw_board
from play.calendar import closes, today
from puzzle.grid import cell_name, dot_at
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from renderer.highlights import Highlights
from texts import manual
from texts.manual import Facts, Topic
from workers.pool import Urgency

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.client import OuroClient
    from bot.readers import Reader
    from i18n.voice import Voice

PUZZLE = "4x4:d31303b2d"
LOOP = "B1-D1-D2-C2-C3-D3-D4-E4-E5-A5-A4-B4-B3-A3-A2-B2-B1"
BEGUN = "B1-D1-D2-C2-C3-D3 x D2-E2 x E2-E3 x D3-E3"
TWO_LOOPS = "A1-B1-B4-A4-A1 C3-E3-E5-C5-C3"
BRANCH = "A1-E1-E5-A5-A1 C1-C5"
BESIDE_ZERO = "A1-E1-E5-A5-A1"
BUTTONS_IN_ROW = 3
"""More would not stay in one row on a phone."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A board that a page shows: the moves made on the puzzle, and what is set off.

    `dots` and `cells` break a rule, `edges` too, as moves; `pen` is where the pen stands.
    """

    moves: str = ""
    dots: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    edges: str = ""
    pen: str = ""

    def request(self, reader: Reader) -> DrawRequest:
        """What is to be drawn."""
        puzzle = parse_loopy(PUZZLE)
        grid = puzzle.grid
        board = Board.blank(puzzle).mark(parse_marks(self.moves, grid))
        shown = Highlights(
            conflict_dots=frozenset(dot_at(grid, name) for name in self.dots),
            conflict_cells=frozenset(
                cell for cell in range(len(grid.cells)) if cell_name(grid, cell) in self.cells
            ),
            conflict_edges=frozenset(parse_marks(self.edges, grid)),
            cursor=dot_at(grid, self.pen) if self.pen else None,
        )
        look = reader.looking(None, True) if self.pen else reader.look
        return DrawRequest(board, look, shown, locale=reader.voice.language)


EXHIBITS: dict[Topic, tuple[tuple[Exhibit, ...], ...]] = {
    Topic.RULES: (
        (Exhibit(), Exhibit(LOOP)),
        (
            Exhibit(TWO_LOOPS, edges="C3-E3-E5-C5-C3"),
            Exhibit(BRANCH, dots=("C1", "C5")),
            Exhibit(BESIDE_ZERO, cells=("D2",)),
        ),
    ),
    Topic.PLAYING: ((Exhibit(BEGUN, pen="D3"),),),
}
"""The pictures behind each text of a page."""


async def help_post(client: OuroClient, reader: Reader, person: int, topic: Topic) -> Post:
    """A page of the manual, with its boards drawn."""
    drawings = [
        [
            await client.pool.run(
                draw_board, one.request(reader), person=person, urgency=Urgency.QUICK
            )
            for one in together
        ]
        for together in EXHIBITS.get(topic, ())
    ]
    return manual_page(reader.voice, topic, facts_of(client, reader.voice), drawings)


def manual_page(
    voice: Voice, topic: Topic, facts: Facts, drawings: Sequence[Sequence[Drawing]]
) -> Post:
    """A page of the manual: texts, pictures behind the first ones, and buttons to all pages."""
    box: Box = ui.Container(accent_colour=PLAIN)
    files: list[discord.File] = []
    for place, text in enumerate(manual.page_texts(voice, topic, facts)):
        box.add_item(ui.TextDisplay(text))
        if place < len(drawings):
            box.add_item(_gallery(drawings[place], files))
    for row in _rows(voice, topic):
        box.add_item(row)
    return Post(layout(box), files)


def _gallery(
    drawings: Sequence[Drawing], files: list[discord.File]
) -> ui.MediaGallery[ui.LayoutView]:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    for drawing in drawings:
        name = f"board{len(files)}.png"
        file = discord.File(BytesIO(drawing.png), name, description=drawing.alt)
        files.append(file)
        gallery.add_item(media=file, description=drawing.alt)
    return gallery


def _rows(voice: Voice, shown: Topic) -> Iterator[ui.ActionRow[ui.LayoutView]]:
    topics = list(Topic)
    for start in range(0, len(topics), BUTTONS_IN_ROW):
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for topic in topics[start : start + BUTTONS_IN_ROW]:
            row.add_item(HelpPage(topic, voice, shown=topic is shown))
        yield row


def facts_of(client: OuroClient, voice: Voice) -> Facts:
    """What pages tell of this bot."""
    chosen = client.settings
    sides = (chosen.bounds.max_side, chosen.play_bounds.max_side, SHORTEST, LONGEST)
    return Facts(
        format_dt(closes(today(client.now())), "t"),
        list(command_lines(client, voice)),
        chosen.person_puzzles,
        *(f"{side}x{side}" for side in sides),
    )


def command_lines(client: OuroClient, voice: Voice) -> Iterator[str]:
    """Every command there is, with what it does, and at last those in the menu of a message."""
    in_menu = []
    for command in client.tree.get_commands():
        if isinstance(command, app_commands.Command):
            what = voice.say(Message(command.description))
            yield voice.say(manual.COMMAND, name=command.name, what=what)
        elif isinstance(command, app_commands.ContextMenu):
            in_menu.append(f"**{voice.say(Message(command.name))}**")
    yield voice.say(manual.MENU, names=voice.join(in_menu))
