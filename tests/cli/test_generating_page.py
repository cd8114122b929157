"""The commands in docs/generating.md work, and draw the pictures shown there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.support.cli import ouro
from tests.support.paths import ROOT
from tests.support.pixels import look_alike

PAGE = (ROOT / "docs" / "generating.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("script/ouro ")
    for block in re.findall(r"```sh\n((?:.+\n)+)```", PAGE)
    for line in block.splitlines()
]
PICTURED = [command for command in COMMANDS if "--size 12x12" in command]
"""Commands whose puzzles are pictures of the page."""
PNG = " --png docs/images"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", [it for it in COMMANDS if it not in PICTURED])
def test_commands_work(command: str) -> None:
    done = ouro(*shlex.split(command))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command", [PICTURED[0], *(pytest.param(it, marks=pytest.mark.long) for it in PICTURED[1:])]
)
def test_pictures_are_up_to_date(command: str, tmp_path: Path) -> None:
    done = ouro(*shlex.split(command.removesuffix(PNG) + PNG))
    assert done.returncode == 0, done.stderr
    pictures = sorted((tmp_path / "docs" / "images").iterdir())
    assert len(pictures) == 2
    for new in pictures:
        assert look_alike((ROOT / "docs" / "images" / new.name).read_bytes(), new.read_bytes())


def test_the_page_shows_something() -> None:
    assert len(COMMANDS) == 8
    assert len(PICTURED) == 2
