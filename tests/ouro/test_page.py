"""docs/python.md tells all of the API; `tests/tools/test_wheel.py` runs its examples."""

import os
import re
from importlib.util import find_spec

import pytest

import ouro
from ouro.rendering import FORMATS
from puzzle.notation import NOTATIONS
from renderer.theme import THEMES
from solver.connectivity import METHODS
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```pycon\n(.+?)```", PAGE, re.DOTALL)


def test_code_is_an_example_or_a_command() -> None:
    kinds = re.findall(r"^```(\w+)$", PAGE, re.MULTILINE)
    assert set(kinds) == {"pycon", "sh"}
    assert kinds.count("pycon") == len(BLOCKS)


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
    names = re.findall(r"`ouro\.((?:solver|renderer|narrator)[\w.]*)`", PAGE)
    assert pages
    assert names
    for path in (ROOT / "docs" / page for page in pages):
        assert path.exists(), path
    for name in names:
        assert find_spec(name), name
    assert os.access(ROOT / "script" / "wheel", os.X_OK)
