"""docs/python.md tells all of the API; `tests/tools/test_wheel.py` runs its examples."""

import re

import ouro
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
