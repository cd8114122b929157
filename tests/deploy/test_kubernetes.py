"""The manifest for worker hosts on Kubernetes agrees with the program, and gives no right away."""

import importlib
from typing import Any

import pytest

from app.worker_settings import WorkerSettings
from tests.support.paths import ROOT
from workers.host import DRAIN_SECONDS, NOTICE_SECONDS, SHUTDOWN_SECONDS

PATH = ROOT / "deploy" / "kubernetes" / "worker-hosts.yaml"
KINDS = {
    "Deployment": "apps/v1",
    "Service": "v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
    "PodDisruptionBudget": "policy/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
}
LABEL = {"app.kubernetes.io/name": "ouro-worker"}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    """The resources by kind."""
    yaml = importlib.import_module("yaml")
    found = list(yaml.safe_load_all(PATH.read_text(encoding="utf-8")))
    assert {each["kind"]: each["apiVersion"] for each in found} == KINDS
    assert len(found) == len(KINDS)
    return {each["kind"]: each for each in found}


@pytest.fixture(scope="module")
def pod(manifest: dict[str, Any]) -> Any:
    return manifest["Deployment"]["spec"]["template"]


@pytest.fixture(scope="module")
def container(pod: Any) -> Any:
    (only,) = pod["spec"]["containers"]
    return only


def test_all_resources_are_about_the_same_pods(manifest: dict[str, Any], pod: Any) -> None:
    assert LABEL.items() <= pod["metadata"]["labels"].items()
    assert manifest["Deployment"]["spec"]["selector"]["matchLabels"] == LABEL
    assert manifest["Service"]["spec"]["selector"] == LABEL
    assert manifest["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == LABEL
    assert manifest["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == LABEL
    target = manifest["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert target == {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "name": manifest["Deployment"]["metadata"]["name"],
    }


def test_the_settings_are_valid_and_ports_and_files_agree(
    manifest: dict[str, Any], pod: Any, container: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in container["env"]:
        assert each["name"].removeprefix("OURO_").lower() in WorkerSettings.model_fields
        monkeypatch.setenv(each["name"], each["value"])
    settings = WorkerSettings()
    assert container["command"] == ["ouro", "worker"]
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert ports == {"jobs": settings.worker_port, "health": settings.http_port}
    (service,) = manifest["Service"]["spec"]["ports"]
    assert (service["port"], service["targetPort"]) == (settings.worker_port, "jobs")
    assert settings.tls_files is not None
    volumes = {each["name"]: each for each in pod["spec"]["volumes"]}
    mounts = {each["mountPath"]: volumes[each["name"]] for each in container["volumeMounts"]}
    assert set(mounts) == {"/tls", "/tmp"}  # noqa: S108 - workers meet there
    assert settings.tls_files.key.is_relative_to("/tls")
    assert mounts["/tls"]["secret"]["defaultMode"] == 0o440
    memory = settings.workers * settings.worker_memory + 500
    assert memory <= int(container["resources"]["limits"]["memory"].removesuffix("Gi")) * 1024


def test_health_decides_who_gets_jobs_and_a_stopped_host_may_finish(
    pod: Any, container: Any
) -> None:
    for probe, path in (
        ("startupProbe", "/readyz"),
        ("readinessProbe", "/readyz"),
        ("livenessProbe", "/healthz"),
    ):
        assert container[probe]["httpGet"] == {"path": path, "port": "health"}
    ready = container["readinessProbe"]
    assert ready["periodSeconds"] * ready["failureThreshold"] < NOTICE_SECONDS
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    assert grace > NOTICE_SECONDS + DRAIN_SECONDS + SHUTDOWN_SECONDS


def test_a_pod_has_no_right_that_it_does_not_need(pod: Any, container: Any) -> None:
    assert pod["spec"]["automountServiceAccountToken"] is False
    assert not {"hostNetwork", "hostPID", "hostIPC", "initContainers"} & pod["spec"].keys()
    security = pod["spec"]["securityContext"]
    assert security["runAsNonRoot"] is True
    assert security["runAsUser"] > 999
    assert security["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "privileged": False,
        "capabilities": {"drop": ["ALL"]},
    }


def test_the_network_is_closed_but_for_jobs_and_metrics(manifest: dict[str, Any]) -> None:
    policy = manifest["NetworkPolicy"]["spec"]
    assert set(policy["policyTypes"]) == {"Ingress", "Egress"}
    assert policy["egress"] == []
    by_port = {rule["ports"][0]["port"]: rule["from"] for rule in policy["ingress"]}
    assert set(by_port) == {"jobs", "health"}
    assert all(len(rule["ports"]) == 1 for rule in policy["ingress"])
    assert all("podSelector" in each for peers in by_port.values() for each in peers)


def test_hosts_come_quickly_and_go_slowly(manifest: dict[str, Any]) -> None:
    scaler = manifest["HorizontalPodAutoscaler"]["spec"]
    assert 2 <= scaler["minReplicas"] < scaler["maxReplicas"]
    assert scaler["metrics"][0]["resource"]["name"] == "cpu"
    behavior = scaler["behavior"]
    up, down = (behavior[way]["stabilizationWindowSeconds"] for way in ("scaleUp", "scaleDown"))
    assert up < down
    rolling = manifest["Deployment"]["spec"]["strategy"]["rollingUpdate"]
    assert rolling == {"maxUnavailable": 0, "maxSurge": 1}
    assert "replicas" not in manifest["Deployment"]["spec"]
