"""The dashboard uses metrics and labels that exist."""

import re
from typing import Any

import pytest

from tests.support.deployment import Query, dashboard, known_series

PANELS = dashboard()["panels"]


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: str(panel["title"]))
def test_a_panel_asks_for_what_there_is(panel: dict[str, Any]) -> None:
    assert panel["description"]
    assert panel["targets"]
    for target in panel["targets"]:
        query = Query(target["expr"])
        assert query.names
        assert query.unknown == set()
        assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= query.labels


def test_every_metric_of_ours_is_shown() -> None:
    shown = " ".join(target["expr"] for panel in PANELS for target in panel["targets"])
    for name in known_series():
        if name.startswith("ouro_") and not name.endswith(
            ("_created", "_bucket", "_count", "_sum")
        ):
            assert name.removesuffix("_total") in shown, name
