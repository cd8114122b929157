"""`ouro practice` asks about a drill, and tells its answer."""

import json
import re
from pathlib import Path

import pytest

from renderer.highlights import SIGNS
from solver.drills import make_drill, question, unpack
from solver.explain.techniques import PRACTISED
from tests.support.cli import on_terminal, ouro

DRILL = ("practice", "corner-3", "--seed", "7")


def test_a_drill_is_a_question_until_the_solution_is_asked_for() -> None:
    asked, told = ouro(*DRILL).stdout, ouro(*DRILL, "--solution").stdout
    assert asked.startswith("3 in a corner\n")
    assert asked.count("\n") == 1 + 14 + 1 + 4 + 1
    assert asked.endswith("The seed is 7.\n")
    right = SIGNS[question(make_drill("corner-3", 7)).right]
    assert re.search(rf"\n{right}, the .*, is a line\.\n", told)
    assert "are lines." in told
    assert all(asked.count(sign) == 2 for sign in SIGNS)  # on the board and below it
    assert re.search(
        rf"\n{right}.*は線です。\n", ouro(*DRILL, "--solution", "--language", "ja").stdout
    )


def test_an_answer_is_judged() -> None:
    asked = question(make_drill("corner-3", 7))
    right, other = asked.right, (asked.right + 1) % 4
    assert "\nRight!\n" in ouro(*DRILL, "--answer", str(right + 1)).stdout
    assert "\nThe other way round\n" in ouro(*DRILL, "--answer", f"x {SIGNS[right]}").stdout
    wrong = ouro(*DRILL, "--answer", SIGNS[other])
    assert "may also be a cross, as in this loop:\n" in wrong.stdout
    assert wrong.returncode == 0
    record = json.loads(ouro(*DRILL, "--answer", SIGNS[other], "--json").stdout)
    assert (record["verdict"], "text" in record) == ("not-decided", True)
    assert record["counterexample"]


def test_what_follows_is_found_without_signs() -> None:
    asked = ouro(*DRILL, "--find").stdout
    assert not any(sign in asked for sign in SIGNS)
    assert (
        "\nRight!\nThe right of F6 is a line.\n"
        in ouro(*DRILL, "--find", "--answer", "F6 right").stdout
    )
    further = ouro("practice", "corner-3", "--seed", "10", "--find", "--answer", "x B7-C7").stdout
    assert "\nTrue, and further on\nThe bottom of B6 is a cross.\nThe " in further
    record = json.loads(ouro(*DRILL, "--find", "--answer", "x F6 right", "--json").stdout)
    assert (record["edges"], record["verdict"]) == ([], "impossible")
    refused = ouro(*DRILL, "--find", "--answer", "2")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_terminal_asks_for_the_answer() -> None:
    right = str(question(make_drill("corner-3", 7)).right + 1)
    told = on_terminal(*DRILL, typed=f"nonsense\n{right}\n")
    assert "'nonsense' is no move" in told
    assert told.count("Your answer (2 for a line, x 2 for a cross, nothing to be told)") == 2
    assert "Right!" in told
    assert "Right!" in on_terminal(*DRILL, "--find", typed="F6 right\n")
    assert "is a line." in on_terminal(*DRILL, typed="\n")
    assert "Your answer" not in on_terminal(*DRILL)


def test_the_record_holds_the_drill() -> None:
    record = json.loads(ouro(*DRILL, "--json").stdout)
    assert unpack(record["drill"]) == make_drill("corner-3", 7)
    assert "answer" not in record
    told = json.loads(ouro(*DRILL, "--json", "--solution").stdout)
    assert told["right"]["edge"] in record["edges"]
    assert len(told["answer"]["lines"]) == 2


def test_all_techniques_are_listed_from_easy_to_hard() -> None:
    lines = ouro("practice").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert lines[0] == "zero                    No lines around a 0"
    assert sorted(names) == sorted(row.name for row in PRACTISED)
    assert names.index("corner-2") < names.index("loop-at-clue")
    assert [*json.loads(ouro("practice", "--json").stdout)] == names


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    ouro(*DRILL, "--out", str(tmp_path / "drill.png"))
    ouro(*DRILL, "--solution", "--out", str(tmp_path / "told.png"))
    drill, told = ((tmp_path / name).read_bytes() for name in ("drill.png", "told.png"))
    assert drill.startswith(b"\x89PNG")
    assert drill != told


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("practice", "magic"), "A drill of 'magic' cannot be made; there is no technique"),
        ((*DRILL, "--size", "9"), "A drill of 9x9 cells cannot be made; give a size from 5 to 7."),
        ((*DRILL, "--out", "x.gif"), "--out writes a .png file"),
    ],
)
def test_what_cannot_be_made_is_told(arguments: tuple[str, ...], problem: str) -> None:
    done = ouro(*arguments)
    assert done.returncode == 2
    assert problem in done.stderr
