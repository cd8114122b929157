"""The manifests for Kubernetes agree with the programs, and pods may do no more than they need."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.health import CHECK_SECONDS, health_app
from app.main import LOGOUT_SECONDS
from app.settings import Settings
from app.worker_settings import WorkerSettings
from service.version import VERSION
from store.shards import ShardRange
from telemetry.metrics import Metrics
from tests.support.deployment import resources
from workers.host import DRAIN_SECONDS, NOTICE_SECONDS, SHUTDOWN_SECONDS

SECRETS = {
    "DISCORD_TOKEN": "secret",
    "OURO_DATABASE": "postgresql://ouro:secret@postgres/ouro",
    "OURO_SHARDS": "ordinal:4/12",
}
"""What is in the secret of the bot."""


def kinds(file: str) -> dict[str, Any]:
    """The resources of a manifest by their kinds, of which each occurs once."""
    found = resources(f"deploy/kubernetes/{file}")
    assert len({each["kind"] for each in found}) == len(found)
    return {each["kind"]: each for each in found}


BOT, WORKERS = kinds("bot.yaml"), kinds("worker-hosts.yaml")


def workload(manifest: Mapping[str, Any]) -> Any:
    """The specification of what makes the pods."""
    return (manifest.get("StatefulSet") or manifest["Deployment"])["spec"]


def pod(manifest: Mapping[str, Any]) -> Any:
    """The specification of the pods."""
    return workload(manifest)["template"]["spec"]


def container(manifest: Mapping[str, Any]) -> Any:
    """The only container of the pods."""
    (found,) = pod(manifest)["containers"]
    return found


def set_variables(manifest: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment and the host name of the third pod, with what is in the secret."""
    for each in container(manifest)["env"]:
        name = each["name"]
        if "valueFrom" in each:
            reference = each["valueFrom"]["secretKeyRef"]
            assert (reference["name"], reference["key"]) == ("ouro-bot", name)
            assert reference.get("optional", False) == (name != "DISCORD_TOKEN")
        monkeypatch.setenv(name, each.get("value") or SECRETS[name])
    monkeypatch.setattr("socket.gethostname", lambda: "ouro-bot-2")


@pytest.mark.parametrize("manifest", [BOT, WORKERS], ids=["bot", "worker hosts"])
class TestEveryPod:
    def test_it_has_few_rights(self, manifest: dict[str, Any]) -> None:
        found = pod(manifest)
        assert found["automountServiceAccountToken"] is False
        assert found.keys().isdisjoint({"hostNetwork", "hostPID", "hostIPC", "serviceAccountName"})
        whole = found["securityContext"]
        assert whole["runAsNonRoot"] is True
        assert whole["runAsUser"] == whole["runAsGroup"] == whole["fsGroup"] == 10001
        assert whole["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container(manifest)["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "privileged": False,
            "capabilities": {"drop": ["ALL"]},
        }
        assert not any("hostPath" in volume for volume in found["volumes"])

    def test_its_image_is_of_this_version(self, manifest: dict[str, Any]) -> None:
        assert container(manifest)["image"] == f"ouro:{VERSION}"

    def test_its_workers_fit_into_its_memory(self, manifest: dict[str, Any]) -> None:
        given = {each["name"]: each.get("value") for each in container(manifest)["env"]}
        memory = int(given["OURO_WORKERS"]) * int(given["OURO_WORKER_MEMORY"]) + 500
        limit = container(manifest)["resources"]["limits"]["memory"]
        assert memory <= int(limit.removesuffix("Gi")) * 1024

    def test_it_mounts_every_volume(self, manifest: dict[str, Any]) -> None:
        mounted = [each["name"] for each in container(manifest)["volumeMounts"]]
        claims = workload(manifest).get("volumeClaimTemplates", ())
        own = [each["metadata"]["name"] for each in claims]
        assert mounted == own + [each["name"] for each in pod(manifest)["volumes"]]

    def test_its_probes_ask_what_is_answered(self, manifest: dict[str, Any]) -> None:
        paths = {each.canonical for each in health_app(Metrics(), {}).router.resources()}
        named = {each["name"] for each in container(manifest)["ports"]}
        probes = [value for name, value in container(manifest).items() if name.endswith("Probe")]
        assert len(probes) == 3
        for probe in probes:
            assert probe["httpGet"]["path"] in paths
            assert probe["httpGet"]["port"] in named
        assert container(manifest)["livenessProbe"]["httpGet"]["path"] == "/healthz"
        assert container(manifest)["readinessProbe"]["httpGet"]["path"] == "/readyz"

    def test_its_labels_agree(self, manifest: dict[str, Any]) -> None:
        pods, policy = workload(manifest), manifest["NetworkPolicy"]
        selected = pods["selector"]["matchLabels"]
        assert selected.items() <= pods["template"]["metadata"]["labels"].items()
        assert policy["spec"]["podSelector"]["matchLabels"] == selected
        assert manifest["Service"]["spec"]["selector"] == selected


