"""Whose language an answer speaks, and whose colours its pictures have."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.viewers import Viewer, Viewers, likely_localizer, message_is_private
from i18n.localizer import Localizer
from jobs import Appearance
from service.preferences import Preferences
from store import players, servers
from store.database import Database
from store.errors import BusyError

NOW = datetime(2026, 11, 5, 12, tzinfo=UTC)


def interaction(locale: str, guild_locale: str | None, *, ephemeral: bool | None = None) -> Any:
    """One of a person, in a server or not, on a message or not."""
    flags = SimpleNamespace(ephemeral=ephemeral)
    return SimpleNamespace(
        locale=discord.Locale(locale),
        guild_locale=None if guild_locale is None else discord.Locale(guild_locale),
        guild_id=None if guild_locale is None else 70,
        user=SimpleNamespace(id=7),
        message=None if ephemeral is None else SimpleNamespace(flags=flags),
    )


def readers(database: Any) -> Viewers:
    return Viewers(Preferences(database, lambda: NOW))


@pytest.mark.parametrize(
    ("person", "server", "private", "public"),
    [
        ("ja", "en-US", "ja", "en"),
        ("en-GB", "ja", "en", "ja"),
        ("ja", None, "ja", "ja"),
        ("de", "ja", "en", "ja"),
        ("ja", "fr", "ja", "en"),
    ],
)
async def test_private_answers_speak_the_persons_language_and_public_ones_the_servers(
    database: Database, person: str, server: str | None, private: str, public: str
) -> None:
    asked = interaction(person, server)
    for alone, language in ((True, private), (False, public)):
        assert likely_localizer(asked, private=alone).language == language
        reader = await readers(database).find(asked, private=alone)
        assert (reader.localizer.language, reader.appearance, reader.private) == (
            language,
            Appearance(),
            alone,
        )


async def test_settings_count_more_than_what_discord_says(database: Database) -> None:
    async with database.writing() as connection:
        player = await players.ensure(connection, 7, NOW)
        await players.save(connection, replace(player, language="ja", theme="dark", labels=True))
        server = await servers.ensure(connection, 70, NOW)
        await servers.save(connection, replace(server, language="ja"))
    asked = interaction("en-US", "en-US")
    found = readers(database)
    assert (await found.find(asked, private=True)).localizer.language == "ja"
    assert (await found.find(asked, private=False)).localizer.language == "ja"
    assert (await found.find(asked, private=True)).appearance == Appearance("dark", labels=True)


async def test_without_the_store_there_is_still_an_answer() -> None:
    class Away:
        def reading(self) -> Any:
            raise BusyError("ouro.db")

    reader = await readers(Away()).find(interaction("ja", "en-US"), private=True)
    assert (reader.localizer.language, reader.appearance) == ("ja", Appearance())


def test_options_count_more_than_settings() -> None:
    reader = Viewer(Localizer(), Appearance("dark", labels=True))
    assert reader.appearance_with(None, None) == Appearance("dark", labels=True)
    assert reader.appearance_with("paper", labels=False) == Appearance("paper", labels=False)


def test_who_sees_a_message() -> None:
    assert message_is_private(interaction("ja", "en-US", ephemeral=True))
    assert not message_is_private(interaction("ja", "en-US", ephemeral=False))
    assert message_is_private(interaction("ja", None, ephemeral=False))
