"""docs/python.md shows what the API does."""

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest

import ouro
from ouro.rendering import FORMATS
from puzzle.notation import NOTATIONS
from renderer.theme import THEMES
from solver.connectivity import METHODS
from tests.support.cli import ENVIRONMENT
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```pycon\n(.+?)```", PAGE, re.DOTALL)
PROGRAM = ".venv/bin/python -m ouro "


def test_examples_give_what_is_shown() -> None:
    """Each block knows the names of those before it."""
    names: dict[str, object] = {}
    tried = 0
    for block in BLOCKS:
        line = PAGE[: PAGE.index(block)].count("\n")
        test = doctest.DocTestParser().get_doctest(block, names, "python.md", "python.md", line)
        output: list[str] = []
        done = doctest.DocTestRunner().run(test, out=output.append, clear_globs=False)
        assert not done.failed, "".join(output)
        names |= test.globs
        tried += done.attempted
    assert tried > 30


def test_code_is_an_example_or_a_command() -> None:
    kinds = re.findall(r"^```(\w+)$", PAGE, re.MULTILINE)
    assert set(kinds) == {"pycon", "sh"}
    assert kinds.count("pycon") == len(BLOCKS)


def test_the_command_line_runs_as_shown() -> None:
    (line,) = (line for line in PAGE.splitlines() if line.startswith(PROGRAM))
    arguments = shlex.split(line.removeprefix(PROGRAM), comments=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ouro", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=True,
    )
    assert "Exactly one solution" in done.stdout


def test_every_function_is_in_the_table() -> None:
    _, _, after = PAGE.partition("| Function | Takes | Returns |")
    rows = after.partition("\n\n")[0].splitlines()[2:]
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert listed == {name for name in ouro.__all__ if name.islower()}


@pytest.mark.parametrize("names", [METHODS, THEMES], ids=["methods", "themes"])
def test_choices_are_listed(names: dict[str, object]) -> None:
    assert all(f'"{name}"' in PAGE for name in names)


def test_docstrings_list_choices() -> None:
    for function, names in (
        (ouro.solve, METHODS),
        (ouro.write, NOTATIONS),
        (ouro.render, (*FORMATS, *THEMES)),
        (ouro.generate, [level.name.lower() for level in ouro.Difficulty]),
        (ouro.generate, [symmetry.value for symmetry in ouro.Symmetry]),
    ):
        assert all(f'"{name}"' in (function.__doc__ or "") for name in names), function


def test_values_that_are_named_exist() -> None:
    for kind, name in re.findall(r"`(Outcome|NoStep|NotRated)\.(\w+)`", PAGE):
        assert name in getattr(ouro, kind).__members__


def test_what_it_points_to_exists() -> None:
    pages = re.findall(r"\]\(([\w./]+\.md)", PAGE)
    paths = re.findall(r"`((?:solver|renderer|script)/[\w./]+)`", PAGE)
    assert pages
    assert paths
    for path in (*(ROOT / "docs" / page for page in pages), *(ROOT / path for path in paths)):
        assert path.exists(), path
    assert os.access(ROOT / "script" / "ouro", os.X_OK)
