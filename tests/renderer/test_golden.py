"""Compares a few small pictures with the accepted ones in tests/golden.

After an intended change of appearance, draw them again and inspect each one before committing:

    OURO_ACCEPT_GOLDEN=1 script/test tests/renderer/test_golden.py
"""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from renderer.labels import Labels
from renderer.limits import ImageLimits
from renderer.picture import Picture
from tests.support.pixels import TOLERANCE, difference, pixels
from tests.support.renderer.boards import solved_board
from tests.support.renderer.states import STATES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SMALL = ImageLimits(max_side=150)


def crossed() -> Board:
    """A loop that is not closed yet, with crosses."""
    return solved_board().mark(
        {0: EdgeState.UNKNOWN, 2: EdgeState.CROSS, 4: EdgeState.CROSS, 8: EdgeState.UNKNOWN}
    )


def blank() -> Board:
    return Board.blank(solved_board().puzzle)


def state(name: str, theme: str) -> Picture:
    board, highlights = STATES[name]
    return Picture(board(), theme, highlights=highlights, footer="No. 7, Hard")


PICTURES = {
    "blank-light": Picture(blank()),
    "solved-light": Picture(solved_board()),
    "solved-dark-labels": Picture(solved_board(), "dark", labels=Labels.CELLS),
    "crossed-dark": Picture(crossed(), "dark"),
    "hint-light": state("hint", "light"),
    "wrong-dark": state("wrong", "dark"),
    "explained-dark": state("explained", "dark"),
    "argument-light": state("argument", "light"),
    "argument-contrast": state("argument", "contrast"),
    "relations-light": state("relations", "light"),
    "relations-colour-blind": state("relations", "colour-blind"),
    "caption-dark": replace(
        state("argument", "dark"), footer="", caption=("A line into the corner", "", "goes on.")
    ),
    "sides-paper": state("sides", "paper"),
    "conflict-contrast": state("conflict", "contrast"),
    "two-colour-blind": state("two", "colour-blind"),
    "places-paper": state("places", "paper"),
    "animals-light": Picture(Board.blank(parse_loopy("4x3:sheep-wolf_Sa2WaWSa3aSa"))),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_accepted(name: str) -> None:
    png = PICTURES[name].png(SMALL)
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("OURO_ACCEPT_GOLDEN") == "1":
        golden.write_bytes(png)
    drawn, accepted = pixels(png), pixels(golden.read_bytes())
    assert drawn.size == accepted.size
    assert difference(drawn, accepted) <= TOLERANCE


def test_the_comparison_detects_a_line_moved_by_one_pixel() -> None:
    picture = pixels((GOLDEN / "solved-light.png").read_bytes())
    moved = ImageChops.offset(picture, 1, 0)
    assert difference(picture, picture) == 0
    assert difference(picture, moved) > TOLERANCE


def test_every_accepted_picture_is_compared() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
