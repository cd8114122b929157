"""`ouro solve -` and `ouro rate -`: lists of puzzles."""

import json
import re
import signal
from pathlib import Path

import pytest

from tests.support.cli import UNIQUE, on_real_terminal, on_terminal, ouro, start

SEVERAL = "3x3:3a3c3a3"
LONG = "60x60:" + "z" * 138 + "l"
"""A blank board, whose solutions take long to list."""


@pytest.mark.parametrize("command", [("solve", "--json"), ("rate",)])
def test_one_process_and_several_print_the_same(command: tuple[str, ...], tmp_path: Path) -> None:
    lines = [UNIQUE, SEVERAL, "nonsense", "", "1x1:4"] * 50
    path = tmp_path / "list.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    one, two = (
        ouro(*command, "--file", str(path), "--jobs", jobs, "--time-limit", "600")
        for jobs in ("1", "2")
    )
    assert [_without_times(line) for line in one.stdout.splitlines()] == [
        _without_times(line) for line in two.stdout.splitlines()
    ]
    assert len(one.stdout.splitlines()) == 200
    assert (one.returncode, two.returncode) == (2, 2)
    assert (one.stderr, two.stderr) == ("", "")


def _without_times(line: str) -> dict[str, object]:
    record: dict[str, object] = json.loads(line)
    return {key: value for key, value in record.items() if key not in {"time_ms", "stats"}}


@pytest.mark.parametrize("command", [("solve", "-", "--json"), ("rate", "-")])
def test_each_line_is_answered_before_the_next_is_written(command: tuple[str, ...]) -> None:
    process = start(*command, "--jobs", "2")
    assert process.stdin is not None
    assert process.stdout is not None
    for puzzle in (UNIQUE, "nonsense", SEVERAL, UNIQUE):
        process.stdin.write(f"{puzzle}\n")
        process.stdin.flush()
        record = json.loads(process.stdout.readline())
        assert record.get("puzzle", "nonsense") == puzzle
    _, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (2, "")


def test_a_bad_line_is_reported_in_its_place_on_standard_error() -> None:
    done = ouro("solve", "-", text=f"{UNIQUE}\nnonsense\n{UNIQUE}\n")
    assert done.stdout.count("Exactly one solution") == 2
    assert done.stderr.startswith('Line 2: "nonsense" is not a puzzle')
    assert done.returncode == 2


def test_a_limit_holds_for_each_puzzle() -> None:
    options = "--time-limit", "0", "--options", "propagate=no"
    done = ouro("solve", "-", *options, "--json", text=f"{UNIQUE}\nbad\n" * 3)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record.get("outcome") for record in found] == ["limit", None] * 3
    assert done.returncode == 2


@pytest.mark.parametrize("jobs", ["0", "1", "2"])
def test_control_c_keeps_what_is_done(jobs: str) -> None:
    process = start("solve", "-", "--json", "--jobs", jobs, "--max-solutions", "9999999")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{UNIQUE}\n" * 20 + f"{LONG}\n" + f"{UNIQUE}\n" * 20)
    process.stdin.flush()
    first = [process.stdout.readline() for _ in range(20)]
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (130, "")
    for line in [*first, *rest.splitlines()]:
        assert json.loads(line)["puzzle"] == UNIQUE


def test_control_c_while_nothing_comes() -> None:
    process = start("rate", "-", "--jobs", "2")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{UNIQUE}\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=600)  # standard input stays open
    assert process.returncode == 130
    assert process.communicate()[1] == ""


def test_the_progress_bar_is_on_a_terminal_alone(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{UNIQUE}\n" * 30, encoding="utf-8")
    for shown in (
        on_real_terminal("rate", "--text", "--file", str(path)),
        on_terminal("solve", "--file", str(path), "--json", only="stderr"),
    ):
        assert re.search("Solving|Rating", shown)
        assert "30/30" in shown
    assert on_terminal("solve", UNIQUE, only="stderr") == ""
    assert ouro("solve", "--file", str(path), "--json").stderr == ""
