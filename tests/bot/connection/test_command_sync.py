"""Commands are sent to Discord only when they have changed."""

import re
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands
from discord.http import Route

from app.discord_bot import DiscordBot, build_bot
from app.settings import Settings
from bot.connection.command_sync import ENTRY_POINT, LAUNCH_NAME, payload_of, sync_commands
from bot.shortcuts.components import USES
from i18n.catalogues import language_of
from service.running.clock import TimeSource
from service.running.clock_guard import ClockGuard
from service.services import Services
from store.database import Database
from tests.support.clock import Clock
from tests.support.paths import ROOT
from workers.pool import LocalPool

MOST = 19
"""Maximum number of slash commands: words that people type, not all that there is to do."""
LIMITS = {"name": 32, "description": 100, "options": 25, "choices": 25}


class RecordingTree(app_commands.CommandTree[discord.Client]):
    """A command tree of a client that speaks to a Discord with registered commands."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()))
        self.client._connection.application_id = 42
        self.registered: list[dict[str, Any]] = []
        self.sends = self.adds = 0
        self.takes_entry_points = True
        cast("Any", self.client.http).request = self._request

    async def _request(self, route: Route, **options: Any) -> list[dict[str, Any]]:
        assert route.path == "/applications/{application_id}/commands"
        if route.method == "PUT":
            self.sends += 1
            self.registered = [{"id": "7", "type": 1, **each} for each in options["json"]]
        elif route.method == "POST":
            return cast("list[dict[str, Any]]", self._add(options["json"]))
        return self.registered

    def _add(self, command: dict[str, Any]) -> Any:
        self.adds += 1
        if not self.takes_entry_points:
            raise discord.HTTPException(Mock(status=400), {"code": 50035, "message": "no"})
        self.registered.append({"id": "8", **command})
        return self.registered[-1]

    @property
    def entry_points(self) -> list[dict[str, Any]]:
        """The registered entry point commands."""
        return [each for each in self.registered if each["type"] == ENTRY_POINT]


def make_command(description: str) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="try", description=description)
    async def command(interaction: discord.Interaction) -> None:
        await interaction.response.pong()

    return command


async def test_sent_once_then_only_after_a_change(services: Services) -> None:
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    for sends, description in enumerate(("first", "second"), start=1):
        tree.remove_command("try")
        tree.add_command(make_command(description))
        for _ in range(2):
            assert (await sync_commands(tree, sent)).numbers == {"try": 7}
            assert tree.sends == sends


async def test_sent_again_when_discord_lost_them(services: Services) -> None:
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    await sync_commands(tree, sent)
    tree.registered = []
    await sync_commands(tree, sent)
    assert tree.sends == 2


OURS = {
    "id": "9",
    "type": 4,
    "name": "Launch",
    "description": "Start it",
    "default_member_permissions": "32",
    "handler": 2,
    "version": "8",
    "application_id": "42",
}


@pytest.mark.parametrize("launches", [False, True])
async def test_the_entry_point_that_discord_has_is_kept(services: Services, launches: bool) -> None:
    """Discord refuses to lose it, whoever has made it, and whatever it is called; the bot answers
    it, also where Discord did before."""
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    tree.registered = [OURS]
    for times in (1, 2):
        for _ in range(2):
            registered = await sync_commands(tree, sent, launches=launches)
            assert (registered.numbers, registered.has_entry_point) == ({"try": 7}, True)
            assert (tree.sends, tree.adds) == (times, 0)
        [kept] = tree.entry_points
        assert kept == {
            "id": "9",
            "type": 4,
            "name": "Launch",
            "description": "Start it",
            "default_member_permissions": 32,
            "handler": 1,
        }
        kept["handler"] = 2  # whoever manages the application can set that


async def test_an_activity_has_an_entry_point(services: Services) -> None:
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    await sync_commands(tree, sent)
    assert (tree.entry_points, tree.sends) == ([], 1)
    for _ in range(2):
        registered = await sync_commands(tree, sent, launches=True)
        assert (registered.numbers, registered.has_entry_point) == ({"try": 7}, True)
        assert (tree.sends, tree.adds) == (1, 1)
    [made] = tree.entry_points
    assert (made["name"], made["handler"]) == (LAUNCH_NAME, 1)
    locales = {each.value for each in discord.Locale if language_of(each.value) != "en"}
    assert set(made["description_localizations"]) == locales
    await sync_commands(tree, sent)  # the setting is gone, but Discord keeps the command
    assert tree.sends == 1


async def test_the_bot_starts_where_discord_refuses_an_entry_point(services: Services) -> None:
    """The secret is set, but the developer portal allows no Activity."""
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    tree.takes_entry_points = False
    registered = await sync_commands(tree, sent, launches=True)
    assert (registered.numbers, registered.has_entry_point) == ({"try": 7}, False)
    tree.takes_entry_points = True
    assert (await sync_commands(tree, sent, launches=True)).has_entry_point


async def test_hashes_are_stored_per_application(services: Services) -> None:
    tree, sent = RecordingTree(), services.sent_commands
    tree.add_command(make_command("first"))
    await sync_commands(tree, sent)
    tree.client._connection.application_id = 43
    await sync_commands(tree, sent)
    await sync_commands(tree, sent)
    assert tree.sends == 2
    tree.client._connection.application_id = 42
    await sync_commands(tree, sent)
    assert tree.sends == 2


async def test_our_commands_keep_discords_limits(bot: DiscordBot) -> None:
    def check(value: object) -> None:
        if isinstance(value, dict):
            for key, limit in (LIMITS | ({"name": 100} if "value" in value else {})).items():
                if value.get(key):
                    assert len(value[key]) <= limit, value
            for inner in value.values():
                check(inner)
        elif isinstance(value, list):
            for inner in value:
                check(inner)

    commands: list[Any] = [*bot.tree.get_commands()]
    payload = [command.to_dict(bot.tree) for command in commands]
    assert {one["name"] for one in payload} >= {"solve", "help", "Solve this Slitherlink"}
    for one in payload:
        check(one)
        of_servers = one["name"] in {"setup", "status"}
        assert set(one["integration_types"]) == ({0} if of_servers else {0, 1})
        assert set(one["contexts"]) == ({0} if of_servers else {0, 1, 2})
        assert one["default_member_permissions"] == (1 << 5 if of_servers else None)


def test_the_readme_has_every_command(bot: DiscordBot) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [each for each in bot.tree.get_commands() if isinstance(each, app_commands.Command)]
    assert 15 <= len(commands) <= MOST
    for command in commands:
        assert re.search(rf"`/{command.name}\b", readme), command.name


def test_a_button_for_a_use_gives_options_that_its_command_has(bot: DiscordBot) -> None:
    for use in USES.values():
        command = bot.tree.get_command(use.command)
        assert isinstance(command, app_commands.Command)
        assert set(use.options) <= {parameter.name for parameter in command.parameters}
        assert not any(parameter.required for parameter in command.parameters)


async def test_the_hash_is_the_same_for_the_same_commands(
    bot: DiscordBot, services: Services, database: Database, local_pool: LocalPool, now: Clock
) -> None:
    other = build_bot(
        Settings(), services, database, local_pool.metrics, ClockGuard(TimeSource(now))
    )
    assert await payload_of(bot.tree) == await payload_of(other.tree)


async def test_the_client_has_minimal_intents_and_mentions(bot: DiscordBot) -> None:
    client = bot.client
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict()["parse"] == []
