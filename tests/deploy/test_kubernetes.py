"""The manifests for Kubernetes agree with the programs, and pods may do no more than they need."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from app.health import CHECK_SECONDS, health_app
from app.main import LOGOUT_SECONDS
from app.settings import Settings
from service.version import VERSION
from store.shards import ShardRange
from telemetry.metrics import Metrics
from tests.support.deployment import resources

SECRETS = {
    "DISCORD_TOKEN": "secret",
    "OURO_DATABASE": "postgresql://ouro:secret@postgres/ouro",
    "PGPASSWORD": "secret",
    "OURO_SHARDS": "ordinal:4/12",
    "OURO_CLUSTER": "tls://ouro-scheduler:8786",
    "OURO_WEB_URL": "board.example.org",
    "OURO_CLIENT_SECRET": "secret",
}
"""What is in the secret of the bot."""


def kinds(file: str) -> dict[str, Any]:
    """The resources of a manifest by their kinds, of which each occurs once."""
    found = resources(f"deploy/kubernetes/{file}")
    assert len({each["kind"] for each in found}) == len(found)
    return {each["kind"]: each for each in found}


def part_of(resources: Sequence[Any], name: str) -> dict[str, Any]:
    """The resources of a program by their kinds, of several in one manifest."""
    return {each["kind"]: each for each in resources if each["metadata"]["name"] == name}


CLUSTER = resources("deploy/kubernetes/cluster.yaml")
BOT = kinds("bot.yaml")
SCHEDULER, WORKER = part_of(CLUSTER, "ouro-scheduler"), part_of(CLUSTER, "ouro-worker")
PODS = pytest.mark.parametrize(
    "manifest", [BOT, SCHEDULER, WORKER], ids=["bot", "scheduler", "worker"]
)


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


@PODS
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

    def test_its_labels_agree(self, manifest: dict[str, Any]) -> None:
        pods, policy = workload(manifest), manifest["NetworkPolicy"]
        selected = pods["selector"]["matchLabels"]
        assert selected.items() <= pods["template"]["metadata"]["labels"].items()
        assert policy["spec"]["podSelector"]["matchLabels"] == selected
        if service := manifest.get("Service"):
            assert service["spec"]["selector"] == selected


def test_the_settings_of_the_bot_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(BOT, monkeypatch)
    settings = Settings()
    assert settings.token is not None
    assert settings.database_address == SECRETS["OURO_DATABASE"]
    mounted = {each["name"]: each["mountPath"] for each in container(BOT)["volumeMounts"]}
    assert mounted["data"] == str(settings.data)
    ports = {each["name"]: each["containerPort"] for each in container(BOT)["ports"]}
    assert ports == {"health": settings.http_port, "page": settings.web_port}
    names = {
        "DISCORD_TOKEN",
        "PGPASSWORD",
        *(f"OURO_{name.upper()}" for name in Settings.model_fields),
    }
    assert {each["name"] for each in container(BOT)["env"]} <= names


def test_the_number_of_a_pod_chooses_its_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(BOT, monkeypatch)
    assert BOT["StatefulSet"]["metadata"]["name"] == "ouro-bot"
    assert Settings().shards == ShardRange(8, 11, 12)


def test_the_bot_has_time_to_answer_probes_and_to_stop() -> None:
    assert container(BOT)["readinessProbe"]["timeoutSeconds"] > CHECK_SECONDS
    assert pod(BOT)["terminationGracePeriodSeconds"] > LOGOUT_SECONDS + 5


def test_the_probes_of_the_bot_ask_what_is_answered() -> None:
    paths = {each.canonical for each in health_app(Metrics(), {}).router.resources()}
    probes = [value for name, value in container(BOT).items() if name.endswith("Probe")]
    assert len(probes) == 3
    for probe in probes:
        assert probe["httpGet"] == {"path": probe["httpGet"]["path"], "port": "health"}
        assert probe["httpGet"]["path"] in paths
    assert container(BOT)["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert container(BOT)["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_the_workers_of_the_bot_fit_into_its_memory() -> None:
    given = {each["name"]: each.get("value") for each in container(BOT)["env"]}
    assert fits(BOT, int(given["OURO_WORKERS"]), int(given["OURO_WORKER_MEMORY"]))


def fits(manifest: Mapping[str, Any], workers: int, memory: int) -> bool:
    """Whether workers with so many MiB each fit into the memory of a container."""
    limit = container(manifest)["resources"]["limits"]["memory"]
    return workers * memory + 500 <= int(limit.removesuffix("Gi")) * 1024


def option(manifest: Mapping[str, Any], name: str) -> str:
    """The value of an option of the command."""
    command = container(manifest)["command"]
    return str(command[command.index(name) + 1])


def test_the_processes_of_a_worker_fit_into_its_memory() -> None:
    assert fits(WORKER, int(option(WORKER, "--nthreads")), Settings().worker_memory)


@pytest.mark.parametrize("manifest", [SCHEDULER, WORKER], ids=["scheduler", "worker"])
def test_the_cluster_is_called_at_the_ports_that_it_opens(manifest: dict[str, Any]) -> None:
    ports = {each["name"]: each["containerPort"] for each in container(manifest)["ports"]}
    port = "--port" if manifest is SCHEDULER else "--worker-port"
    assert str(ports["jobs"]) == option(manifest, port)
    assert f":{ports['health']}" == option(manifest, "--dashboard-address")
    for kind in ("readinessProbe", "livenessProbe"):
        assert container(manifest)[kind]["httpGet"] == {"path": "/health", "port": "health"}


def test_workers_find_the_scheduler() -> None:
    (port,) = SCHEDULER["Service"]["spec"]["ports"]
    name = SCHEDULER["Service"]["metadata"]["name"]
    assert f"tls://{name}:{port['port']}" in container(WORKER)["command"]