def test_the_settings_of_the_bot_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(BOT, monkeypatch)
    settings = Settings()
    assert settings.token is not None
    assert settings.database_address == SECRETS["OURO_DATABASE"]
    ports = {each["name"]: each["containerPort"] for each in container(BOT)["ports"]}
    assert ports == {"health": settings.http_port}
    for each in container(BOT)["env"]:
        name = each["name"].removeprefix("OURO_").lower()
        assert name in Settings.model_fields or name == "discord_token"


def test_the_data_of_the_bot_is_on_the_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(BOT, monkeypatch)
    (path,) = (
        each["mountPath"] for each in container(BOT)["volumeMounts"] if each["name"] == "data"
    )
    assert path == str(Settings().data)
    (claim,) = workload(BOT)["volumeClaimTemplates"]
    assert claim["metadata"]["name"] == "data"


def test_each_bot_has_a_number_and_a_volume_of_its_own() -> None:
    found, service = workload(BOT), BOT["Service"]
    assert found["replicas"] == 1
    assert (found["podManagementPolicy"], found["updateStrategy"]) == (
        "Parallel",
        {"type": "RollingUpdate"},
    )
    assert found["serviceName"] == service["metadata"]["name"]
    assert service["spec"]["clusterIP"] == "None"


def test_the_number_of_a_pod_chooses_its_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(BOT, monkeypatch)
    assert BOT["StatefulSet"]["metadata"]["name"] == "ouro-bot"
    assert Settings().shards == ShardRange(8, 11, 12)


def test_the_bot_has_time_to_answer_probes_and_to_stop() -> None:
    assert container(BOT)["readinessProbe"]["timeoutSeconds"] > CHECK_SECONDS
    assert pod(BOT)["terminationGracePeriodSeconds"] > LOGOUT_SECONDS + 5


def test_workers_take_jobs_from_the_bot() -> None:
    (jobs, _) = WORKERS["NetworkPolicy"]["spec"]["ingress"]
    (allowed,) = jobs["from"][0]["podSelector"]["matchExpressions"]
    name = workload(BOT)["template"]["metadata"]["labels"][allowed["key"]]
    assert name in allowed["values"]


def test_the_settings_of_a_worker_host_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(WORKERS, monkeypatch)
    settings = WorkerSettings()
    for each in container(WORKERS)["env"]:
        assert each["name"].removeprefix("OURO_").lower() in WorkerSettings.model_fields
    ports = {each["name"]: each["containerPort"] for each in container(WORKERS)["ports"]}
    assert ports == {"jobs": settings.worker_port, "health": settings.http_port}
    assert settings.tls_files is not None
    assert settings.tls_files.key.is_relative_to("/tls")


def test_a_stopped_host_may_finish_its_jobs() -> None:
    stopping = NOTICE_SECONDS + DRAIN_SECONDS + SHUTDOWN_SECONDS
    assert pod(WORKERS)["terminationGracePeriodSeconds"] > stopping
    ready = container(WORKERS)["readinessProbe"]
    assert ready["periodSeconds"] * ready["failureThreshold"] < NOTICE_SECONDS
