"""`ouro render --animate`: animation files."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from renderer.shapes import ShapeRole
from renderer.theme import theme_named
from tests.support.cli import UNIQUE, ouro

SEVERAL = "3x3:i"


@pytest.mark.parametrize("motion", ["loop", "steps"])
@pytest.mark.parametrize(
    ("name", "kind"), [("a.gif", "GIF"), ("a.png", "PNG"), ("a.webp", "WEBP"), ("a", "GIF")]
)
def test_the_extension_selects_the_format(
    motion: str, name: str, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    done = ouro("render", UNIQUE, "--animate", motion, "-o", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(path) as image:
        assert image.format == kind
        assert getattr(image, "n_frames", 1) > 5


def colours(image: Image.Image) -> Sequence[tuple[int, object]]:
    return image.convert("RGB").getcolors() or []


@pytest.mark.parametrize("motion", ["loop", "steps"])
def test_only_the_last_frame_has_the_shade_of_a_closed_loop(motion: str, tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    ouro("render", UNIQUE, "--animate", motion, "--theme", "paper", "-o", str(path))
    shade = theme_named("paper").styles[ShapeRole.INSIDE].rgb
    with Image.open(path) as image:
        shaded = [
            any(colour == shade and count > 1_000 for count, colour in colours(frame))
            for frame in ImageSequence.Iterator(image)
        ]
    assert shaded == [False] * (len(shaded) - 1) + [True]


def test_a_walkthrough_that_ends_early_says_why(tmp_path: Path) -> None:
    done = ouro("render", SEVERAL, "--animate", "steps", "-o", str(tmp_path / "a.gif"))
    assert done.returncode == 0
    assert "The walkthrough ends early. Nothing more is forced" in done.stderr
    assert (tmp_path / "a.gif").exists()


def test_a_puzzle_without_a_solution_is_drawn_without_a_loop(tmp_path: Path) -> None:
    done = ouro("render", "1x1:3", "--animate", "loop", "-o", str(tmp_path / "a.gif"))
    assert done.returncode == 0
    assert "This puzzle has no solution; it is drawn without a loop." in done.stderr
    with Image.open(tmp_path / "a.gif") as image:
        assert getattr(image, "n_frames", 1) == 1


def test_a_walkthrough_starts_from_the_marks_of_a_saved_file(tmp_path: Path) -> None:
    saved = tmp_path / "a.pzprv3"
    saved.write_text("pzprv3\nslither\n1\n1\n4 \n1 0 \n1 \n1 \n", encoding="utf-8")
    done = ouro("render", "--file", str(saved), "--animate", "steps", "-o", str(tmp_path / "a.gif"))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_walkthrough_keeps_its_time_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    done = ouro("render", UNIQUE, "--animate", "steps", "--time-limit", "0", "-o", str(path))
    assert done.returncode == 3
    assert "The time ran out." in done.stderr
    assert path.exists()
