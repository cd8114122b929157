"""Several solutions are numbered, and one ends visibly before the next begins."""

import json
import re
from pathlib import Path

from tests.support.cli import UNIQUE, on_terminal, ouro

SEVERAL = "3x1:3b"
FIRST = ["    A   B   C", "  ┏━━━━━━━┓   ·", "1 ┃ 3     ┃", "  ┗━━━━━━━┛   ·"]
SECOND = ["    A   B   C", "  ┏━━━━━━━━━━━┓", "1 ┃ 3         ┃", "  ┗━━━━━━━━━━━┛"]
BOTH = ["", "Solution 1 of 2", *FIRST, "", "Solution 2 of 2", *SECOND]
STYLE = re.compile(r"\x1b\[[\d;]*m")
ALL = ("--max-solutions", "5")


def test_solutions_are_numbered_and_separated() -> None:
    puzzle, outcome, *drawn = ouro("solve", SEVERAL, *ALL).stdout.splitlines()
    assert puzzle == SEVERAL
    assert outcome.startswith("Exactly 2 solutions (")
    assert drawn == BOTH


def test_a_search_that_ended_early_does_not_say_how_many_there_are() -> None:
    lines = ouro("solve", SEVERAL).stdout.splitlines()
    assert "Solution 2 of at least 2" in lines
    assert lines[1].startswith("More than one solution; here are 2")


def test_a_terminal_shows_the_same_with_colours_and_without() -> None:
    for colours in ("", "1"):
        shown = on_terminal("solve", SEVERAL, *ALL, NO_COLOR=colours)
        assert STYLE.sub("", shown).splitlines()[2:] == BOTH
    assert "\x1b[1mSolution 1 of 2" in on_terminal("solve", SEVERAL, *ALL)


def test_a_single_solution_has_no_number() -> None:
    drawn = ["    A", "  ┏━━━┓", "1 ┃ 4 ┃", "  ┗━━━┛"]
    assert ouro("solve", "1x1:4").stdout.splitlines()[2:] == drawn


def test_the_answers_of_a_list_are_separated() -> None:
    done = ouro("solve", "-", *ALL, text=f"{SEVERAL}\n1x1:4\n")
    lines = done.stdout.splitlines()
    assert lines[2:15] == [*BOTH, ""]
    assert lines[15] == "1x1:4"
    assert done.stdout.endswith("┗━━━┛\n\n")
    records = ouro("solve", "-", "--json", text=f"{SEVERAL}\n1x1:4\n").stdout.splitlines()
    assert [len(json.loads(line)["solutions"]) for line in records] == [2, 1]


def test_listed_solutions_are_separated_and_counted() -> None:
    *lines, count = ouro("enumerate", SEVERAL).stdout.splitlines()
    assert lines == ["Solution 1", *FIRST, "", "Solution 2", *SECOND, ""]
    assert count.startswith("Exactly 2 solutions (")
    assert ouro("enumerate", "1x1:3").stdout.startswith("No solution (")


def test_each_solution_has_a_picture_of_its_own(tmp_path: Path) -> None:
    assert ouro("solve", SEVERAL, "--png", str(tmp_path / "a.png")).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2.png", "a.png"]
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "a-2.png").read_bytes()
    shown = on_terminal("solve", SEVERAL, "--png", str(tmp_path / "a.png"), only="stderr")
    assert shown == f"The solutions are in {tmp_path}/a.png and {tmp_path}/a-2.png.\n"
    assert ouro("solve", UNIQUE, "--png", str(tmp_path / "b.png")).returncode == 0
    assert not (tmp_path / "b-2.png").exists()


def test_solutions_are_described_in_japanese() -> None:
    shown = ouro("solve", SEVERAL, *ALL, "--language", "ja").stdout
    assert "答え 1 / 2" in shown
    assert "Solution" not in shown
    assert "Solution" not in ouro("enumerate", SEVERAL, "--language", "ja").stdout
    assert "share" not in ouro("backbone", SEVERAL, "--language", "ja").stdout
    assert "hold" not in ouro("solve", "5x1:3a0a3", "--minimise", "--language", "ja").stdout
