"""The settings in `.env`: what the scripts read of it, and what its example offers."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.settings import Settings
from tests.support.paths import ROOT

BASH = shutil.which("bash") or "bash"
EXAMPLE = ROOT / ".env.example"


def read(folder: Path, text: str, name: str = "DISCORD_TOKEN", **variables: str) -> str | None:
    """The value of a variable after the scripts have read a text as `.env`; None if it is unset."""
    (folder / "script").mkdir()
    shutil.copy(ROOT / "script" / "environment", folder / "script")
    (folder / ".env").write_bytes(text.encode())
    commands = f'source script/environment; read_settings; printf "%s" "${{{name}-(unset)}}"'
    done = subprocess.run(
        [BASH, "-euc", commands],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return None if done.stdout == "(unset)" else done.stdout


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("DISCORD_TOKEN=a.b-c_d\n", "a.b-c_d"),
        ("# DISCORD_TOKEN=x\n\nDISCORD_TOKEN=a=b=\n", "a=b="),
        ("DISCORD_TOKEN=a", "a"),
        ("DISCORD_TOKEN=a\r\nOURO_WORKERS=3\r\n", "a"),
        ('DISCORD_TOKEN="a b"\n', "a b"),
        ("DISCORD_TOKEN='a'\n", "a"),
        ("DISCORD_TOKEN=\n", ""),
        ("DISCORD_TOKEN\n", None),
        ("", None),
    ],
)
def test_a_setting_is_read(tmp_path: Path, text: str, value: str | None) -> None:
    assert read(tmp_path, text) == value


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, "DISCORD_TOKEN=a\n", DISCORD_TOKEN="") == ""


@pytest.mark.parametrize("code", ["$(touch ran)", "`touch ran`", "a; touch ran", "$HOME", "a\\nb"])
def test_nothing_in_the_file_is_run(tmp_path: Path, code: str) -> None:
    assert read(tmp_path, f"touch ran\nDISCORD_TOKEN={code}\n") == code
    assert not (tmp_path / "ran").exists()


def test_every_setting_is_read(tmp_path: Path) -> None:
    fields = Settings.model_fields.items()
    names = [str(each.validation_alias or f"OURO_{name.upper()}") for name, each in fields]
    text = "".join(f"{name}=1\n" for name in names)
    assert read(tmp_path, text, "-(unset)}${".join(names)) == "1" * len(names)


def test_only_settings_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "PYTHONPATH=/elsewhere\n", "PYTHONPATH") == str(tmp_path)


def test_the_example_has_the_settings_that_the_container_reads() -> None:
    offered = dict(re.findall(r"^(\w+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    composition = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    defaults = dict(re.findall(r"\$\{(\w+):-(\w*)\}", composition))
    assert offered == {"DISCORD_TOKEN": "", "COMPOSE_PROFILES": "", **defaults}
    known = {str(field.validation_alias or name) for name, field in Settings.model_fields.items()}
    assert {name.removeprefix("OURO_").lower() for name in defaults} <= known
