"""Deployment files allow the bot the descriptors that its page and its other work need."""

from tests.support.deployment import resources
from tests.support.paths import ROOT
from web.connections import MOST, RESERVE


def test_all_bots_may_have_the_descriptors_of_a_full_page() -> None:
    unit = (ROOT / "deploy" / "ouro.service").read_text(encoding="utf-8").splitlines()
    [limit] = [line.partition("=")[2] for line in unit if line.startswith("LimitNOFILE=")]
    allowed = {int(limit)}
    for name in ("compose.yaml", "compose.scale.yaml"):
        [composition] = resources(name)
        bots = [
            each
            for each in composition["services"].values()
            if "DISCORD_TOKEN" in each.get("environment", {})
        ]
        assert bots
        allowed |= {each["ulimits"]["nofile"] for each in bots}
    assert len(allowed) == 1
    assert min(allowed) >= MOST + RESERVE
