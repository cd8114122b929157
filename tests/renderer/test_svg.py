"""SVG pictures: well formed, and like the PNG ones once they are pixels."""

from functools import cache
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageFont, ImageStat

from puzzle.model import Board
from renderer.picture import Picture
from renderer.theme import THEMES
from tests.renderer.boards import pixels, solved_board
from tests.renderer.states import STATES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="session")
def typeface(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The typeface that Pillow brings along, as a file."""
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


def unlike(one: Image.Image, two: Image.Image) -> tuple[float, float]:
    """The mean difference of a channel, and the share of pixels that differ by a lot.

    Both are blurred first: sizes that a PNG rounds to whole pixels may differ by one.
    """
    blurred = [image.filter(ImageFilter.BoxBlur(2)) for image in (one, two)]
    difference = ImageChops.difference(*blurred).convert("L")
    histogram = difference.histogram()
    return ImageStat.Stat(difference).mean[0], sum(histogram[60:]) / sum(histogram)


@cache
def picture(state: str, theme: str) -> Picture:
    board, highlights = STATES[state]
    return Picture(board(), theme, labels=True, highlights=highlights, footer="No. 12, Hard")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", STATES)
def test_svg_and_png_look_alike(state: str, theme: str, typeface: str) -> None:
    shown = picture(state, theme)
    png = pixels(shown.png())
    svg = rasterised(shown.svg(), png.width, typeface)
    assert abs(svg.height - png.height) <= 1
    mean, far = unlike(svg.resize(png.size), png)
    assert mean < 3
    assert far < 0.006


def test_the_comparison_sees_a_missing_mark(typeface: str) -> None:
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


def test_a_document_tells_what_it_shows() -> None:
    root = ET.fromstring(Picture(solved_board()).svg())  # noqa: S314 (our own)
    assert (root.findtext(f"{SVG}title") or "").startswith("Slitherlink puzzle, 3 columns by 2")
