"""Deployment files give settings that exist, and hosts the time that they need to stop."""

import re
from typing import Any

import pytest

from app.settings import Settings
from app.worker_settings import WorkerSettings
from tests.support.deployment import resources
from tests.support.paths import ROOT
from workers.host import DRAIN_SECONDS, NOTICE_SECONDS, SHUTDOWN_SECONDS

STOPPING = NOTICE_SECONDS + DRAIN_SECONDS + SHUTDOWN_SECONDS


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    (composition,) = resources("compose.scale.yaml")
    found: dict[str, Any] = composition["services"]
    return found


@pytest.fixture(scope="module")
def pod() -> Any:
    """The worker hosts on Kubernetes."""
    found = {each["kind"]: each for each in resources("deploy/kubernetes/worker-hosts.yaml")}
    return found["Deployment"]["spec"]["template"]["spec"]


def test_settings_of_the_composition_exist(services: dict[str, Any]) -> None:
    haproxy = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    read = set(re.findall(r"\$\{(\w+)", haproxy))
    assert services["balancer"]["environment"].keys() <= read
    for name in ("worker1", "bot1"):
        given = services[name]["environment"].keys() - {"DISCORD_TOKEN"}
        assert {each.removeprefix("OURO_").lower() for each in given} <= set(Settings.model_fields)


def test_settings_on_kubernetes_are_valid_and_ports_agree(
    pod: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (container,) = pod["containers"]
    for each in container["env"]:
        assert each["name"].removeprefix("OURO_").lower() in WorkerSettings.model_fields
        monkeypatch.setenv(each["name"], each["value"])
    settings = WorkerSettings()
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert ports == {"jobs": settings.worker_port, "health": settings.http_port}
    assert settings.tls_files is not None
    assert settings.tls_files.key.is_relative_to("/tls")
    memory = settings.workers * settings.worker_memory + 500
    assert memory <= int(container["resources"]["limits"]["memory"].removesuffix("Gi")) * 1024


def test_a_stopped_host_may_finish_its_jobs(services: dict[str, Any], pod: Any) -> None:
    assert pod["terminationGracePeriodSeconds"] > STOPPING
    for name in ("worker1", "worker2"):
        assert int(services[name]["stop_grace_period"].removesuffix("s")) > STOPPING
    ready = pod["containers"][0]["readinessProbe"]
    assert ready["periodSeconds"] * ready["failureThreshold"] < NOTICE_SECONDS
