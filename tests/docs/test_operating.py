"""The tables of docs/operating.md say what the code does."""

import importlib

import pytest

from app.settings import Settings
from tests.support.paths import ROOT
from workers.setup import WorkerLimits

TEXT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
NAMES = {
    "token": "DISCORD_TOKEN",
    "api_base": "DISCORD_API_BASE",
    "gateway": "DISCORD_GATEWAY_URL",
}
IN_WORDS = {"data": "`.ouro` beside the code", "workers": "number of CPUs, at least 3, at most 4"}


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    _, _, after = TEXT.partition(f"\n## {section}\n")
    lines = [line for line in after.partition("\n## ")[0].splitlines() if line[:1] == "|"]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_setting_is_listed_with_its_default(name: str) -> None:
    listed = {cells[0].strip("`"): cells[1] for cells in rows("Settings")}
    default = Settings.model_fields[name].default
    shown = IN_WORDS.get(name) or ("none" if default is None else str(default))
    if isinstance(default, float):
        shown = f"{default:g}"
    assert listed[NAMES.get(name, f"OURO_{name.upper()}")].strip("`") == shown.strip("`")


def test_no_other_setting_is_listed() -> None:
    assert len(rows("Settings")) == len(Settings.model_fields)


@pytest.mark.parametrize("cells", rows("Limits"), ids=lambda cells: str(cells[0]))
def test_a_limit_has_the_value_of_its_constant(cells: list[str]) -> None:
    path = cells[2].strip("`").split(".")
    if path[-2] == "WorkerLimits":
        value: object = getattr(WorkerLimits(1), path[-1])
    else:
        depth = next(at for at, part in enumerate(path) if part.isupper())
        value = importlib.import_module(".".join(path[:depth]))
        for part in path[depth:]:
            value = getattr(value, part)
    assert cells[1] == str(value)
