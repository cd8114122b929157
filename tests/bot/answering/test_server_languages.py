"""The language of posts in servers, also of those that the gateway has not told yet."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answering.readers import fetch_server_reader
from store.records import Server
from tests.support.store.rows import NOON

JAPANESE = SimpleNamespace(preferred_locale=discord.Locale.japanese, unavailable=False)
EMPTY = SimpleNamespace(preferred_locale=discord.Locale.american_english, unavailable=True)
"""What the library has of a server until the gateway tells it."""


class Client:
    """A client that has some of a Japanese server, and all of it when it asks Discord."""

    def __init__(self, had: object) -> None:
        self.guild, self.had = JAPANESE, had
        self.asked: list[int] = []

    def get_guild(self, server: int) -> Any:
        del server
        return self.had

    async def fetch_guild(self, server: int, *, with_counts: bool) -> Any:
        assert not with_counts
        self.asked.append(server)
        return self.guild


@pytest.mark.parametrize(
    ("had", "chosen", "language", "asked"),
    [
        (JAPANESE, None, "ja", []),
        (None, None, "ja", [7]),
        (EMPTY, None, "ja", [7]),
        (None, "en", "en", []),
        (JAPANESE, "en", "en", []),
    ],
)
async def test_a_server_is_addressed_in_its_language(
    had: object, chosen: str | None, language: str, asked: list[int]
) -> None:
    client = Client(had)
    server = Server(7, NOON, settings={"language": chosen} if chosen else {})
    reader = await fetch_server_reader(client, server)  # type: ignore[arg-type]
    assert (reader.language, client.asked) == (language, asked)
