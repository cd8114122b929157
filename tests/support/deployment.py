"""Reads the files of `deploy/`: YAML, and the queries for Prometheus with their metrics."""

import importlib
import json
import re
from functools import cache
from typing import Any

from msgspec import Struct

from telemetry.metrics import Metrics
from tests.support.paths import ROOT

FUNCTIONS = {
    "sum",
    "by",
    "rate",
    "increase",
    "histogram_quantile",
    "changes",
    "absent",
    "max",
    "max_over_time",
    "and",
    "or",
}
"""The words of PromQL that the queries use."""
OF_PROMETHEUS = {"job", "instance", "le"}
"""Labels that Prometheus adds."""


def resources(path: str) -> list[Any]:
    """The documents of a YAML file."""
    yaml = importlib.import_module("yaml")
    return list(yaml.safe_load_all((ROOT / path).read_text(encoding="utf-8")))


def dashboard() -> dict[str, Any]:
    """The dashboard for Grafana."""
    found: dict[str, Any] = json.loads(
        (ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8")
    )
    return found


@cache
def known_series() -> dict[str, set[str]]:
    """The names of all time series of the bot in Prometheus, with their labels."""
    registry = Metrics().registry
    found: dict[str, set[str]] = {
        sample.name: set(sample.labels) for one in registry.collect() for sample in one.samples
    }
    for name, collector in registry._names_to_collectors.items():
        found[name] = {*getattr(collector, "_labelnames", ()), *OF_PROMETHEUS}
    return {name: labels | OF_PROMETHEUS for name, labels in found.items()} | {"up": OF_PROMETHEUS}


class Query(Struct, frozen=True):
    """A query in PromQL."""

    text: str

    @property
    def names(self) -> set[str]:
        """The names of its time series."""
        return set(re.findall(r"\b(?:ouro_\w+|process_\w+|up)\b", self._bare))

    @property
    def labels(self) -> set[str]:
        """The labels that its time series have."""
        return set[str]().union(*(known_series()[name] for name in self.names))

    @property
    def unknown(self) -> set[str]:
        """Its words that are neither series, nor labels of one, nor words of PromQL."""
        words = set(re.findall(r"(?<!\$)\b[a-z][a-z_]*\b", re.sub(r"\[[^]]*\]", "", self._bare)))
        known = self.names & known_series().keys()
        labels = set[str]().union(*(known_series()[name] for name in known))
        return words - known - labels - FUNCTIONS

    def values(self, label: str) -> set[str]:
        """The values that it compares a label with."""
        found = re.findall(rf'\b{label}(?:=|=~|!=|!~)"([^"]*)"', self.text)
        return {value for each in found for value in each.split("|")}

    @property
    def _bare(self) -> str:
        """The query without quoted values."""
        return re.sub(r'"[^"]*"', "", self.text)
