"""The container image has every package it needs, and is started as it should be."""

import json
import re

from app.settings import Settings
from tests.support.paths import ROOT, SHIPPED


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


def test_the_image_has_every_package_that_runs() -> None:
    let_in = {line[1:] for line in lines(".dockerignore") if line[:1] == "!"}
    assert let_in == {*SHIPPED, "requirements-image.lock"}


def test_the_image_runs_as_a_user_of_its_own_and_can_be_asked_how_it_is() -> None:
    text = "\n".join(lines("Dockerfile"))
    user = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert len(user) == 1
    assert int(user[0]) > 999
    command = re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", text, re.MULTILINE)
    assert command is not None
    assert json.loads(command[1]) == ["ouro", "health"]
    variables = set(re.findall(r"\b(OURO_[A-Z_]+)=", text))
    assert "OURO_HTTP_PORT" in variables
    assert {name.removeprefix("OURO_").lower() for name in variables} <= set(Settings.model_fields)


def test_the_composition_takes_every_right_away_that_is_not_needed() -> None:
    text = {line.strip() for line in lines("compose.yaml")}
    assert {"read_only: true", "cap_drop: [ALL]", "- no-new-privileges:true"} <= text
    assert "- ouro-data:/var/lib/ouro" in text
    assert any(line.startswith("- /tmp:") for line in text)  # workers meet there


def test_the_unit_takes_every_right_away_that_is_not_needed() -> None:
    unit = dict(line.split("=", 1) for line in lines("deploy/ouro.service") if "=" in line)
    for name, value in {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "PrivateTmp": "yes",
        "CapabilityBoundingSet": "",
        "MemoryDenyWriteExecute": "yes",
        "User": "ouro",
    }.items():
        assert unit[name] == value
    assert "DISCORD_TOKEN" not in unit.get("Environment", "")


def test_both_leave_more_time_to_stop_than_the_bot_takes() -> None:
    from app.main import LOGOUT_SECONDS

    unit = dict(line.split("=", 1) for line in lines("deploy/ouro.service") if "=" in line)
    assert int(unit["TimeoutStopSec"]) > LOGOUT_SECONDS + 5
    grace = re.search(r"stop_grace_period: (\d+)s", "\n".join(lines("compose.yaml")))
    assert grace is not None
    assert int(grace[1]) > LOGOUT_SECONDS + 5
