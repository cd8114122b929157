"""The parts of discord.py that are used without being documented are those of this version."""

import hashlib
import inspect
from typing import Any, cast

from bot.connection.discord_internals import USED
from tests.support.paths import ROOT

READ = {
    "gateway.DiscordWebSocket.__init__": "c0f0c012f971",
    "gateway.DiscordWebSocket.from_client": "25ac637bdad3",
    "gateway.DiscordWebSocket.identify": "b7aa0609de13",
    "gateway.DiscordWebSocket.received_message": "62c9f5ec6596",
    "gateway.DiscordWebSocket.poll_event": "f0b053464dec",
    "gateway.DiscordWebSocket.send_heartbeat": "5606d2db2a28",
    "gateway.KeepAliveHandler": "773dad0c7b3b",
    "shard.Shard": "087f985fe82d",
    "shard.AutoShardedClient.launch_shard": "122ec0d76793",
    "shard.AutoShardedClient.connect": "52280e53c2e9",
    "shard.AutoShardedClient.close": "463ccdae1c50",
    "state.ConnectionState.__init__": "b1227e859a2e",
    "http.HTTPClient.static_login": "44c522c43913",
    "app_commands.CommandTree._from_interaction": "45267f3964f5",
    "app_commands.CommandTree._call": "8f82c1cd4a8b",
    "InteractionResponse.__init__": "a92661179128",
    "InteractionResponse.edit_message": "0f6393e359d1",
    "Interaction.edit_original_response": "53f07dc23961",
    "ui.Item.__init__": "4ab7603a3c76",
    "webhook.async_.AsyncWebhookAdapter.request": "b449e300f41f",
}
"""What each part was when the code that uses it was last compared with it."""


def test_nothing_that_is_used_has_changed() -> None:
    """When discord.py changes a part, read the change first, and then put its digest here."""
    found = {
        name: hashlib.sha256(inspect.getsource(cast("Any", part)).encode()).hexdigest()[:12]
        for name, part in USED.items()
    }
    assert found == READ


def test_private_names_of_discord_are_in_one_module() -> None:
    private = (
        "._connection",
        "._keep_alive",
        "._discord_parsers",
        "._last_send",
        "._response_type",
        "._cs_response",
        "._parent",
        "__session",
    )
    users = {
        str(path.relative_to(ROOT))
        for package in ("app", "bot")
        for path in (ROOT / package).rglob("*.py")
        if any(name in path.read_text(encoding="utf-8") for name in private)
    }
    assert users == {"bot/connection/discord_internals.py"}
