"""A stored value of a setting that this version does not know counts as none."""

import re
from datetime import UTC, datetime

import pytest

from service.settings import BY_NAME, TAGS, appearance_of, choose
from store.records import Player
from tests.support.packages import modules, name_of

NOW = datetime(2026, 11, 5, tzinfo=UTC)
FOREIGN: list[object] = [
    "neon",
    "",
    " dark",
    "TRUE",
    None,
    5,
    1,
    0,
    -1.5,
    [],
    ["dark"],
    {},
    {"a": 1},
]
"""Values that no setting has, though an earlier or later version might have stored them."""


@pytest.mark.parametrize("name", BY_NAME)
def test_an_unknown_value_counts_as_none(name: str) -> None:
    setting = BY_NAME[name]
    known = [True, False] if setting.is_switch else [*setting.choices] or [("1", "2")]
    for value in known:
        assert setting.of(Player(7, NOW, {name: value})) == value
    for foreign in FOREIGN:
        if setting is TAGS and isinstance(foreign, list):  # any tags are known
            continue
        player, other = Player(7, NOW, {name: foreign}), Player(8, NOW, {name: known[-1]})
        assert setting.of(player) is setting.default, foreign
        assert setting.of(player, other) == known[-1], foreign
        assert appearance_of(player) == appearance_of(None), foreign
        with pytest.raises(ValueError, match=name):
            choose({}, {name: foreign})


def test_stored_values_are_read_in_one_place() -> None:
    """Where a value that is unknown counts as none."""
    read = re.compile(r"(?<!\.c)\.settings(\[|\.(get|pop)\()")
    found = {
        name_of(path)
        for package in ("app", "bot", "service", "store", "web")
        for path in modules(package)
        if read.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"service.settings"}
