"""The service of the daily backup runs a command that works, where it may read and write."""

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from cli.listing import build_app
from tests.support.paths import ROOT


def values(unit: str, name: str) -> list[str]:
    """The words of all values of a name in a unit."""
    text = (ROOT / "deploy" / unit).read_text(encoding="utf-8")
    return [
        word
        for value in re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)
        for word in value.split()
    ]


def test_the_command_backs_up_the_database(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'ouro.db'}"
    run = CliRunner().invoke
    assert run(build_app(), ["db", "upgrade", "--database", address]).exit_code == 0
    program, _, command = " ".join(values("ouro-backup.service", "ExecStart")).partition(" -m cli ")
    *arguments, folder = shlex.split(command)
    target = tmp_path / "backups"
    done = run(build_app(), [*arguments, str(target), "--database", address])
    assert done.exit_code == 0, done.output
    assert len(list(target.iterdir())) == 1
    assert program == " ".join(values("ouro.service", "ExecStart")).partition(" -m app")[0]
    assert folder.removeprefix("/var/lib/") in values("ouro-backup.service", "StateDirectory")


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
