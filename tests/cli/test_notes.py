"""What a command says it has done, on a terminal, after its progress bar."""

import re
from pathlib import Path

import pytest

from tests.support.cli import UNIQUE, on_terminal, ouro

STYLE = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
SMALL = ("--size", "5x5", "--level", "easy", "--seed", "3")


def said(*arguments: str) -> str:
    """The last line on a terminal to which only stderr goes."""
    shown = on_terminal(*arguments, only="stderr")
    return STYLE.sub("", shown).replace("\r", "\n").strip().splitlines()[-1].strip()


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{UNIQUE}\n1x1:4\nnonsense\n", encoding="utf-8")
    return path


def test_a_list_ends_with_the_number_of_puzzles(puzzles: Path) -> None:
    for command in (("solve",), ("solve", "--json"), ("rate", "--text")):
        assert said(*command, "--file", str(puzzles)) == "Done: 3 puzzles, 1 with an error."
    assert said("rate", UNIQUE, "1x1:4") == "Done: 2 puzzles."
    japanese = said("solve", "--file", str(puzzles), "--language", "ja")
    assert japanese.startswith("3問が終わりました")


def test_made_puzzles_are_counted_and_their_pictures_found(tmp_path: Path) -> None:
    assert said("generate", *SMALL, "--count", "2") == "Made 2 puzzles."
    folder = tmp_path / "new"
    assert said("generate", *SMALL, "--count", "2", "--png", str(folder)) == (
        f"Made 2 puzzles; 4 pictures are in {folder}."
    )
    assert len(list(folder.iterdir())) == 4
    assert on_terminal("generate", *SMALL, only="stderr") == ""


def test_nothing_is_said_where_standard_error_is_no_terminal(puzzles: Path) -> None:
    done = ouro("solve", "--file", str(puzzles))
    assert "Done" not in done.stdout + done.stderr
    done = ouro("generate", *SMALL, "--count", "2")
    assert len(done.stdout.split()) == 2
    assert done.stderr == ""
