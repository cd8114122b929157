"""The alerts use metrics, labels and values that exist, and the names of `/readyz`."""

import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest

from app.discord_bot import _tasks
from app.health import readiness
from bot.chat import Chat
from bot.connection.client import OuroClient
from store import errors
from telemetry.metrics import Metrics
from tests.support.deployment import Query, dashboard, resources
from tests.support.paths import ROOT
from workers.errors import BusyReason

RULES: list[dict[str, Any]] = [
    rule for group in resources("deploy/alerts.yaml")[0]["groups"] for rule in group["rules"]
]
PANELS = {panel["title"]: panel for panel in dashboard()["panels"]}
MONITORING = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")


def label_values() -> Iterator[tuple[str, str]]:
    """The values that labels can have, of those that alerts compare."""
    yield "job", "ouro"
    yield from (("reason", each.value) for each in BusyReason)
    chat = Chat(*(Mock() for _ in range(8)))
    yield from (("task", each.name) for each in _tasks(chat, Mock(), Mock()))
    places = [each for each in vars(errors).values() if isinstance(each, type)]
    yield from (("outcome", each.__name__) for each in places)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_asks_for_what_there_is(rule: dict[str, Any]) -> None:
    query = Query(rule["expr"])
    assert query.names
    assert query.unknown == set()
    for label in query.labels:
        assert {(label, value) for value in query.values(label)} <= set(label_values())
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert rule["annotations"].keys() == {"summary", "remedy", "panel"}


async def test_readiness_dashboard_alerts_and_page_name_the_same_checks() -> None:
    checks = set(readiness(OuroClient(None, Metrics()), Mock(), Mock(), Metrics(), Mock()))
    assert {rule["labels"]["check"] for rule in RULES if "check" in rule["labels"]} == checks
    descriptions = " ".join(panel["description"] for panel in PANELS.values())
    assert set(re.findall(r"check (\w+) of /readyz", descriptions)) == checks
    listed = MONITORING.partition("| Check |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", listed, re.MULTILINE)) == checks
