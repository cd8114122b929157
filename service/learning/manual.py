"""The manual: its topics and the example boards on its pages."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

from msgspec import Struct

from jobs.appearance import Appearance
from jobs.pictures import SamplesRequest, draw_samples
from jobs.playing import Drawing, DrawRequest, draw_board
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from puzzle.places import cell_name, dot_at
from renderer.highlights import Highlights
from service.running.readers import Reader
from workers.pool import Priority, WorkPool

Asked = TypeVar("Asked")

PUZZLE = "4x4:d31303b2d"
"""The example puzzle of the manual."""
LOOP = "B1-D1-D2-C2-C3-D3-D4-E4-E5-A5-A4-B4-B3-A3-A2-B2-B1"
"""Moves that draw the solution."""
BEGUN = "B1-D1-D2-C2-C3-D3 x D2-E2 x E2-E3 x D3-E3"
"""Moves that draw a part of the solution."""
TWO_LOOPS = "A1-B1-B4-A4-A1 C3-E3-E5-C5-C3"
"""Moves that draw two loops."""
BRANCH = "A1-E1-E5-A5-A1 C1-C5"
"""Moves that draw a loop with a branch."""
BESIDE_ZERO = "A1-E1-E5-A5-A1"
"""Moves that draw a line at a cell with a 0."""

VARIANTS = (
    ("4x3:full_b3h2", "A1-B1-B3-D3-D2-C2-C1-E1-E4-A4-A1"),
    ("4x3:sheep-wolf_c130aSa2aW", "B1-C1-C2-E2-E3-D3-D4-B4-B3-A3-A2-B2-B1"),
    ("4x3:touch_b1b0d2a", "A1-D1-D3-E3-E4-A4-A1"),
    ("4x3:vertex_2b4a3c4a4", "D1-E1-E4-A4-A2-B2-B3-D3-D1"),
)
"""Small puzzles of other rules than the plain ones, and moves that draw their solutions."""

TILED = (
    (
        PUZZLE,
        "3x3t1:0_a0201b20a1b122a1a",
        "3x3t2:a2a2d5",
        "3x3t3:b222g13a2b2b",
        "4x3t4:a24a22d44c32",
        "3x3t5:b11a22b1a3c3c1a3a14a1b1a5a",
    ),
    (
        "3x3t6:b6a52a375c",
        "3x3t7:a2a32a323d22a3c0g1b0i0c22a1b31a",
        "2x2t8:a2b113a2c2a3c",
        "2x2t9:B3cB",
        "2x2t10:a39aA22d",
        "2x2t13:b3a1Ba1b53b1b",
    ),
    (
        "3x3t14:4a132a1a4c1b05b2b2b",
        "3x2t15:a2b014g8A",
        "6x6t11:02AAAVVBUAAVBUUAA_a3c0d33b2b2",
        "6x6t12:60XYXXYXXYCCXDYCX_a2a1a30e3",
        "6x6t16:3,0,1,5,1,3,3,6,F_aBb9d7bA9b",
        "7x7t17:2015103641X_d8d878cD6b",
    ),
)
"""Small puzzles on all tilings, for pictures of six."""


class Topic(Enum):
    """A page of the manual; the value is part of its button's `custom_id`."""

    START = "start"
    RULES = "rules"
    PLAYING = "playing"
    STUCK = "stuck"
    PRACTICE = "practice"
    DAILIES = "dailies"
    STREAKS = "streaks"
    TILINGS = "tilings"
    VARIANTS = "variants"
    FORMATS = "formats"
    COMMANDS = "commands"


class ManualPicture(Struct, frozen=True):
    """An example board: the moves made on the `puzzle`, and its highlights.

    `dots`, `cells` and `edges` (as moves) break a rule; `pen` is the pen's dot.
    """

    moves: str = ""
    dots: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    edges: str = ""
    pen: str = ""
    puzzle: str = PUZZLE

    def request(self, reader: Reader) -> DrawRequest:
        """The request to draw the board."""
        puzzle = parse_loopy(self.puzzle)
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
        appearance = Appearance(reader.appearance.theme, bool(self.pen) or reader.appearance.labels)
        return DrawRequest(board, appearance, shown, locale=reader.language)


PICTURES: dict[Topic, tuple[tuple[ManualPicture, ...], ...]] = {
    Topic.RULES: (
        (ManualPicture(), ManualPicture(LOOP)),
        (
            ManualPicture(TWO_LOOPS, edges="C3-E3-E5-C5-C3"),
            ManualPicture(BRANCH, dots=("C1", "C5")),
            ManualPicture(BESIDE_ZERO, cells=("D2",)),
        ),
    ),
    Topic.PLAYING: ((ManualPicture(BEGUN, pen="D3"),),),
    Topic.VARIANTS: (tuple(ManualPicture(moves, puzzle=puzzle) for puzzle, moves in VARIANTS),),
}
"""For each topic, the pictures that follow each text of its page."""


class Manual(Struct, eq=False):
    """Draws the example boards in a worker pool."""

    pool: WorkPool

    async def drawings(self, reader: Reader, topic: Topic) -> Sequence[Sequence[Drawing]]:
        """The pictures that follow each text of a page, and then those at its end."""

        async def draw(job: Callable[[Asked], Drawing], request: Asked) -> Drawing:
            return await self.pool.run(job, request, person=reader.person, priority=Priority.QUICK)

        found = [
            [await draw(draw_board, picture.request(reader)) for picture in group]
            for group in PICTURES.get(topic, ())
        ]
        for puzzles in TILED if topic is Topic.TILINGS else ():
            boards = tuple(Board.blank(parse_loopy(each)) for each in puzzles)
            request = SamplesRequest(boards, reader.appearance.theme, reader.language)
            found.append([await draw(draw_samples, request)])
        return found
