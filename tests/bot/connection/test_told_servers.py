"""A server that the library has may be one that the gateway has not told yet."""

import re

from tests.support.packages import modules, name_of

ASKING = {
    "bot.connection.permissions": "`told_guild` itself, and whether the bot is in a server",
    "bot.connection.left_servers": "whether the bot is in a server",
    "bot.answering.readers": "fetches one that is not told",
    "bot.delivery.delivery": "a channel of one that is not told is none",
}
"""Who may ask the library itself, and why; others call `told_guild`."""


def test_the_library_is_asked_for_servers_in_few_places() -> None:
    texts = {name_of(path): path.read_text(encoding="utf-8") for path in modules("bot")}
    found = {name for name, text in texts.items() if re.search(r"client\.get_guild\(", text)}
    assert found == ASKING.keys()
