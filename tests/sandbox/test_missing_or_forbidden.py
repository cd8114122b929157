"""Requests for what does not exist or is not allowed: the status and the code."""

import pytest

from tests.support.sandbox.api import Api

pytestmark = pytest.mark.wrong_requests


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("POST", "/channels/1/messages", 404, 10003),
        ("GET", "/channels/{elsewhere}/messages", 403, 50001),
        ("GET", "/channels/{general}/messages/1", 404, 10008),
        ("PATCH", "/channels/{general}/messages/1", 404, 10008),
        ("DELETE", "/channels/{general}/messages/1", 404, 10008),
        ("GET", "/channels/abc", 400, 50035),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/guilds/{guild}/members/1", 404, 10013),
        ("GET", "/users/1", 404, 10013),
        ("GET", "/applications/1/commands", 403, 20012),
        ("DELETE", "/channels/{general}", 403, 50013),
        ("PATCH", "/channels/{direct}", 403, 50003),
        ("POST", "/channels/{thread}/threads", 400, 50024),
        ("POST", "/channels/{general}/messages/1/threads", 404, 10008),
        ("POST", "/webhooks/{application}/nothing", 404, 10015),
        ("PATCH", "/webhooks/{application}/nothing/messages/@original", 404, 10015),
        ("POST", "/interactions/1/nothing/callback", 404, 10062),
        ("GET", "/stickers/1", 404, 0),
        ("PUT", "/users/@me", 405, 0),
    ],
)
async def test_missing_or_forbidden_resources(
    api: Api, method: str, path: str, status: int, code: int
) -> None:
    client = api.sandbox.client
    places = {
        "general": client.general,
        "elsewhere": client.elsewhere,
        "direct": client.direct,
        "thread": client.thread,
        "guild": client.guild,
        "application": api.sandbox.state.application_id,
    }
    found, body = await api(method, path.format(**places), json={"type": 5, "name": "x"})
    assert (found, body["code"]) == (status, code)
