"""What the image, the composition and the unit set agrees with the program."""

import re

from app.main import LOGOUT_SECONDS
from app.settings import Settings
from tests.support.paths import ROOT
from workers.worker_process import WORKER_TASKS

FIELDS = Settings.model_fields


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


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
        found = {int(each) for each in re.findall(limit, text(name), re.MULTILINE)}
        assert found
        assert min(found) >= WORKER_TASKS + 96


def test_both_have_memory_for_their_workers() -> None:
    memory = FIELDS["worker_memory"].default
    assert number(r"OURO_WORKER_MEMORY:-(\d+)", "compose.yaml") == memory
    for name, workers, limit in (
        ("compose.yaml", r"OURO_WORKERS:-(\d+)", r"mem_limit: (\d+)g\b"),
        ("deploy/ouro.service", r"\bOURO_WORKERS=(\d+)", r"^MemoryMax=(\d+)G$"),
    ):
        assert number(workers, name) >= 3  # with fewer, long jobs delay others
        assert number(workers, name) * memory + 500 <= number(limit, name) * 1024
