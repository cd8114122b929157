"""What the image, the composition and the unit set agrees with the program; the image works."""

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL

import pytest

from app.main import LOGOUT_SECONDS
from app.settings import Settings
from tests.support.cli import ENVIRONMENT, PROGRAM
from tests.support.dask_cluster import cluster, dask_variables
from tests.support.image import Image, build, megabytes
from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT
from tests.support.waiting import until
from tools.programs import free_port
from web.connections import MOST, RESERVE
from workers.worker_process import WORKER_TASKS

FIELDS = Settings.model_fields


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def least(pattern: str, name: str) -> int:
    """The least of the numbers that stand in a file."""
    return min(map(int, re.findall(pattern, text(name), re.MULTILINE)))


def number(pattern: str, name: str) -> int:
    """The number that stands in a file, in one place only."""
    (found,) = re.findall(pattern, text(name), re.MULTILINE)
    return int(found)


def test_the_settings_of_the_image_exist() -> None:
    variables = set(re.findall(r"\b(OURO_[A-Z_]+)=", text("Dockerfile")))
    assert "OURO_HTTP_PORT" in variables
    assert {name.removeprefix("OURO_").lower() for name in variables} <= set(FIELDS)


def test_both_leave_more_time_to_stop_than_the_bot_takes() -> None:
    assert number(r"^TimeoutStopSec=(\d+)$", "deploy/ouro.service") > LOGOUT_SECONDS + 5
    assert number(r"stop_grace_period: (\d+)s$", "compose.yaml") > LOGOUT_SECONDS + 5


def test_all_leave_the_bot_threads_that_workers_cannot_take() -> None:
    """Of asyncio at most 32, of the databases, and those of the program that starts the bot."""
    for name, limit in (
        ("compose.yaml", r"pids_limit: (\d+)$"),
        ("compose.scale.yaml", r"pids_limit: (\d+)$"),
        ("deploy/ouro.service", r"^TasksMax=(\d+)$"),
    ):
        assert least(limit, name) >= WORKER_TASKS + 96


def test_all_may_have_the_descriptors_of_a_full_page() -> None:
    for name in ("compose.yaml", "compose.scale.yaml"):
        assert least(r"nofile: (\d+)", name) >= MOST + RESERVE
    assert least(r"^LimitNOFILE=(\d+)$", "deploy/ouro.service") >= MOST + RESERVE


def test_both_have_memory_for_their_workers() -> None:
    memory = FIELDS["worker_memory"].default
    assert number(r"OURO_WORKER_MEMORY:-(\d+)", "compose.yaml") == memory
    for name, workers, limit in (
        ("compose.yaml", r"OURO_WORKERS:-(\d+)", r"mem_limit: (\d+)g\b"),
        ("deploy/ouro.service", r"\bOURO_WORKERS=(\d+)", r"^MemoryMax=(\d+)G$"),
    ):
        assert number(workers, name) >= 3  # with fewer, long jobs delay others
        assert number(workers, name) * memory + 500 <= number(limit, name) * 1024


MAX_MEGABYTES = 172
"""Of packages and code together."""
LACKS_PYARROW = (
    "needs the package pyarrow, which is not installed; docs/batches.md tells how to install it.\n"
)


def built(factory: pytest.TempPathFactory, **arguments: str) -> Image:
    if not shutil.which("strip"):
        skip_or_fail("strip (binutils) is not installed")
    return build(factory.mktemp("image"), **arguments)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return built(tmp_path_factory)


@pytest.fixture(scope="module")
def batch_image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return built(tmp_path_factory, PACKAGES="requirements-batch")


@pytest.mark.long
def test_the_image_is_small(image: Image) -> None:
    assert megabytes(image.code) <= MAX_MEGABYTES


@pytest.mark.long
def test_commands_work_in_the_image(image: Image) -> None:
    solved = image.run("ouro", "solve", "4x4:3c3d22b2a1")
    assert (solved.returncode, "Exactly one solution" in solved.stdout) == (0, True)
    checked = image.run("ouro", "doctor", "--offline")
    assert (checked.returncode, "A worker starts and solves" in checked.stdout) == (0, True)
    told = (
        "import structlog\ntry: 1 / 0\nexcept Exception: structlog.get_logger().exception('told')"
    )
    assert "ZeroDivisionError" in image.run(image.python, "-P", "-c", told).stdout
    for command in (["generate", "--out", "bank"], ["bank", "report", "bank"], ["bank", "stock"]):
        refused = image.run("ouro", *command)
        assert (refused.returncode, refused.stderr) == (2, f"This {LACKS_PYARROW}")


@pytest.mark.long
async def test_the_bot_runs_in_the_image_until_it_is_stopped(image: Image) -> None:
    port = {"OURO_HTTP_PORT": str(free_port())}
    bot = await asyncio.create_subprocess_exec(
        *image.command, cwd=image.code, env=image.environment(**port), stdout=DEVNULL
    )
    try:
        await until(lambda: image.run("ouro", "health", "--ready", **port).returncode == 0)
    finally:
        bot.terminate()
        assert await bot.wait() == 0


@pytest.mark.long
def test_clusters_of_the_image_work_for_bots_and_refuse_batches(
    image: Image, certificates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The packages of the tests include pandas, which the image lacks."""
    monkeypatch.setattr(sys, "executable", image.python)
    client = dask_variables(certificates)
    with cluster(certificates, threads=1) as address:
        checked = image.run("ouro", "doctor", "--offline", OURO_CLUSTER=address, **client)
        batch = ["generate", "--out", str(tmp_path / "bank"), "--cluster", address]
        refused = subprocess.run(
            [*PROGRAM, *batch],
            env={**ENVIRONMENT, **client},
            capture_output=True,
            text=True,
            check=False,
        )
    assert (checked.returncode, "The cluster solves a puzzle" in checked.stdout) == (0, True)
    assert (refused.returncode, refused.stderr) == (2, f"The cluster {address} {LACKS_PYARROW}")


@pytest.mark.long
def test_batches_work_in_the_image_for_them(batch_image: Image, tmp_path: Path) -> None:
    bank, plots = str(tmp_path / "bank"), tmp_path / "plots.png"
    made = batch_image.run("ouro", "generate", "--size", "5x5", "--count", "3", "--out", bank)
    assert made.returncode == 0, made.stderr
    done = batch_image.run("ouro", "bank", "report", bank, "--out", str(plots))
    assert (done.returncode, plots.exists()) == (0, True), done.stderr
    done = batch_image.run("ouro", "bank", "import", bank)
    assert done.returncode == 0, done.stderr
