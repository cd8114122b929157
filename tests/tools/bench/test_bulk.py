"""`script/bench bulk` times whole runs over a list."""

from pathlib import Path

import pytest

from tools.bench.commands.bulk import bulk


def test_each_command_runs_with_one_process_and_with_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "few.txt"
    path.write_text("2x2:2222\n3x1:3b\n", encoding="utf-8")
    bulk([path], count=20, jobs=2, repeat=1)
    _, _, title, heading, *rows = capsys.readouterr().out.splitlines()
    assert title == "few: 20 puzzles"
    assert heading.split() == ["seconds", "puzzles/s", "CPU", "ms", "ratio"]
    names = [row.split("process")[0].strip() for row in rows]
    assert names == ["solve, 1", "solve, 2", "rate, 1", "rate, 2"]
    assert all(float(row.split()[-4]) > 0 for row in rows)
