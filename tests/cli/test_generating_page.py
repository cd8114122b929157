"""docs/generating.md and the README show puzzles as they are made."""

import os
import re
import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.test_main import ROOT
from tests.renderer.test_golden import TOLERANCE, difference

PAGE = (ROOT / "docs" / "generating.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ script/ouro (.+)\n((?:.+\n)+)```", PAGE)
COMMANDS = [
    line.removeprefix("script/ouro ")
    for block in re.findall(r"```sh\n((?:.+\n)+)```", PAGE)
    for line in block.splitlines()
]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "cli", *shlex.split(command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(("command", "answer"), SHOWN)
def test_answers_are_as_shown(command: str, answer: str, tmp_path: Path) -> None:
    assert run(command, tmp_path).stdout.strip() == answer.strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_work(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "command",
    [
        "generate --size 12x12 --level hard --symmetry rot90 --seed 20 --png docs/images",
        "generate --size 12x12 --level hard --symmetry none --mask '#./.#' --seed 21"
        " --png docs/images",
    ],
)
def test_pictures_are_up_to_date(command: str, tmp_path: Path) -> None:
    assert command.removesuffix(" --png docs/images") in PAGE
    run(command, tmp_path)
    made = sorted((tmp_path / "docs" / "images").iterdir())
    assert len(made) == 2  # the puzzle and its solution
    for new in made:
        pictures = (ROOT / "docs" / "images" / new.name).read_bytes(), new.read_bytes()
        before, after = (Image.open(BytesIO(data)).convert("RGB") for data in pictures)
        assert before.size == after.size
        assert difference(before, after) <= TOLERANCE


def test_the_page_shows_something() -> None:
    assert len(SHOWN) == 2
    assert len(COMMANDS) == 4
