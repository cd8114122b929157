"""The pictures of a daily on a phone can be taken again."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser

from tests.support.browser import screens
from tests.support.paths import ROOT

COMMITTED = ROOT / "docs/images"


@pytest.mark.long
async def test_the_pictures_are_those_of_the_script(browser: Browser, tmp_path: Path) -> None:
    await screens.take_pictures(browser, tmp_path, "en-US")
    for name in (screens.FILM, screens.STILL):
        with Image.open(tmp_path / name) as taken, Image.open(COMMITTED / name) as committed:
            assert taken.size == committed.size
            assert getattr(taken, "n_frames", 1) == getattr(committed, "n_frames", 1)
