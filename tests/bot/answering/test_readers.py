"""The language of an answer, and the appearance of its pictures."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.answering.interactions import Readers, claim_of
from bot.answering.readers import likely_localizer, message_is_private
from jobs.appearance import Appearance
from service.people.preferences import Preferences
from service.running.readers import Reader
from store import players, servers
from store.database import Database
from store.errors import BusyError

NOW = datetime(2026, 11, 5, 12, tzinfo=UTC)


def interaction(
    locale: str, guild_locale: str | None, *, ephemeral: bool | None = None, group: bool = False
) -> Any:
    """A stub of an interaction, in a server or not, on a message or not."""
    flags = SimpleNamespace(ephemeral=ephemeral)
    return SimpleNamespace(
        locale=discord.Locale(locale),
        guild_locale=None if guild_locale is None else discord.Locale(guild_locale),
        guild_id=None if guild_locale is None else 70,
        channel_id=71,
        user=SimpleNamespace(id=7),
        message=None if ephemeral is None else SimpleNamespace(flags=flags),
        context=SimpleNamespace(private_channel=group),
        extras={},
        id=1,
    )


def readers(database: Any) -> Readers:
    return Readers(Preferences(database, lambda: NOW))


@pytest.mark.parametrize(
    ("person", "server", "private", "public"),
    [
        ("ja", "en-US", "ja", "en"),
        ("en-GB", "ja", "en", "ja"),
        ("ja", None, "ja", "ja"),
        ("de", "ja", "de", "ja"),
        ("ja", "sv-SE", "ja", "en"),
    ],
)
async def test_private_answers_use_the_users_language_and_public_ones_the_servers(
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
        assert (reader.person, reader.server) == (7, asked.guild_id)
        assert reader.claim is claim_of(asked)


async def test_settings_override_discords_locales(database: Database) -> None:
    async with database.writing() as connection:
        player = await players.ensure(connection, 7, NOW)
        chosen = {"language": "ja", "theme": "dark", "labels": True, "dots": True, "dim": False}
        await players.save(connection, replace(player, settings=chosen))
        server = await servers.ensure(connection, 70, NOW)
        await servers.save(connection, replace(server, settings={"language": "ja"}))
    asked = interaction("en-US", "en-US")
    found = readers(database)
    assert (await found.find(asked, private=True)).localizer.language == "ja"
    assert (await found.find(asked, private=False)).localizer.language == "ja"
    look = Appearance("dark", labels=True, dots=True, dim=False)
    assert (await found.find(asked, private=True)).appearance == look


async def test_defaults_are_used_when_the_store_is_away() -> None:
    class Away:
        def reading(self, **_: bool) -> Any:
            raise BusyError("ouro.db")

    reader = await readers(Away()).find(interaction("ja", "en-US"), private=True)
    assert (reader.localizer.language, reader.appearance) == ("ja", Appearance())


def test_options_override_settings() -> None:
    look = Appearance("dark", labels=True, dots=True)
    reader = Reader(7, appearance=look)
    assert reader.with_look(None, None) == reader
    changed = reader.with_look("paper", labels=False)
    assert changed == replace(reader, appearance=Appearance("paper", dots=True))


def test_private_messages_are_recognised() -> None:
    assert message_is_private(interaction("ja", "en-US", ephemeral=True))
    assert not message_is_private(interaction("ja", "en-US", ephemeral=False))
    assert message_is_private(interaction("ja", None, ephemeral=False))
    assert not message_is_private(interaction("ja", None, ephemeral=False, group=True))
