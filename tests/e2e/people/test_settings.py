"""Settings, and the language of all pages, as people meet them."""

import json
import re

from sandbox.model.components import walk
from store import players
from store.database import Database
from tests.support.chat.languages import speak
from tests.support.chat.messages import picture_text
from tests.support.chat.players import solve, solve_days
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.texts import english_words


async def test_everything_is_told_in_japanese(chat: Sandbox, database: Database) -> None:
    client = chat.client
    speak(chat, "ja", "ja")
    async with database.writing() as connection:
        await solve_days(connection, client.me, (12, *range(10, 0, -1)))
        await solve(connection, client.member, 100)
    for command in ("leaderboard", "stats", "settings", "privacy"):
        reply = await client.slash(command)
        text = re.sub(r"<@\d+>|<t:[^>]*>", "", reply.text)
        assert re.search(r"[\u3040-\u30ff]", text), command
        assert not english_words(text), command
    board = await client.slash("leaderboard", {"period": "all", "scope": "global"})
    assert "11問 · **18:20** ← あなた" in board.text
    assert any(re.fullmatch("コース.ふつう", label) for label in menu_labels(board))


def menu_labels(reply: Reply) -> list[str]:
    menus = [part for part in walk(reply.message["components"]) if part["type"] == 3]
    return [option["label"] for menu in menus for option in menu["options"]]


def switched_on(reply: Reply) -> set[str]:
    menus = [part for part in walk(reply.message["components"]) if part["type"] == 3]
    [switches] = [menu for menu in menus if menu["custom_id"] == "ouro:setting:switches"]
    return {option["value"] for option in switches["options"] if option.get("default")}


async def test_settings_hold_for_the_next_answers(chat: Sandbox, database: Database) -> None:
    client = chat.client
    reply = await client.slash("settings")
    assert reply.ephemeral
    dark = await reply.attachment_bytes()
    reply = await client.select(reply, "Colours of pictures", ["light"])
    assert "✅ Colours of pictures: Light" in reply.text
    light = await reply.attachment_bytes()
    assert dark != light
    reply = await client.select(
        reply, "What pictures and the board page show", ["labels", "dim", "chains"]
    )
    assert "✅ Your choice is saved." in reply.text
    assert switched_on(reply) == {"labels", "dim", "chains"}
    assert await reply.attachment_bytes() not in (light, dark)
    reply = await client.select(reply, "ouro:setting:switches", ["labels", "dots", "chains"])
    assert switched_on(reply) == {"labels", "dots", "chains"}
    solved = await client.slash("solve", {"puzzle": "3x3:i", "private": True})
    chosen = await client.slash(
        "solve", {"puzzle": "3x3:i", "private": True, "theme": "light", "labels": True}
    )
    assert await solved.attachment_bytes() == await chosen.attachment_bytes()
    reply = await client.select(reply, "Language", ["ja"])
    assert "日本語" in reply.text
    assert picture_text(reply.message).startswith("スリザーリンク")
    assert "213通り" in (await client.slash("solve", {"puzzle": "3x3:i", "private": True})).text
    reply = await client.select(reply, "ouro:setting:language", ["discord"])
    assert "now follow your Discord language" in reply.text
    reply = await client.select(reply, "Leaderboards and clock", ["hidden"])
    assert "You no longer appear on leaderboards" in reply.text
    async with database.reading() as connection:
        player = await players.find(connection, client.me)
    assert player is not None
    assert player.settings == {
        "theme": "light",
        "labels": True,
        "dots": True,
        "dim": False,
        "par": False,
        "language": "discord",
        "visibility": "hidden",
    }


async def test_time_zones_are_suggested_and_checked(chat: Sandbox, database: Database) -> None:
    client = chat.client
    choices = await client.autocomplete("settings", "zone", {"zone": "tokyo"})
    assert [choice["value"] for choice in choices] == ["Asia/Tokyo"]
    wrong = await client.slash("settings", {"zone": "Tokio"})
    assert wrong.text == "There is no time zone 'Tokio'; perhaps Asia/Tokyo."
    right = await client.slash("settings", {"zone": "asia/tokyo"})
    assert "Your time zone is `Asia/Tokyo`." in right.text
    form = await client.press(right, "Remind me…")
    assert form.modal is not None
    sent = {"Time of day, such as 18:30": "25:00", "Time zone, such as Europe/London": "UTC"}
    problem = await client.submit_modal(form, sent)
    assert "'25:00' is no time of day" in json.dumps(client.messages()[-1]), problem
    async with database.reading() as connection:
        player = await players.find(connection, client.me)
    assert player is not None
    assert not player.reminders
    assert player.zone == "Asia/Tokyo"
