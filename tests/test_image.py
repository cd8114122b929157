"""The container image, the composition and the unit give no right away that is not needed."""

import json
import re

from app.settings import Settings
from tests.support.paths import ROOT


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


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


def test_both_start_as_many_workers_as_the_documents_advise_and_have_memory_for_them() -> None:
    guide = " ".join(lines("docs/operating.md"))
    assert "with fewer than three, long jobs delay others" in guide
    assert "`OURO_WORKERS` \u00d7 `OURO_WORKER_MEMORY` plus 500 MB" in guide
    stated = re.search(r"`OURO_WORKERS` to (\d+) .* container to (\d+) GB of memory", guide)
    assert stated is not None
    composition = "\n".join(lines("compose.yaml"))
    unit = "\n".join(lines("deploy/ouro.service"))
    memory = Settings.model_fields["worker_memory"].default
    assert f"OURO_WORKER_MEMORY: ${{OURO_WORKER_MEMORY:-{memory}}}" in composition
    for text, workers, limit in (
        (composition, r"OURO_WORKERS: \$\{OURO_WORKERS:-(\d+)\}", r"mem_limit: (\d+)g\b"),
        (unit, r"^Environment=.*\bOURO_WORKERS=(\d+)", r"^MemoryMax=(\d+)G$"),
    ):
        numbers = [re.findall(pattern, text, re.MULTILINE) for pattern in (workers, limit)]
        assert numbers == [[stated[1]], [stated[2]]]
    assert int(stated[1]) >= 3
    assert int(stated[1]) * memory + 500 <= int(stated[2]) * 1024
    assert Settings.model_fields["workers"].default >= 3
