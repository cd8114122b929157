"""A solved board of each tiling other than squares."""

from collections.abc import Iterator

from puzzle.model import Board, Puzzle
from puzzle.notation import parse_loopy
from puzzle.tilings.catalogue import TILINGS
from renderer.picture import Picture
from solver.search import solve
from tools.gallery.page import GalleryImage, GallerySection

PUZZLES = (
    "5x5t1:0_b1b022a1a1a02b00b1a0a0201a1b1a1b01a2a0b211d",
    "6x6t2:15432h2451b3b32a3a3a02c10",
    "4x4t3:2a11a1a3a1c22d2d2a01012221b2b1",
    "5x5t4:22224b1e021c3e2a423a020a0b43",
    "4x3t5:1a114e5b3b011a311d3a1423d2124a1b2a",
    "5x5t6:b7a255a6a52d2e1a436a4b1a437211b",
    "3x3t7:22322202a2c3a1a3a1a3d1a11a1c3b0f0112b212",
    "3x3t8:43a1c2a434a2311b4100e222c3b3a4b",
    "4x4t9:25c32a2a92b2aBa9c124a2b81b0",
    "3x3t10:b822a45d283dBb2a8c32111",
    "8x8t11:02AAAVVBUAAVBUUAA_a2111a11e3b222a2b1a3a0c211b2b",
    "9x8t12:60XYXXYXXYCCXDYCX_b1b01a3f31b3d31a3c23c1a",
    "3x3t13:Aa3d4a112Aa22c5a21a01b14a22c2a7b0000b44b2d2",
    "4x4t14:2a2c2a1b22a00a2131a1a21a0a2a1a025c1c2b",
    "4x3t15:311b18b12a5c2c120b9c137a2c98a83",
    "9x8t16:3,0,1,5,1,3,3,6,F_a8a5CaAk4a79a9a3c7bAe",
    "9x9t17:2015103641X_8c5b5Aa5d68g7a7a2aBAc9C7d",
)
"""A puzzle with one solution of each tiling, as the game IDs of Loopy."""


def tilings_section() -> GallerySection:
    """A picture of each tiling, named after it."""
    description = (
        "Faint edges show which dots are joined, and clues are as large as their cells allow."
    )
    return GallerySection("Other tilings", description, tuple(_images()))


def _images() -> Iterator[GalleryImage]:
    for text in PUZZLES:
        puzzle = parse_loopy(text)
        picture = Picture(_solved(puzzle))
        title = TILINGS[puzzle.grid.tiling].title
        yield GalleryImage(
            f"tiling-{puzzle.grid.tiling}.png",
            picture.png(),
            f"{title[:1].upper()}{title[1:]}. {picture.alt}",
        )


def _solved(puzzle: Puzzle) -> Board:
    (solution,) = solve(puzzle).solutions
    return Board.of_lines(puzzle, solution)
