"""Commands in documents print what is shown below them, and draw the pictures that are shown."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli import Done, ouro
from tests.support.documents.commands import command_lines
from tests.support.documents.project import documents
from tests.support.paths import ROOT
from tests.support.pixels import look_alike

IMAGES = ROOT / "docs" / "images"


def shown_answers() -> Iterator[tuple[str, str]]:
    """The commands of all blocks of a console, with what is printed below each."""
    for document in documents():
        for block in document.blocks:
            if block.kind == "console":
                for part in f"\n{block.text}".replace("\\\n", "").split("\n$ ")[1:]:
                    command, _, printed = part.partition("\n")
                    yield command, printed


def other_commands() -> Iterator[str]:
    """The commands of `ouro` whose output is not shown, in the README and about generating."""
    for document in documents():
        if document.path in {"README.md", "docs/generating.md"}:
            for block in (block for block in document.blocks if block.kind == "sh"):
                yield from (line for line in command_lines(block) if line.startswith("script/ouro"))


def run(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Done:
    """Run a command of `ouro` in a folder."""
    program, *arguments = shlex.split(command, comments=True)
    assert program == "script/ouro"
    monkeypatch.chdir(folder)
    return ouro(*arguments)


@pytest.mark.parametrize(("command", "printed"), list(shown_answers()))
def test_a_command_prints_and_draws_what_is_shown(
    command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run(command, tmp_path, monkeypatch)
    assert (done.stdout or done.stderr).rstrip() == printed.rstrip()
    for drawn in tmp_path.iterdir():
        assert look_alike(drawn.read_bytes(), (IMAGES / drawn.name).read_bytes())


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(each, marks=[pytest.mark.long] if "--mask" in each else [])
        for each in other_commands()
    ],
)
def test_other_commands_work_and_draw_what_is_shown(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run(command, tmp_path, monkeypatch)
    assert done.returncode == 0, done.stderr
    for drawn in tmp_path.glob("docs/images/*"):
        assert look_alike(drawn.read_bytes(), (IMAGES / drawn.name).read_bytes())


def test_blocks_are_found() -> None:
    assert len(list(shown_answers())) > 2
    assert len(list(other_commands())) > 8
