"""Deployment files give settings that exist, and hosts the time that they need to stop."""

import re
from typing import Any

import pytest

from app.settings import Settings
from store.shards import parse_shards
from tests.support.deployment import resources
from tests.support.paths import ROOT
from workers.host import DRAIN_SECONDS, NOTICE_SECONDS, SHUTDOWN_SECONDS


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    (composition,) = resources("compose.scale.yaml")
    found: dict[str, Any] = composition["services"]
    return found


def test_settings_of_the_composition_exist(services: dict[str, Any]) -> None:
    haproxy = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    read = set(re.findall(r"\$\{(\w+)", haproxy))
    assert services["balancer"]["environment"].keys() <= read
    for name in ("worker1", "bot1", "bot2"):
        given = services[name]["environment"].keys() - {"DISCORD_TOKEN"}
        assert {each.removeprefix("OURO_").lower() for each in given} <= set(Settings.model_fields)


def test_each_shard_of_the_composition_has_one_bot(services: dict[str, Any]) -> None:
    ranges = [
        parse_shards(services[name]["environment"]["OURO_SHARDS"], "bot")
        for name in ("bot1", "bot2")
    ]
    assert [shard for each in ranges for shard in each.ids] == list(range(4))
    assert {each.count for each in ranges} == {4}


def test_a_stopped_host_may_finish_its_jobs(services: dict[str, Any]) -> None:
    for name in ("worker1", "worker2"):
        grace = int(services[name]["stop_grace_period"].removesuffix("s"))
        assert grace > NOTICE_SECONDS + DRAIN_SECONDS + SHUTDOWN_SECONDS
