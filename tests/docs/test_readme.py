"""The first screen of the README has the commands of a fresh machine, and a small moving picture;
its tilings can be made.
"""

import re

from PIL import Image, ImageSequence

from puzzle.tilings.catalogue import TILINGS
from service.generation import TILING_NAMES
from tests.support.documents.commands import command_lines
from tests.support.documents.project import documents
from tests.support.paths import ROOT

(README,) = (document for document in documents() if document.path == "README.md")
SCREEN = 40
"""The number of lines of the first screen."""
MAX_BYTES, SHORTEST_MS, LONGEST_MS = 1_500_000, 12_000, 20_000


def test_the_first_screen_runs_the_bot_and_the_tests() -> None:
    programs = {
        line.split()[0]
        for block in README.blocks
        for at, line in command_lines(block.text, block.kind)
        if line and block.line + at <= SCREEN
    }
    assert {"script/server", "script/test"} <= programs


def test_the_moving_picture_is_small_and_short() -> None:
    first, *_ = re.findall(r'src="([^"]+)"', README.text)
    film = ROOT / first
    assert film.stat().st_size <= MAX_BYTES
    with Image.open(film) as image:
        total = sum(frame.info["duration"] for frame in ImageSequence.Iterator(image))
    assert SHORTEST_MS <= total <= LONGEST_MS


def test_it_shows_only_tilings_that_new_offers() -> None:
    shown = set(re.findall(r"/tiling-([\w-]+)\.png", README.text))
    assert shown
    assert shown <= set(TILING_NAMES)
    assert f"{len(TILING_NAMES) - 1} other tilings" in README.text
    for name in TILINGS.keys() - set(TILING_NAMES):
        assert name.partition("-")[0] not in README.text.lower()
