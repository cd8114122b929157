"""`ouro solve` with assumptions and cores, `enumerate`, `count` and `backbone`."""

import json
import signal

import pytest

from tests.support.cli import ouro, start

SEVERAL = "3x3:3a3c3a3"  # two solutions, which share the eight edges at the corners
IMPOSSIBLE = "5x1:3a0a3"
BLANK_4X4 = "4x4:p"


def record(*arguments: str) -> dict[str, object]:
    (line,) = ouro(*arguments, "--json").stdout.splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def test_several_solutions_come_with_the_edges_they_agree_on() -> None:
    found = record("solve", SEVERAL)
    assert list(found) == [
        "puzzle",
        "outcome",
        "complete",
        "solutions",
        "agreed",
        "time_ms",
        "stats",
    ]
    assert found["agreed"] == {
        "horizontal": ["1?1", "???", "???", "1?1"],
        "vertical": ["1??1", "????", "1??1"],
    }
    assert "They share 8 of 24 edges: 8 lines and 0 crosses." in ouro("solve", SEVERAL).stdout


def test_an_assumption_decides_between_solutions() -> None:
    found = record("solve", SEVERAL, "--assume", "A2-B2 x B1-C1")
    assert found["outcome"] == "none"
    assert "core" not in found
    found = record("solve", SEVERAL, "--assume", "A2-B2")
    assert (found["outcome"], "agreed" in found) == ("unique", False)


def test_a_core_names_marks_and_clues() -> None:
    found = record("solve", SEVERAL, "--assume", "A1-A2-B2, x C3-D3-D4", "--minimise")
    assert list(found) == ["puzzle", "outcome", "complete", "solutions", "core", "time_ms", "stats"]
    core = found["core"]
    assert isinstance(core, dict)
    assert list(core) == ["lines", "crosses", "clues", "minimal"]
    assert core == {
        "lines": [],
        "crosses": ["D3-D4"],
        "clues": [{"cell": "C3", "clue": 3}],
        "minimal": True,
    }


def test_a_core_in_words() -> None:
    core = "These cannot hold together, and all are needed: 0 at C1; 3 at E1."
    assert core in ouro("solve", IMPOSSIBLE, "--core", "--minimise").stdout
    assert "These cannot hold together: " in ouro("solve", IMPOSSIBLE, "--core").stdout
    assert "together" not in ouro("solve", IMPOSSIBLE).stdout


def test_no_core_is_given_where_there_is_a_solution() -> None:
    assert "core" not in record("solve", SEVERAL, "--core")


def test_assumptions_are_read_on_every_board_of_a_batch() -> None:
    done = ouro("solve", "-", "--json", "--assume", "C1-C2", text="1x1:4\n2x1:b\n")
    refused, solved = map(json.loads, done.stdout.splitlines())
    assert refused["error"] == "There is no dot C1; this board has the dots A1 to B2."
    assert len(solved["solutions"]) == 2
    assert done.returncode == 2


def test_enumerate_prints_solutions_and_a_summary() -> None:
    done = ouro("enumerate", SEVERAL)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("Solution")] == ["Solution 1", "Solution 2"]
    assert lines[-1].startswith("Exactly 2 solutions (")


def test_enumerate_as_json_lines_in_a_stable_order() -> None:
    one, two = (ouro("enumerate", "3x2:f", "--json", "--seed", "5").stdout for _ in range(2))
    *solutions, summary = map(json.loads, one.splitlines())
    again = [json.loads(line) for line in two.splitlines()][:-1]
    assert solutions == again
    assert [found["solution"] for found in solutions] == list(range(1, 41))
    assert len({json.dumps(found["horizontal"]) for found in solutions}) <= 40
    assert list(summary) == ["puzzle", "outcome", "complete", "count", "time_ms", "stats"]
    assert (summary["outcome"], summary["complete"], summary["count"]) == ("multiple", True, 40)


def test_enumerate_says_when_a_limit_ended_it() -> None:
    done = ouro("enumerate", BLANK_4X4, "--max-solutions", "3", "--json")
    assert done.returncode == 3
    *solutions, summary = map(json.loads, done.stdout.splitlines())
    assert (len(solutions), summary["count"], summary["complete"]) == (3, 3, False)
    done = ouro("enumerate", "9x9:zzzc", "--time-limit", "0")
    assert done.returncode == 3
    assert done.stdout.startswith("At least 0 solutions; a limit ended the search")


def test_solutions_are_printed_while_the_search_goes_on() -> None:
    process = start("enumerate", "12x12:zzzzzn", "--json")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert first["solution"] == 1
    assert (process.returncode, errors) == (130, "")


def test_count() -> None:
    done = ouro("count", BLANK_4X4)
    assert (done.returncode, done.stdout) == (0, "9349\n")
    done = ouro("count", BLANK_4X4, "--max-solutions", "7")
    assert (done.returncode, done.stdout) == (3, "at least 7\n")
    assert ouro("count", IMPOSSIBLE).stdout == "0\n"


def test_backbone() -> None:
    found = record("backbone", SEVERAL)
    assert list(found) == [
        "puzzle",
        "outcome",
        "complete",
        "lines",
        "crosses",
        "horizontal",
        "vertical",
        "time_ms",
    ]
    assert found["lines"] == [
        "A1-B1",
        "C1-D1",
        "A4-B4",
        "C4-D4",
        "A1-A2",
        "D1-D2",
        "A3-A4",
        "D3-D4",
    ]
    assert (found["outcome"], found["complete"], found["crosses"]) == ("multiple", True, [])
    assert found["horizontal"] == ["1?1", "???", "???", "1?1"]
    text = ouro("backbone", SEVERAL).stdout.splitlines()
    assert text[1].startswith("All solutions share 8 of 24 edges: 8 lines and 0 crosses (")
    assert text[2:4] == ["    A   B   C", "  ┏━━━╸   ╺━━━┓"]


def test_backbone_draws_crosses() -> None:
    done = ouro("backbone", "3x1:4b")
    assert "Exactly one solution, which decides 10 of 10 edges: 4 lines and 6 crosses" in (
        done.stdout
    )
    assert "\N{MULTIPLICATION SIGN}" in done.stdout


def test_backbone_without_a_solution_and_under_a_limit() -> None:
    none = record("backbone", IMPOSSIBLE)
    assert (none["outcome"], none["lines"], none["crosses"]) == ("none", [], [])
    done = ouro("backbone", BLANK_4X4, "--time-limit", "0")
    assert done.returncode == 3
    assert "A limit ended the search before a solution was found" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", SEVERAL, "--backend", "foo"], "choose one of cadical195, "),
        (["solve", SEVERAL, "--phase", "up"], "The option phase cannot be 'up'; choose of cross"),
        (["backbone", SEVERAL, "--seed", "-1"], "The option seed cannot be '-1'"),
        (["solve", SEVERAL, "--backend", "minisat22,seed=3"], "--backend takes one value"),
        (["solve", SEVERAL, "--assume", "A1-B2"], "A1 and B2 are not in one row or column"),
        (["enumerate", SEVERAL, "--max-solutions", "0"], "The limit of solutions cannot be 0"),
        (["count", SEVERAL, "--time-limit", "-1"], "The limit of seconds cannot be -1"),
        (["count"], "Give one puzzle"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(arguments: list[str], sentence: str) -> None:
    done = ouro(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
