"""The daily backup may read and write what the bot may; test_service.py runs its command."""

import re

from tests.support.paths import ROOT


def values(unit: str, name: str) -> list[str]:
    """The words of all values of a name in a unit."""
    text = (ROOT / "deploy" / unit).read_text(encoding="utf-8")
    return [
        word
        for value in re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)
        for word in value.split()
    ]


def test_it_has_the_user_and_the_settings_of_the_bot() -> None:
    for name in ("User", "Group", "WorkingDirectory", "EnvironmentFile", "StateDirectoryMode"):
        assert values("ouro-backup.service", name) == values("ouro.service", name) != []
    (data,) = (
        each for each in values("ouro.service", "Environment") if each.startswith("OURO_DATA=")
    )
    assert data in values("ouro-backup.service", "Environment")
    assert set(values("ouro.service", "StateDirectory")) < set(
        values("ouro-backup.service", "StateDirectory")
    )


def test_the_timer_starts_it_every_day() -> None:
    assert values("ouro-backup.timer", "OnCalendar")[0] == "*-*-*"
    assert values("ouro-backup.timer", "Persistent") == ["true"]
