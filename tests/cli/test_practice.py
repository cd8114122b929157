"""`ouro practice` asks about a drill, and tells its answer."""

import json
from pathlib import Path

import pytest

from solver.drills import make_drill, question, unpack
from solver.explain.techniques import PRACTISED
from tests.support.cli import ouro

DRILL = ("practice", "corner-3", "--seed", "7")


def test_a_drill_is_a_question_until_the_solution_is_asked_for() -> None:
    asked, told = ouro(*DRILL).stdout, ouro(*DRILL, "--solution").stdout
    assert asked.startswith("3 in a corner\n")
    assert asked.count("\n") == 1 + 13 + 1 + 4 + 1
    assert asked.endswith("The seed is 7.\n")
    right = "ABCD"[question(make_drill("corner-3", 7)).right]
    assert f"\n{right} is decided: it is a line.\n" in told
    assert "are lines." in told
    assert f"\n決まるのは{right}で、線です。\n" in (
        ouro(*DRILL, "--solution", "--language", "ja").stdout
    )


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
