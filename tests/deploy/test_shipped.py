"""Each file for operators and for GitHub is verified by the program or schema of its reader."""

import importlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import jsonschema_rs
import pytest

from tests.support.deployment import dashboard, resources
from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT
from tests.support.proxy import caddy

SHIPPED = sorted(
    str(path.relative_to(ROOT))
    for pattern in ("deploy/**/*", "compose*.y*ml", ".github/**/*")
    for path in ROOT.glob(pattern)
    if path.is_file()
)


def program(name: str) -> str:
    """The path of a program; skips the test, or fails it in CI, without one."""
    return shutil.which(name) or skip_or_fail(f"there is no {name}")


def output(*command: str | Path) -> str:
    """What a command prints, errors too; it must end with 0."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def verify_unit(path: str, folder: Path) -> None:
    """`systemd-analyze verify` says nothing; it ends with 0 also for keys it does not know."""
    name = Path(path).name.replace("@.", "@board.example.org.")
    for unit in (ROOT / "deploy").glob("*.*"):
        if unit.suffix in {".service", ".timer"}:  # the programs need not be on this machine
            text = re.sub(r"(?m)^ExecStart=/\S+", "ExecStart=/bin/sh", unit.read_text("utf-8"))
            (folder / unit.name).write_text(text, encoding="utf-8")
    if "@" in name:
        shutil.copy(folder / Path(path).name, folder / name)
    assert output(program("systemd-analyze"), "verify", "--man=no", folder / name) == ""


def verify_by_schema(schema: str) -> Callable[[str, Path], None]:
    """The file is as a schema that check-jsonschema brings demands."""

    def verify(path: str, _: Path) -> None:
        folder = Path(str(importlib.import_module("check_jsonschema").__file__)).parent
        found = folder / "builtin_schemas" / "vendor" / f"{schema}.json"
        (document,) = resources(path)
        if True in document:  # YAML 1.1 reads `on` as true
            document["on"] = document.pop(True)
        validator = jsonschema_rs.validator_for(json.loads(found.read_text("utf-8")))
        errors = list(validator.iter_errors(document))
        assert not errors, [(each.instance_path, each.message) for each in errors]

    return verify


def verify_manifest(path: str, _: Path) -> None:
    """Kubernetes knows each resource and each field, in the newest version of the schemas."""
    kubernetes = importlib.import_module("kubernetes_validate")
    for resource in resources(path):
        kubernetes.validate(resource, kubernetes.latest_version(), strict=True)


def verify_alerts(path: str, _: Path) -> None:
    """`promtool` reads the rules, where Prometheus is; test_alerts.py knows their metrics."""
    promtool = shutil.which("promtool") or pytest.skip("there is no promtool")
    assert "SUCCESS" in output(promtool, "check", "rules", ROOT / path)


def verify_script(path: str, _: Path) -> None:
    """Bash can read it; test_service.py runs it."""
    assert output(program("bash"), "-n", ROOT / path) == ""


def verify_dask(path: str, _: Path) -> None:
    """Dask knows each setting, by the names of its own file; test_cluster.py uses them."""
    known = importlib.import_module("distributed.config").defaults
    (settings,) = resources(path)
    for section, values in settings.pop("distributed").items():
        assert values.keys() <= known["distributed"][section].keys()
    assert settings.keys() <= importlib.import_module("dask.config").config.keys()


def verify_caddyfile(path: str, _: Path) -> None:
    """Caddy reads it, where it is; test_page.py runs it."""
    variables = {"PAGE_HOST": "board.example.org", "PAGE_PATH": "/a", "PAGE_BOTS": "a:1 b:1"}
    adapt = ("env", *(f"{name}={value}" for name, value in variables.items()), caddy(), "validate")
    assert "Valid configuration" in output(*adapt, "--config", ROOT / path)


def verify_dashboard(_: str, __: Path) -> None:
    """It is JSON with panels; test_grafana.py knows their metrics."""
    assert dashboard()["panels"]


VERIFIERS: dict[str, Callable[[str, Path], None]] = {
    "deploy/*.service": verify_unit,
    "deploy/*.timer": verify_unit,
    "deploy/kubernetes/*.yaml": verify_manifest,
    "deploy/alerts.yaml": verify_alerts,
    "deploy/grafana.json": verify_dashboard,
    "deploy/ouro": verify_script,
    "deploy/dask.yaml": verify_dask,
    "deploy/Caddyfile": verify_caddyfile,
    "compose*.yaml": verify_by_schema("compose-spec"),
    ".github/workflows/*.yml": verify_by_schema("github-workflows"),
}


@pytest.mark.parametrize("path", SHIPPED)
def test_a_shipped_file_is_verified(path: str, tmp_path: Path) -> None:
    verifiers = [verify for pattern, verify in VERIFIERS.items() if fnmatch(path, pattern)]
    assert len(verifiers) == 1, f"nothing verifies {path}: give its kind a line in VERIFIERS"
    verifiers[0](path, tmp_path)
