"""The dashboard uses metrics and labels that exist."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from telemetry.metrics import Metrics

FILE = Path(__file__).resolve().parents[2] / "deploy" / "grafana.json"
WORDS = {"sum", "by", "le", "rate", "increase", "histogram_quantile"}

DASHBOARD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def known() -> dict[str, set[str]]:
    """The names of all time series in Prometheus, with their labels."""
    registry = Metrics().registry
    found: dict[str, set[str]] = {
        sample.name: set(sample.labels) for one in registry.collect() for sample in one.samples
    }
    for name, collector in registry._names_to_collectors.items():
        found[name] = {*getattr(collector, "_labelnames", ()), "le"}
    return found


@pytest.mark.parametrize("panel", DASHBOARD["panels"], ids=lambda panel: str(panel["title"]))
def test_a_panel_asks_for_what_there_is(panel: dict[str, Any]) -> None:
    metrics = known()
    assert panel["description"]
    assert panel["targets"]
    for target in panel["targets"]:
        query = re.sub(r'"[^"]*"', "", target["expr"])
        names = set(re.findall(r"\b(?:ouro|process)_\w+", query))
        assert names
        assert names <= metrics.keys()
        labels = set[str]().union(*(metrics[name] for name in names))
        words = set(re.findall(r"(?<!\$)\b[a-z][a-z_]*\b", re.sub(r"\[[^]]*\]", "", query)))
        assert words - names - WORDS <= labels
        assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= labels


def test_every_metric_of_ours_is_shown() -> None:
    shown = " ".join(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    for name in known():
        if name.startswith("ouro_") and not name.endswith(
            ("_created", "_bucket", "_count", "_sum")
        ):
            assert name.removesuffix("_total") in shown, name
