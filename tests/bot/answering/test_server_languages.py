"""The language of posts in servers, also of those that the gateway has not announced yet."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answering.readers import fetch_server_reader
from store.records import Server
from tests.support.store.rows import NOON


class Client:
    """A client that knows a Japanese server from the gateway, or only when it asks Discord."""

    def __init__(self, *, announced: bool) -> None:
        self.guild = SimpleNamespace(preferred_locale=discord.Locale.japanese)
        self.announced = announced
        self.asked: list[int] = []

    def get_guild(self, server: int) -> Any:
        del server
        return self.guild if self.announced else None

    async def fetch_guild(self, server: int, *, with_counts: bool) -> Any:
        assert not with_counts
        self.asked.append(server)
        return self.guild


@pytest.mark.parametrize(
    ("announced", "chosen", "language", "asked"),
    [
        (True, None, "ja", []),
        (False, None, "ja", [7]),
        (False, "en", "en", []),
        (True, "en", "en", []),
    ],
)
async def test_a_server_is_addressed_in_its_language(
    announced: bool, chosen: str | None, language: str, asked: list[int]
) -> None:
    client = Client(announced=announced)
    server = Server(7, NOON, settings={"language": chosen} if chosen else {})
    reader = await fetch_server_reader(client, server)  # type: ignore[arg-type]
    assert (reader.language, client.asked) == (language, asked)
