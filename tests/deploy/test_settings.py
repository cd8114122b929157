"""Deployment files give settings that exist, and Dask what bots and a cluster need of it."""

from typing import Any

import pytest

from app.settings import Settings
from app.shard_ranges import parse_shards
from tests.support.deployment import resources


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    (composition,) = resources("compose.scale.yaml")
    found: dict[str, Any] = composition["services"]
    return found


def test_settings_of_the_composition_exist(services: dict[str, Any]) -> None:
    for name in ("bot1", "bot2"):
        given = {each for each in services[name]["environment"] if each.startswith("OURO_")}
        assert given
        assert {each.removeprefix("OURO_").lower() for each in given} <= set(Settings.model_fields)


@pytest.mark.parametrize(
    ("name", "roles"),
    [("bot1", {"client"}), ("scheduler", {"scheduler"}), ("worker1", {"worker"})],
)
def test_programs_show_a_certificate_that_is_mounted(
    services: dict[str, Any], name: str, roles: set[str]
) -> None:
    mounted = dict(volume.split(":")[:2] for volume in services[name]["volumes"])
    assert mounted.pop("./deploy/dask.yaml") == "/etc/dask/ouro.yaml"
    [settings] = resources("deploy/dask.yaml")
    tls = settings["distributed"]["comm"]["tls"]
    named = {path for role in roles for path in tls[role].values()}
    assert set(mounted.values()) == {tls["ca-file"], *named}
    assert all(path.endswith(own[1:]) for own, path in mounted.items())


def test_each_shard_of_the_composition_has_one_bot(services: dict[str, Any]) -> None:
    ranges = [
        parse_shards(services[name]["environment"]["OURO_SHARDS"], "bot")
        for name in ("bot1", "bot2")
    ]
    assert [shard for each in ranges for shard in each.ids] == list(range(4))
    assert {each.count for each in ranges} == {4}
