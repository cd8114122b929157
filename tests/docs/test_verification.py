"""Documents tell the intents and the link that the code asks for."""

import re

from bot.connection.client import OuroClient
from bot.connection.permissions import invite_url
from telemetry.metrics import Metrics
from tests.support.paths import ROOT

OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
TEXT = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
USED = TEXT.partition("**Intents.**")[2].partition("\n## ")[0]


async def test_the_intents_are_those_of_the_client() -> None:
    intents = OuroClient(None, Metrics()).intents
    assert [name.upper() for name, on in intents if on] == re.findall(r"`([A-Z]+)`", USED)
    assert {intents.members, intents.presences, intents.message_content} == {False}


def test_the_invite_link_is_that_of_the_code() -> None:
    links = re.findall(r"https://discord\.com/oauth2/authorize\S*", OPERATING)
    assert links == [invite_url(0).replace("client_id=0", "client_id=APPLICATION_ID")]
