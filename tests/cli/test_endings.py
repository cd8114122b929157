"""Names of files that a command cannot write are refused before it works."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cli.listing import build_app
from tests.support.cli import UNIQUE, ouro

HARD = "60x60:" + "z" * 138 + "l"
"""A puzzle that takes long: the refusal must not wait for it."""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("book", "-o", "x.txt"), "--out writes a .pdf file; 'x.txt' has another ending."),
        (
            ("solve", HARD, "--png", "x.pdf"),
            "--png writes a .png file; 'x.pdf' has another ending.",
        ),
        (("hint", HARD, "--png", "x.svg"), "--png writes a .png file"),
        (("hint", HARD, "--out", "x.jpeg"), "--out writes a .png, .svg, .pdf, .txt or .gif file"),
        (("check", HARD, "--png", "x.gif"), "--png writes a .png file"),
        (("check", HARD, "--out", "x.webp"), "--out writes a .png, .svg, .pdf, .txt or .gif file"),
        (("render", HARD, "-o", "x.bmp"), "There is no format 'bmp'"),
        (("cnf", HARD, "-o", "x.png"), "--out writes a .cnf, .dimacs or .txt file"),
        (("bank", "report", "no-bank", "--out", "x.txt"), "--out writes a .png, .svg or .pdf file"),
        (("generate", "--png", "x.png"), "--png takes a folder; 'x.png' is the name of a file."),
        (("generate", "--out", "x.csv"), "--out takes a folder; 'x.csv' is the name of a file."),
        (("solve", "-", "--out", "x.json"), "--out takes a folder"),
        (("rate", "-", "--out", "x.txt"), "--out takes a folder"),
    ],
    ids=lambda value: "-".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_a_wrong_ending_is_refused_at_once(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = ouro(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [("book", "-o"), ("solve", HARD, "--png"), ("hint", HARD, "--out"), ("render", HARD, "-o")],
    ids=lambda arguments: arguments[0],
)
def test_a_file_in_no_folder_is_refused_at_once(arguments: tuple[str, ...], tmp_path: Path) -> None:
    name = "x.pdf" if arguments[0] == "book" else "x.png"
    done = ouro(*arguments, str(tmp_path / "none" / name))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"cannot write '{name}': there is no folder" in done.stderr
    done = ouro(*arguments, str(tmp_path))
    assert done.returncode == 2
    assert "is a folder" in done.stderr


def test_every_command_calls_what_it_writes_by_one_name(tmp_path: Path) -> None:
    """`--output` is read where `--out` is, and shown nowhere."""
    writing = 0
    for path, command in commands():
        names = {name for parameter in command.params for name in parameter.opts}
        assert "--output" not in names, path
        for name in ("--out", "--output") if "--out" in names else ():
            done = ouro(*path, name, str(tmp_path / "none" / "x.no"), "--none")
            assert "No such option: --none" in done.stderr, (path, name)
            writing += 1
    assert writing >= 20


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its path, also those of groups."""
    groups: list[tuple[tuple[str, ...], Any]] = [((), get_command(build_app()))]
    for path, group in groups:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                groups.append(((*path, name), command))
            else:
                yield (*path, name), command


def test_capitals_and_no_ending_are_accepted(tmp_path: Path) -> None:
    for name in ("A.PNG", "picture"):
        assert ouro("solve", UNIQUE, "--png", str(tmp_path / name)).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
