"""`compose.scale.yaml` agrees with the settings and the configuration of HAProxy."""

import importlib
import re
from typing import Any

import pytest

from app.settings import Settings
from tests.support.paths import ROOT
from tools.worker_hosts import HAPROXY_CONFIGURATION
from workers.host import DRAIN_SECONDS, NOTICE_SECONDS, SHUTDOWN_SECONDS


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    yaml = importlib.import_module("yaml")
    text = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def test_it_has_the_shape_of_the_manual(services: dict[str, Any]) -> None:
    assert set(services) == {"worker1", "worker2", "balancer", "database", "bot1", "bot2"}
    for name in ("worker1", "worker2"):
        assert services[name]["command"] == ["ouro", "worker"]
        assert services[name]["networks"] == ["workers"]
        grace = int(services[name]["stop_grace_period"].removesuffix("s"))
        assert grace > NOTICE_SECONDS + DRAIN_SECONDS + SHUTDOWN_SECONDS
    for name in ("worker1", "worker2", "balancer", "bot1", "bot2"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


def test_its_settings_exist(services: dict[str, Any]) -> None:
    read = set(re.findall(r"\$\{(\w+)", HAPROXY_CONFIGURATION.read_text(encoding="utf-8")))
    assert services["balancer"]["environment"].keys() <= read
    for name in ("worker1", "bot1"):
        given = services[name]["environment"].keys() - {"DISCORD_TOKEN"}
        assert {each.removeprefix("OURO_").lower() for each in given} <= set(Settings.model_fields)


def test_the_balancer_knows_how_many_workers_hosts_have(services: dict[str, Any]) -> None:
    workers = int(services["worker1"]["environment"]["OURO_WORKERS"])
    balancer = services["balancer"]["environment"]
    limits = [int(balancer[f"OURO_HOST_{name}"]) for name in ("WORKERS", "SLOW", "LONG")]
    assert limits == [workers, max(1, workers - 1), max(1, workers - 2)]
    port = services["worker1"]["environment"]["OURO_WORKER_PORT"]
    assert balancer["OURO_HOST_1"] == f"worker1:{port}"
    assert services["bot1"]["environment"]["OURO_WORKERS_URL"] == "https://balancer:8770"
    assert balancer["OURO_BALANCER_ADDRESS"] == ":8770"
