"""PDF pages: rasterised, they look like PNG files; their text can be searched."""

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image

from puzzle.model import Board
from renderer.outlines import Circle, Polyline, outlines_of, turns
from renderer.pdf import POINTS_PER_CELL, draw_pdf
from renderer.raster import draw_png
from renderer.scene import Scene, build_scene
from renderer.shapes import ShapeRole, Symbol, Text
from renderer.theme import THEMES, MarkForm, theme_named
from tests.support.long import some_pairs
from tests.support.pixels import pixels, unlike
from tests.support.renderer.boards import solved_board
from tests.support.renderer.states import STATES, picture


def rasterised(pdf: bytes, size: tuple[int, int]) -> Image.Image:
    """The only page as an image of that size in pixels."""
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    image = document[0].render(scale=size[0] / document[0].get_width()).to_pil()
    document.close()
    resized: Image.Image = image.convert("RGB").resize(size)
    return resized


def wordless(scene: Scene) -> Scene:
    """The scene without its texts, because fonts differ between formats."""
    return replace(scene, shapes=tuple(it for it in scene.shapes if not isinstance(it, Text)))


@some_pairs("state,theme", STATES, THEMES)
def test_pdf_and_png_look_alike(state: str, theme: str) -> None:
    scene, styles = wordless(picture(state, theme).scene), theme_named(theme)
    png = pixels(draw_png(scene, styles))
    mean, far = unlike(png, rasterised(draw_pdf(scene, styles), png.size))
    assert mean < 2
    assert far < 0.006


@pytest.mark.parametrize("state", ["blank", "hint"])
def test_texts_are_where_they_are_in_png_files(state: str) -> None:
    shown = picture(state, "paper")
    png = pixels(shown.png())
    _, far = unlike(png, rasterised(draw_pdf(shown.scene, theme_named("paper")), png.size))
    assert far < 0.03


def test_the_comparison_detects_a_missing_mark() -> None:
    board = solved_board()
    scenes = [
        wordless(build_scene(Board.of_lines(board.puzzle, lines)))
        for lines in (board.lines, board.lines - {0})
    ]
    png = pixels(draw_png(scenes[0], theme_named("paper")))
    _, far = unlike(png, rasterised(draw_pdf(scenes[1], theme_named("paper")), png.size))
    assert far > 0.01


def test_a_page_has_the_size_of_its_scene_and_the_alt_text_as_title() -> None:
    shown = picture("hint", "paper")
    document = pypdfium2.PdfDocument(draw_pdf(shown.scene, theme_named("paper"), shown.alt))
    page = document[0]
    assert page.get_width() == pytest.approx(shown.scene.width * POINTS_PER_CELL, abs=0.01)
    assert page.get_height() == pytest.approx(shown.scene.height * POINTS_PER_CELL, abs=0.01)
    assert document.get_metadata_dict()["Title"].startswith("Slitherlink puzzle, 4 columns")
    assert "No. 12, Hard" in page.get_textpage().get_text_range()
    document.close()


def test_arcs_are_tangent_to_both_sides_of_a_corner() -> None:
    way = Polyline(((0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0)), closed=True, bend=0.25)
    for turn, corner in zip(turns(way), way.points, strict=True):
        for end, control in zip((turn.start, turn.end), turn.controls, strict=True):
            assert abs(end[0] - corner[0]) + abs(end[1] - corner[1]) == pytest.approx(0.25)
            assert control[0] in {end[0], corner[0]} or control[1] in {end[1], corner[1]}
        assert turn.radius == pytest.approx(0.25)
        assert turn.clockwise


def test_rings_and_frames_stay_within_their_size() -> None:
    theme = theme_named("light")
    count = 0
    for role in ShapeRole:
        style = theme.styles[role]
        if style.form in {MarkForm.SOLID, MarkForm.DASHES, MarkForm.ZIGZAG}:
            continue
        for outline in outlines_of(Symbol(role, (1.0, 1.0)), theme):
            reach = (
                outline.radius
                if isinstance(outline, Circle)
                else max(abs(value - 1.0) for point in outline.points for value in point)
            )
            assert reach <= style.size / 2 + 1e-9
            count += 1
    assert count > 5
