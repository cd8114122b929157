"""The command line as a whole: output, exit codes, error messages, signals and pipes."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from cli.progress import file_size
from tests.support.cli import (
    ENVIRONMENT,
    PROGRAM,
    UNIQUE,
    on_terminal,
    ouro,
    ouro_process,
)

PUZZLE = "3x3:3a3c3a3"  # two solutions


def test_a_unique_puzzle_is_drawn_in_the_terminal() -> None:
    done = ouro_process("solve", UNIQUE)
    assert done.returncode == 0
    first, sentence, *drawing = done.stdout.splitlines()
    assert first == UNIQUE
    assert sentence.startswith("Exactly one solution (")
    assert drawing[0].split() == ["A", "B"]
    assert drawing[1].startswith("  ┏━")
    assert done.stderr == ""


def test_json_is_the_stable_record() -> None:
    done = ouro("solve", UNIQUE, "--json")
    record = json.loads(done.stdout)
    assert list(record) == ["puzzle", "outcome", "complete", "solutions", "time_ms", "stats"]
    assert record["puzzle"] == UNIQUE
    assert (record["outcome"], record["complete"]) == ("unique", True)
    assert record["solutions"] == [{"horizontal": ["11", "00", "11"], "vertical": ["101", "101"]}]
    assert record["time_ms"] > 0
    assert {"calls", "cuts", "conflicts", "known"} <= record["stats"].keys()
    assert json.loads(ouro("solve", "1x1:4", "--json").stdout)["stats"]["known"] == 4


def test_all_solutions_are_found_below_the_maximum() -> None:
    record = json.loads(ouro("solve", PUZZLE, "--json", "--max-solutions", "3").stdout)
    assert (len(record["solutions"]), record["complete"]) == (2, True)


def test_a_limit_shows_in_the_exit_code() -> None:
    done = ouro("solve", "5x6:zd", "--time-limit", "0", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["outcome"] == "limit"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve"], "Give one puzzle, or - for standard input, or --file PATH."),
        (["solve", "--file", "no-such-file.txt"], "no-such-file.txt cannot be read"),
        (["solve", UNIQUE, "--method", "magic"], "There is no method 'magic'"),
        (["solve", UNIQUE, "--time-limit", "nan"], "The limit of seconds cannot be nan"),
        (["solve", "-", "--list", "--png", "a.png"], "--png draws one puzzle"),
        (["convert", UNIQUE, "--to", "runes"], "There is no notation 'runes'"),
        (["render", UNIQUE, "-o", "a.png", "--theme", "mauve"], "mauve"),
        (["render", UNIQUE, "-o", "a.gif"], "for moving pictures, made with --animate"),
        (
            ["render", UNIQUE, "-o", "a.bmp"],
            "There is no format 'bmp'; choose png, svg, pdf or txt",
        ),
        (["render", UNIQUE, "--animate", "loop", "-o", "a.svg"], "The format 'svg' cannot move"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(arguments: list[str], sentence: str) -> None:
    done = ouro(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_pictures_are_written(tmp_path: Path) -> None:
    for command in (["render", UNIQUE, "--solved", "-o"], ["solve", UNIQUE, "--png"]):
        path = tmp_path / f"{command[0]}.png"
        assert ouro(*command, str(path)).returncode == 0
        assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("a.svg", ["--theme", "contrast", "--dim"], "<svg "),
        ("a", ["--format", "svg", "--footer", "No. 1"], "<svg "),
        ("a.txt", ["--solved"], "┏━━━"),
    ],
)
def test_pictures_are_written_in_other_formats(
    tmp_path: Path, name: str, options: list[str], start: str
) -> None:
    done = ouro("render", UNIQUE, "-o", str(tmp_path / name), *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(
    ("name", "options"),
    [("a.png", []), ("a.gif", ["--animate", "loop"]), ("a.webp", ["--animate", "loop"])],
)
def test_a_terminal_is_told_what_was_written(name: str, options: list[str], tmp_path: Path) -> None:
    path = tmp_path / name
    shown = on_terminal("render", UNIQUE, "-o", str(path), *options, only="stderr", columns=300)
    with Image.open(path) as image:
        width, height = image.size
    size = file_size(path.stat().st_size)
    assert shown == f"Wrote {path}: {width} x {height} pixels, {size}.\n"


def test_a_terminal_is_told_what_was_written_without_pixels(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    shown = on_terminal("render", UNIQUE, "-o", str(path), "--language", "ja", only="stderr")
    assert shown.startswith(f"{path}を書き出しました")
    assert file_size(path.stat().st_size) in shown


def test_a_puzzle_without_solution_is_drawn_without_a_loop(tmp_path: Path) -> None:
    done = ouro("render", "1x1:3", "--solved", "-o", str(tmp_path / "a.png"))
    assert done.returncode == 0
    assert done.stderr == "This puzzle has no solution; it is drawn without a loop.\n"
    path = str(tmp_path / "a.png")
    japanese = ouro("render", "1x1:3", "--solved", "-o", path, "--language", "ja").stderr
    assert japanese.startswith("この問題には答えがない")
    japanese = ouro("render", "3x1:3b", "--animate", "steps", "-o", path, "--language", "ja").stderr
    assert not re.search("[A-Za-z]", japanese)


def test_an_unwritable_picture_is_one_sentence() -> None:
    done = ouro("render", UNIQUE, "-o", "/dev/full")
    assert done.returncode == 1
    assert done.stderr == "The system: No space left on device\n"


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{shlex.join(PROGRAM)} solve - --json | head -1"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=f"{UNIQUE}\n" * 2000,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=600,
        check=False,
    )
    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr


ENDING = """
import atexit, sys
import cli.__main__ as program
from cli.errors import ProcessLostError

def build_app(_):
    print("finished")
    raise {error}

atexit.register(print, "taken down")
program.build_app = build_app
program.main()
"""


@pytest.mark.parametrize(
    ("error", "status"),
    [("KeyboardInterrupt", 130), ("BrokenPipeError", 1), ("ProcessLostError", 1)],
)
def test_work_that_is_cut_short_ends_at_once(error: str, status: int) -> None:
    """Python does not take down what was cut short: that can crash."""
    program = [sys.executable, "-P", "-c", ENDING.format(error=error)]
    done = subprocess.run(
        program, capture_output=True, text=True, env=ENVIRONMENT, timeout=600, check=False
    )
    assert (done.returncode, done.stdout) == (status, "finished\n")


HOSTILE = "evil\x1b[2J\x1b]0;title\x07\u202e\x9b31m[red][link=http://evil.example]"


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "-"),
        ("solve", "--file", HOSTILE),
        ("hint", PUZZLE, "--marks", HOSTILE),
        ("rate", "-"),
        ("explain", HOSTILE),
        ("convert", PUZZLE, "--to", HOSTILE),
        ("render", PUZZLE, "-o", f"/nowhere/{HOSTILE}/a.png"),
        ("render", PUZZLE, "-o", f"/nowhere/a.{HOSTILE}"),
        ("generate", HOSTILE),
        (HOSTILE,),
    ],
    ids=str,
)
def test_echoed_input_cannot_control_the_terminal(arguments: tuple[str, ...]) -> None:
    done = ouro(*arguments, text=f"{HOSTILE}\n{UNIQUE} {HOSTILE}\n")
    assert done.returncode != 0
    written = done.stdout + done.stderr
    for part in ("\x1b", "\x07", "\x9b"):
        assert part not in written
    assert "\u202e" not in written or "Usage:" in written  # the library repeats what it is given
