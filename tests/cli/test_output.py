"""What people see on a terminal, and what programs get with `--json`."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.support.cli import UNIQUE, on_real_terminal, on_terminal, ouro

PUZZLE = "5x5:b1c3a12a02d1a2c32"
SEVERAL = "3x1:3b"
COLOUR = re.compile(r"\x1b\[3\d")
STYLE = re.compile(r"\x1b\[[\d;]*m")
RECORDS = [
    ("solve", UNIQUE),
    ("hint", PUZZLE),
    ("check", PUZZLE),
    ("explain", SEVERAL),
    ("rate", UNIQUE),
    ("generate", "--size", "5x5", "--seed", "3", "--level", "easy"),
    ("convert", UNIQUE, "--to", "rows"),
    ("count", UNIQUE),
    ("enumerate", UNIQUE),
    ("backbone", UNIQUE),
]


@pytest.mark.parametrize("arguments", RECORDS, ids=lambda arguments: arguments[0])
def test_every_command_prints_records_with_json(arguments: tuple[str, ...]) -> None:
    done = ouro(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for line in done.stdout.splitlines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize("arguments", RECORDS[:6], ids=lambda arguments: arguments[0])
def test_no_command_prints_records_on_a_terminal_by_default(arguments: tuple[str, ...]) -> None:
    shown = on_terminal(*arguments)
    assert "{" not in shown
    assert json.loads(on_terminal(*arguments, "--json"))


EXPERT = (
    "Expert: it takes long patterns, chains and some looking ahead. In one place, you have to see "
    "7 things at once. Techniques, the hardest first: Parity, Look-ahead with the "
    "loop, Diagonal 1 and 3, Line leaving a 1, 1 at a closed corner and 7 simpler ones."
)


def test_a_rating_on_a_terminal_is_for_people() -> None:
    shown = STYLE.sub("", on_terminal("rate", PUZZLE))
    puzzle, *words = shown.splitlines()
    assert puzzle == PUZZLE
    assert max(map(len, words)) <= 80
    rating, tip = " ".join(line.strip() for line in words).split(" ouro explain ")
    assert rating == EXPERT
    assert tip.endswith("--json prints a record with the numbers.")


def test_a_rating_has_no_numbers_that_need_a_key() -> None:
    assert ouro("rate", "--text", PUZZLE).stdout == f"{PUZZLE}\n{EXPERT}\n"
    assert ouro("rate", "--text", SEVERAL).stdout.splitlines()[1] == (
        "It has several solutions, so it cannot be solved by logic alone and has no level."
    )
    assert json.loads(ouro("rate", PUZZLE).stdout)["text"] == EXPERT


def test_ratings_in_japanese() -> None:
    japanese = ("--language", "ja")
    words = ouro("rate", "--text", PUZZLE, *japanese).stdout.splitlines()[1]
    assert words.startswith("難易度は「上級」です。")
    assert not re.search("[A-Za-z]", words)
    heading, first, second = ouro("rate", "--text", PUZZLE, "1x1:3", *japanese).stdout.splitlines()
    assert heading.split() == ["行", "サイズ", "難易度", "スコア", "最難手", "問題"]
    assert first.split()[:4] == ["1", "5x5", "上級", "1098"]
    assert "答えがない" in second
    assert cell_len(heading.split("問題")[0]) == cell_len(first.split(PUZZLE)[0])


@pytest.mark.parametrize("columns", [60, 80])
def test_ratings_are_rows_of_a_table_that_fits(columns: int) -> None:
    shown = on_terminal("rate", PUZZLE, SEVERAL, "5x5:" + "z" * 9, columns=columns, only="stdout")
    heading, first, second, *_ = STYLE.sub("", shown).splitlines()
    assert heading.split() == ["Row", "Size", "Level", "Score", "Hardest", "Puzzle"]
    assert first.split()[:5] == ["1", "5x5", "Expert", "1098", "7"]
    assert second.split()[:5] == ["2", "3x1", "-", "-", "-"]
    assert max(map(len, (heading, first, second))) <= columns


def test_ratings_are_records_where_output_is_no_terminal() -> None:
    assert json.loads(ouro("rate", PUZZLE).stdout)["level"] == "expert"
    table = ouro("rate", "--text", PUZZLE, SEVERAL, "nonsense")
    assert [line.split()[0] for line in table.stdout.splitlines()] == ["Row", "1", "2"]
    assert table.stdout.splitlines()[1].endswith(PUZZLE)
    assert table.stderr.startswith("Line 3: ")
    assert "not both" in ouro("rate", PUZZLE, "--text", "--json").stderr


def test_a_generated_puzzle_on_a_terminal_is_drawn() -> None:
    command = ("generate", "--size", "5x5", "--seed", "3", "--level", "easy")
    name, level, *drawn, tip = STYLE.sub("", on_terminal(*command)).splitlines()
    assert name == ouro(*command).stdout.strip()
    assert level == "Easy: it is enough to look at one clue or dot at a time. The seed is 3."
    assert len(drawn) == 13
    assert drawn[0].split() == list("ABCDE")
    assert ouro("convert", "-", "--to", "loopy", text="\n".join(drawn)).stdout.strip() == name
    assert "--format loopy" in tip
    japanese = on_terminal(*command, "--language", "ja")
    assert "難易度は「やさしい」です。" in japanese
    assert "シードは3です。" in japanese
    assert on_terminal(*command, "--format", "loopy").strip() == name
    assert "not both" in ouro(*command, "--format", "rows", "--json").stderr


def test_a_long_puzzle_is_one_line() -> None:
    """A terminal breaks it itself, so that it can be copied."""
    long = "60x3:" + "3" + "z" * 6 + "w"
    assert long in on_real_terminal("solve", long, "--time-limit", "60", columns=20)


def test_colours_are_left_out_on_request() -> None:
    assert COLOUR.search(on_terminal("solve", UNIQUE))
    plain = on_terminal("solve", UNIQUE, NO_COLOR="1")
    assert not COLOUR.search(plain)
    assert "Exactly one solution" in plain
    assert "\x1b" not in ouro("solve", UNIQUE).stdout


def test_a_bad_line_is_printed_above_the_bar() -> None:
    shown = on_terminal("rate", "--text", UNIQUE, "nonsense", UNIQUE, only="stderr")
    assert 'Line 2: "nonsense" is not a puzzle' in STYLE.sub("", shown)


def test_a_database_check_and_its_record(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/ouro.db"
    assert ouro("db", "upgrade", "--database", address).returncode == 0
    found = json.loads(ouro("db", "check", "--database", address, "--json").stdout)
    assert found == {"ok": True, "broken": []}
    assert ouro("db", "check", "--database", address).stdout == "The database is in order.\n"
