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


def commands_of_readme() -> Iterator[str]:
    """The commands of `ouro` in the README whose output is not shown."""
    (readme,) = (document for document in documents() if document.path == "README.md")
    for block in readme.blocks:
        if block.kind == "sh":
            lines = (line for _, line in command_lines(block.text, block.kind))
            yield from (line for line in lines if line.startswith("script/ouro "))


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


@pytest.mark.parametrize("command", list(commands_of_readme()))
def test_a_command_of_the_readme_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run(command, tmp_path, monkeypatch)
    assert done.returncode == 0, done.stderr


def test_blocks_with_answers_are_found() -> None:
    programs = [shlex.split(command)[1] for command, _ in shown_answers()]
    assert {"hint", "generate"} <= set(programs)
    assert len(list(commands_of_readme())) > 1
