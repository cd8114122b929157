"""The command line as a whole: output, exit codes, error messages, signals and pipes."""

import json
import re
import shlex
import signal
import subprocess
import time
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
    start,
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


def test_a_batch_answers_each_line_and_continues_after_a_bad_one() -> None:
    done = ouro("solve", "-", "--json", text=f"{UNIQUE}\n\nnonsense\n1x1:3\n{PUZZLE}\n")
    unique, wrong, none, several = map(json.loads, done.stdout.splitlines())
    assert unique["outcome"] == "unique"
    assert wrong["line"] == 3
    assert "nonsense" in wrong["error"]
    assert (none["outcome"], none["solutions"]) == ("none", [])
    assert (several["outcome"], len(several["solutions"])) == ("multiple", 2)
    assert done.returncode == 2


def test_all_solutions_are_found_below_the_maximum() -> None:
    record = json.loads(ouro("solve", PUZZLE, "--json", "--max-solutions", "3").stdout)
    assert (len(record["solutions"]), record["complete"]) == (2, True)


def test_a_limit_shows_in_the_exit_code() -> None:
    done = ouro("solve", "5x6:zd", "--time-limit", "0", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["outcome"] == "limit"


def test_text_files_are_batches_and_other_files_one_puzzle(tmp_path: Path) -> None:
    batch, table = tmp_path / "some.txt", tmp_path / "one.csv"
    batch.write_text(f"{UNIQUE}\n1x1:4\n")
    table.write_text("2,2\n2,2\n")
    assert len(ouro("solve", "--file", str(batch), "--json").stdout.splitlines()) == 2
    (line,) = ouro("solve", "--file", str(table), "--json").stdout.splitlines()
    assert json.loads(line)["puzzle"] == UNIQUE


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve"], "Give one puzzle, or - for standard input, or --file PATH."),
        (["solve", UNIQUE, "--file", "a.txt"], "Give one puzzle"),
        (["solve", "--file", "no-such-file.txt"], "no-such-file.txt cannot be read"),
        (["solve", UNIQUE, "--method", "magic"], "There is no method 'magic'"),
        (["solve", UNIQUE, "--time-limit", "nan"], "The limit of seconds cannot be nan"),
        (["solve", "-", "--list", "--png", "a.png"], "--png draws one puzzle"),
        (["solve", "2x2:5c"], "5"),
        (["convert", UNIQUE, "--to", "runes"], "There is no notation 'runes'"),
        (["render", UNIQUE, "-o", "a.png", "--theme", "mauve"], "mauve"),
        (["render", UNIQUE, "-o", "a.gif"], "for moving pictures, made with --animate"),
        (
            ["render", UNIQUE, "-o", "a.bmp"],
            "There is no format 'bmp'; choose png, svg, pdf or txt",
        ),
        (["render", UNIQUE, "--animate", "loop", "-o", "a.svg"], "The format 'svg' cannot move"),
        (["render", "", "-o", "a.png"], "puzzle"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(arguments: list[str], sentence: str) -> None:
    done = ouro(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\x89PNG\xff\xfe")
    done = ouro("solve", "--file", str(path))
    assert done.returncode == 2
    assert "is not UTF-8 or UTF-16 text" in done.stderr


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


def test_rows_that_lost_their_line_ends_are_reported() -> None:
    assert ouro("convert", "3.2 .1. 2.3", "--to", "loopy").stdout == "3x3:3a2a1a2a3\n"
    done = ouro("convert", "3.2.1.2.3.", "--to", "loopy")
    assert done.returncode == 2
    assert done.stderr.startswith("The text is one row of 10 cells, so its line ends were probably")


def test_a_saved_file_keeps_its_lines_through_convert() -> None:
    saved = "pzprv3\nslither\n1\n1\n4 \n1 0 \n1 \n1 \n"
    again = ouro("convert", "-", "--to", "pzpr", text=saved).stdout
    assert again.splitlines()[4:8] == ["4", "1 0", "1", "1"]
    assert ouro("convert", "-", "--to", "loopy", text=saved).stdout == "1x1:4\n"


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


def test_control_c_ends_a_long_search_at_once() -> None:
    process = start("solve", "-", "--json", "--max-solutions", "9999999")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{UNIQUE}\n12x12:zzzzzn\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith('{"puzzle"')
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors == ""


HOSTILE = "evil\x1b[2J\x1b]0;title\x07\u202e\x9b31m[red][link=http://evil.example]"


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", HOSTILE),
        ("solve", "-"),
        ("solve", "--file", HOSTILE),
        ("hint", HOSTILE),
        ("hint", PUZZLE, "--marks", HOSTILE),
        ("check", HOSTILE),
        ("rate", "-"),
        ("explain", HOSTILE),
        ("convert", HOSTILE, "--to", "rows"),
        ("convert", PUZZLE, "--to", HOSTILE),
        ("render", HOSTILE, "-o", "/nowhere/a.png"),
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
