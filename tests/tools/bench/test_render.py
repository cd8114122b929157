"""The benchmark of pictures, on tiny boards."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("skia", reason="skia comes with the extra bench")
pytest.importorskip("cairosvg", reason="cairosvg comes with the extra bench")

from puzzle.rules import is_solved
from tests.support.pixels import unlike
from tools.bench.__main__ import build_app
from tools.bench.commands.render import contestants, draw_walkthroughs, png_width, solved


def test_boards_have_their_loop() -> None:
    board = solved(4, 6, seed=1)
    assert is_solved(board.puzzle, board.lines)
    assert board == solved(4, 6, seed=1)


def test_everybody_draws_the_same_picture() -> None:
    from io import BytesIO

    from PIL import Image

    pngs = {name: draw() for name, draw in contestants(solved(6, 5, seed=2)).items()}
    assert len({png_width(png) for png in pngs.values()}) == 1
    images = {name: Image.open(BytesIO(png)).convert("RGB") for name, png in pngs.items()}
    ours = images.pop("ouro")
    for name, image in images.items():
        assert abs(image.height - ours.height) <= 1, name
        mean, far = unlike(image.resize(ours.size), ours)
        assert mean < 6, name  # typefaces and scales differ a little
        assert far < 0.04, name


def test_walkthroughs_are_drawn_in_every_format() -> None:
    assert [row_timings.name for row_timings in draw_walkthroughs([3], repeat=1)] == [
        "gif",
        "apng",
        "webp",
    ]


def test_the_command_prints_ratios_and_keeps_pictures(tmp_path: Path) -> None:
    arguments = ["render", "--boards", "1", "--repeat", "1", "--keep", str(tmp_path)]
    done = CliRunner().invoke(build_app(), arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    for name in ("skia", "resvg", "cairosvg"):
        assert name in done.output
        assert (tmp_path / f"10x10-{name}.png").exists()
