"""SVG documents: they are well formed, and rasterised they look like PNG files."""

from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from PIL import Image, ImageFont

from puzzle.model import Board
from renderer.picture import Picture
from renderer.theme import THEMES
from tests.support.long import some_pairs
from tests.support.pixels import pixels, unlike
from tests.support.renderer.boards import solved_board
from tests.support.renderer.states import STATES, picture

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="session")
def typeface(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a file with the font that Pillow includes."""
    font = ImageFont.load_default(12)
    assert isinstance(font, ImageFont.FreeTypeFont)
    path = tmp_path_factory.mktemp("font") / "letters.ttf"
    path.write_bytes(font.font_bytes)
    return str(path)


def rasterised(svg: str, width: int, typeface: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[typeface],
        sans_serif_family="Aileron",
        skip_system_fonts=True,
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


@some_pairs("state,theme", STATES, THEMES)
def test_svg_and_png_look_alike(state: str, theme: str, typeface: str) -> None:
    shown = picture(state, theme)
    png = pixels(shown.png())
    svg = rasterised(shown.svg(), png.width, typeface)
    assert abs(svg.height - png.height) <= 1
    mean, far = unlike(svg.resize(png.size), png)
    assert mean < 3
    assert far < 0.006


def test_the_comparison_detects_a_missing_mark(typeface: str) -> None:
    board = solved_board()
    png = pixels(Picture(board).png())
    other = Picture(Board.of_lines(board.puzzle, board.lines - {0})).svg()
    _, far = unlike(rasterised(other, png.width, typeface).resize(png.size), png)
    assert far > 0.012


def test_text_cannot_break_out_of_the_document() -> None:
    footer = 'a & b <script> "c" ]]>'
    root = ET.fromstring(Picture(solved_board(), footer=footer).svg())  # noqa: S314 (our own)
    assert [text.text for text in root.iter(f"{SVG}text")][-1] == footer
    assert root.find(f"{SVG}title") is not None
    assert not list(root.iter(f"{SVG}script"))
